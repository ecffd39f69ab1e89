// The frame around the pages: back, the board in sight, the game in the head, the chosen game, a phone on its side.
import { expect, test } from './damier'

test('Back leads to the page before, or a level up from a linked page', async ({ damier, page }) => {
  await damier.begin('In a club')
  const back = page.getByRole('link', { name: 'Back' })
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('./#/study')
  await damier.press(page.getByRole('link', { name: /^Endgames/ }))
  await expect(heading).toHaveText('Endgames')
  await damier.press(back)
  await expect(heading).toHaveText('Study')
  await page.goto('./#/play/game')
  await damier.press(page.getByRole('link', { name: 'The rules' }))
  await expect(heading).toHaveText('International draughts')
  await damier.press(back)
  await expect(page).toHaveURL(/#\/play\/game$/)
  // A linked page has no page before it.
  await page.goto('about:blank')
  await page.goto('./#/words/turkish-stroke')
  await damier.press(back)
  await expect(page).toHaveURL(/#\/words$/)
})

test('The board stays in sight upright and covers nothing in use', async ({ damier, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await damier.begin('In a club')
  await page.goto('./#/editor')
  const area = page.locator('.board-area')
  await expect(page.getByRole('grid')).toBeVisible()
  const last = page.getByRole('button', { name: 'Put in a lesson' })
  await last.focus()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  const [board, used] = [await area.boundingBox(), await last.boundingBox()]
  expect(board?.y).toBe(0)
  expect(used?.y).toBeGreaterThanOrEqual(board?.height ?? 999)
})

test('Every board is headed by its game, with its rules', async ({ damier, page }) => {
  await damier.begin('In a club')
  for (const address of ['learn/must-take', 'puzzles/boxwood', 'endings/opposition', 'table', 'editor', 'storm', 'search', 'squares']) {
    await page.goto(`./#/${address}`)
    const game = page.getByRole('main').getByRole('link', { name: 'International draughts The rules' })
    await expect(game).toHaveAttribute('href', '#/rules/international')
  }
})

test('Every place keeps the chosen game', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/study')
  await damier.chooseGame('Russian draughts')
  await damier.press(damier.game())
  await expect(page.getByRole('dialog').getByRole('button', { pressed: true })).toHaveText('Russian draughts')
  await expect(page.getByRole('link', { name: /^The rules ?: Russian draughts$/ })).toHaveAttribute('href', '#/rules/russian')
  await expect(page.getByRole('link', { name: /^Its lessons ?: Russian draughts$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(damier.game()).toBeFocused()
  for (const address of ['play', 'learn', 'puzzles', 'study', 'endings', 'editor', 'squares', 'count', 'boards', 'repertoire']) {
    await page.goto(`./#/${address}`)
    await expect(damier.game('The game: Russian draughts')).toBeVisible()
  }
  for (const address of ['table', 'search', 'compose']) {
    await page.goto(`./#/${address}`)
    await expect(page.getByRole('link', { name: 'Russian draughts The rules' })).toBeVisible()
  }
  // One tap begins a game of it.
  await page.goto('./#/play')
  await damier.press(page.getByRole('button', { name: 'Play at once' }))
  await expect(page.getByRole('gridcell')).toHaveCount(32)
})

test('A phone on its side reaches the settings and "Go to…"', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.setViewportSize({ width: 932, height: 430 })
  await page.goto('./#/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Settings' })).toBeVisible()
  await damier.press(main.getByRole('button', { name: 'Go to…' }))
  await expect(page.getByRole('combobox', { name: /^Page, lesson/ })).toBeFocused()
})
