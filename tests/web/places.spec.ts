// The frame: five places always in reach, every page at most two taps away, and back restores the page.
import type { Page } from '@playwright/test'
import { expect, test } from './damier'
import { atRest } from './rest'
import { addresses } from './routes'

const PLACES = ['Today', 'Play', 'Learn', 'Puzzles', 'Study']

const places = (page: Page) => page.getByRole('navigation', { name: 'Places' })

/** The addresses that a page links to. */
async function leads(page: Page): Promise<string[]> {
  const links = page.locator('a[href^="#/"]')
  await expect(links.first()).toBeVisible()
  await atRest(page)
  return links.evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').replace('#/', '')))
}

test('Every page is two taps from Today', async ({ damier, page }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await page.goto('./#/')
  await expect(page.getByRole('link', { name: 'Resume the game' })).toBeVisible()
  const first = await leads(page)
  const reached = new Set(first)
  const near = addresses('near')
  for (const address of new Set(first)) {
    // Training links begin a series.
    if (!near.includes(address)) continue
    await page.goto(`./#/${address}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    for (const next of await leads(page)) reached.add(next)
  }
  expect(near.filter((address) => !reached.has(address))).toEqual([])
})

test('The places say where one is and give way to a board on a phone', async ({ damier, page, viewport }) => {
  await page.goto('./')
  await expect(page.getByRole('button', { name: 'In a club' })).toBeVisible()
  await expect(places(page)).toHaveCount(0)
  await damier.begin('In a club')
  const isPhone = (viewport?.width ?? 0) < 900
  await expect(places(page)).toBeVisible({ visible: !isPhone })
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  for (const name of PLACES) {
    await damier.press(places(page).getByRole('link', { name }))
    await expect(places(page).locator('[aria-current="page"]')).toHaveText(name)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    await expect(page).toHaveTitle(`${name} · Damier`)
  }
  await page.goto('./#/library')
  await expect(places(page).locator('[aria-current="true"]')).toHaveText('Study')
})

test('A new page has the focus at its title, and back restores the scroll position', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/learn')
  const lesson = page.getByRole('link', { name: /^9\. / })
  await lesson.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(200)
  await damier.press(lesson)
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
})

test('"Go to" finds pages, lessons and games, and opens a pasted position', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/learn')
  await expect(page.getByRole('heading', { level: 1, name: 'Learn' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect(field).toBeFocused()
  await field.fill('libr')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/library$/)
  await page.keyboard.press('Control+k')
  await field.fill('turk')
  await page.getByRole('option', { name: /Turkish draughts: the rules/ }).click()
  await expect(page).toHaveURL(/#\/rules\/turkish$/)
  await page.keyboard.press('Control+k')
  await field.fill('give one')
  await expect(page.getByRole('option')).toHaveCount(1)
  await field.fill('no such thing')
  await expect(page.getByText('Nothing has this name.')).toBeVisible()
  await field.fill('B:W31,32,K40:B12,18')
  await page.getByRole('option', { name: 'Open the pasted position' }).click()
  await expect(page).toHaveURL(/#\/editor\/international\/B/)
  await expect(damier.square(40)).toHaveAccessibleName(/white king/)
})

test('"?" lists the keys except in a text field', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/learn')
  await page.getByRole('heading', { level: 1 }).press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Ctrl+K')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: /^Page, lesson/ })
  await expect(field).toBeFocused()
  await page.keyboard.press('?')
  await expect(field).toHaveValue('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0)
})

test('The edge of the panel moves by keys and stays where it was put', async ({ damier, page }) => {
  await damier.begin('In a club')
  const edge = page.getByRole('separator')
  const width = async (): Promise<number> => (await page.locator('.beside').boundingBox())?.width ?? 0
  const ground = () => page.locator('.bar').evaluate((bar) => getComputedStyle(bar).backgroundColor)
  const [before, colour] = [await width(), await ground()]
  await edge.focus()
  for (let n = 0; n < 4; n++) await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBeGreaterThan(before + 60)
  const after = await width()
  expect(await ground()).toBe(colour)
  await page.reload()
  await expect.poll(width).toBe(after)
  await edge.dblclick()
  await expect.poll(width).toBe(before)
})
