// The frame: five places always in reach, nothing farther than two taps, back as it was left, and boards as large as the window allows.
import type { Page } from '@playwright/test'
import { expect, test } from './damier'
import { furnish } from './routes'

const PLACES = ['Today', 'Play', 'Learn', 'Puzzles', 'Study']
/** Every page that needs no more than its address. */
const PAGES = [
  '',
  'placement',
  'play',
  'play/game',
  'boards',
  'correspondence',
  'table',
  'clock',
  'learn',
  'rules',
  'words',
  'diplomas',
  'album',
  'pictures',
  'squares',
  'count',
  'endings',
  'games',
  'puzzles',
  'storm',
  'shot-or-not',
  'defend',
  'blind',
  'mix',
  'compose',
  'study',
  'analysis',
  'library',
  'search',
  'editor',
  'repertoire',
  'mistakes',
  'where-you-lose',
  'settings',
  'licences',
  'people',
]

const places = (page: Page) => page.getByRole('navigation', { name: 'Places' })

/** The addresses to which the links of a page lead. */
async function leads(page: Page): Promise<string[]> {
  const links = page.locator('a[href^="#/"]')
  await expect(links.first()).toBeVisible()
  // Some stand below what is still to come.
  let before = -1
  await expect
    .poll(
      async () => {
        const now = await links.count()
        const same = now === before
        before = now
        return same
      },
      { intervals: [400] },
    )
    .toBe(true)
  return links.evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').replace('#/', '')))
}

test('every page is two taps from today', async ({ damier, page }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await page.goto('./#/')
  await expect(page.getByRole('link', { name: 'Resume the game' })).toBeVisible()
  // What a slow machine brings late is looked for once more.
  await expect(async () => {
    await page.goto('./#/')
    const first = await leads(page)
    const reached = new Set(first)
    for (const address of new Set(first)) {
      // Links of training begin a series of their own.
      if (!PAGES.includes(address)) continue
      await page.goto(`./#/${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      for (const next of await leads(page)) reached.add(next)
    }
    expect(PAGES.filter((address) => !reached.has(address))).toEqual([])
  }).toPass()
})

test('the places are there, say where one is, and give way to a board on a phone', async ({ damier, page, viewport }) => {
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

test('another page has the focus at its title; back finds it scrolled as it was left', async ({ damier, page }) => {
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

test('"go to" finds pages, lessons and games by a few letters, and opens a pasted position', async ({ damier, page }) => {
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

test('"?" lists the keys, but not while one writes', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/learn')
  await page.getByRole('heading', { level: 1 }).press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Ctrl+K')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: /^A page/ })).toHaveValue('?')
})

/** The least a board must have, its numbers included: of the window's width upright, in pixels lying. */
const BOARDS = [
  { width: 360, height: 640, least: 360 },
  { width: 390, height: 844, least: 390 },
  { width: 768, height: 1024, least: 740 },
  { width: 1280, height: 800, least: 736 },
  { width: 1920, height: 1080, least: 1010 },
]
const BOARD_PAGES = [
  'play/game',
  'library/1',
  'learn/must-take',
  'puzzles/boxwood',
  'training/rated',
  'shot-or-not',
  'defend',
  'storm',
  'blind',
  'endings/opposition',
  'editor',
  'compose',
  'search',
  'lesson-composer/international/W:W31,32:B18,19',
  'table',
  'squares',
  'count',
]
for (const { width, height, least } of BOARDS) {
  test(`a board has ${least} of ${width}×${height}, on every page with one`, async ({ damier, page }) => {
    await page.setViewportSize({ width, height })
    const furnished = await furnish(damier)
    for (const address of [...BOARD_PAGES, ...furnished.filter((one) => /^(link|correspondence)\/./.test(one))]) {
      await page.goto(`./#/${address}`)
      const area = page.locator('.board-area')
      await expect(area.getByRole('grid').or(area.getByRole('group')).first(), address).toBeVisible()
      const box = await area.boundingBox()
      test.info().annotations.push({ type: 'board', description: `${address} ${box?.width} × ${box?.height}` })
      expect.soft(box?.width, address).toBeGreaterThanOrEqual(least)
      // Whole in the window, whatever is beside it.
      expect.soft((box?.y ?? 0) + (box?.height ?? 0), address).toBeLessThanOrEqual(height)
    }
  })
}

test('the edge of the panel is moved by keys, and stays where it was put', async ({ damier, page, viewport }) => {
  test.skip((viewport?.width ?? 0) < 900, 'upright there is no panel beside the board')
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
