// Study: the openings of the library, the analysis board, and a printed game.
import { readFile } from 'node:fs/promises'
import { type Damier, expect, test } from './damier'

const game = (white: string, year: number, result: string, moves: string): string =>
  `[White "${white}"]\n[Black "Bruno Petit"]\n[Date "${year}"]\n[Result "${result}"]\n[GameType "20"]\n[WhiteRating "2100"]\n\n${moves} ${result}\n\n`

const GAMES = [
  game('Anna Bakker', 1996, '2-0', '1. 32-28 17-21 2. 33-29 11-17'),
  game('Anna Bakker', 2000, '1-1', '1. 32-28 17-21 2. 33-29 12-17'),
  game('Carla Visser', 2004, '0-2', '1. 33-29 17-21 2. 32-28 11-17'),
].join('')

async function withGames(damier: Damier): Promise<void> {
  const { page } = damier
  await damier.begin('Not yet')
  await page.goto('./#/library')
  await page.locator('input[type="file"][multiple]').setInputFiles({ name: 'club.pdn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) })
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toBeVisible()
  await damier.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
  await damier.press(page.getByRole('option', { name: /Carla Visser/ }))
}

const moves = (damier: Damier) => damier.page.getByRole('region', { name: 'The moves of the game' })

async function menu(damier: Damier): Promise<void> {
  await damier.press(damier.page.getByRole('button', { name: 'Menu' }))
}

async function close(damier: Damier): Promise<void> {
  await damier.press(damier.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
  await expect(damier.page.getByRole('dialog')).toHaveCount(0)
}

test('The openings of the library are walked through and filtered', async ({ damier, page }) => {
  await withGames(damier)
  await damier.press(page.getByRole('tab', { name: 'Openings' }))
  const book = page.getByRole('region', { name: 'Openings' })
  await expect(book).toContainText('3 games')
  const first = book.getByRole('button', { name: /^32-28, 2 games, White wins 50%, drawn 50%, Black wins 0%/ })
  await expect(first).toContainText('year 1998 on average · rating 2100')
  // The computer's games are listed apart.
  await expect(book.getByRole('heading', { name: /The computer against itself/ })).toBeVisible()

  // Playing a book move makes a variation, and the book follows.
  await damier.press(first)
  await expect(moves(damier).getByRole('button', { name: '1. 32-28' })).toHaveAttribute('aria-current', 'step')
  await expect(book.getByRole('button', { name: /^17-21, 2 games/ })).toBeVisible()
  await damier.press(book.getByRole('button', { name: /^17-21, 2 games/ }))
  // Transpositions are counted apart.
  await expect(book.getByRole('button', { name: /^33-29, 2 games/ })).toContainText('+1 by other moves')
  await damier.press(book.getByRole('button', { name: /^33-29, 2 games/ }))
  await expect(book).toContainText('3 games')
  await expect(book.getByRole('heading', { name: 'Reached by' })).toBeVisible()

  // Only Anna's games with White.
  await damier.press(book.getByRole('button', { name: 'Which games?' }))
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Player').first().fill('bakker')
  await damier.press(sheet.getByRole('radio', { name: 'White', exact: true }))
  await damier.press(sheet.getByRole('button', { name: 'Find', exact: true }))
  await expect(book).toContainText('2 games')
  await damier.press(book.getByRole('button', { name: 'Remove the filter White: bakker' }))
  await expect(book).toContainText('3 games')

  // A listed game opens at this position, and so does the newest game by a move order.
  await damier.press(book.getByRole('button', { name: /Anna Bakker.*1-1/ }))
  await expect(moves(damier).getByRole('button', { name: '2. 33-29' })).toHaveAttribute('aria-current', 'step')
  await damier.press(book.getByRole('button', { name: /^32-28 1$/ }))
  await expect(moves(damier).getByRole('button', { name: '2. 32-28' })).toHaveAttribute('aria-current', 'step')
})

test('An analysis is drawn on, named, saved and thrown away', async ({ damier, page, hasTouch }) => {
  await damier.begin('Not yet')
  await page.goto('./#/study')
  await damier.press(page.getByRole('link', { name: /Analysis board/ }))
  await expect(page.getByRole('heading', { name: 'Analysis board' })).toBeVisible()
  await expect(page).toHaveURL(/#\/library\/\d+$/)
  await damier.move(32, 28)
  await damier.move(19, 23)
  await expect(moves(damier).getByRole('button')).toHaveCount(2)
  if (!hasTouch) {
    const [from, to] = [await damier.middle(28), await damier.middle(19)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up({ button: 'right' })
    await expect(page.locator('.mark.choice-1')).toHaveCount(1)
  }

  // The analysis is kept after leaving.
  await page.goto('./#/study')
  await page.reload()
  await damier.press(page.getByRole('link', { name: /Analysis board/ }))
  await expect(moves(damier).getByRole('button')).toHaveCount(2)
  await damier.press(page.getByRole('button', { name: 'End', exact: true }))
  if (!hasTouch) await expect(page.locator('.mark.choice-1')).toHaveCount(1)

  await menu(damier)
  await page.getByRole('textbox', { name: 'Name of the analysis' }).fill('My idea')
  await page.getByRole('textbox', { name: 'Name of the analysis' }).blur()
  await close(damier)
  await expect(page.getByRole('heading', { name: 'My idea' })).toBeVisible()
  await menu(damier)
  const download = page.waitForEvent('download')
  await damier.press(page.getByRole('button', { name: 'Save as PDN' }))
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('[Event "My idea"]')
  if (!hasTouch) expect(text).toMatch(/19-23 \{\[%cal [GRYB]2819\]\}/)
  await close(damier)

  // A named analysis is kept; the next one starts empty, is thrown away and restored.
  await page.goto('./#/analysis')
  await expect(page.getByRole('heading', { name: 'Analysis board' })).toBeVisible()
  await expect(page.getByText('No moves yet: play on the board.')).toBeVisible()
  await damier.move(33, 28)
  await expect(moves(damier).getByRole('button')).toHaveCount(1)
  await menu(damier)
  await damier.press(page.getByRole('button', { name: 'Throw away' }))
  await expect(page.getByText('1 game deleted.').first()).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByRole('listbox', { name: 'The games' }).getByRole('option')).toHaveCount(2)
})

test('An analysis begins from a position or a copy of a game', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto(`./#/editor/international/${encodeURIComponent('W:W32,33,38:B18,19,23')}`)
  await damier.press(page.getByRole('button', { name: 'To the analysis board' }))
  await expect(page.getByRole('heading', { name: 'Analysis board' })).toBeVisible()
  await damier.move(32, 28)
  await expect(moves(damier).getByRole('button')).toHaveCount(1)

  await page.goto('./#/library')
  await page.locator('input[type="file"][multiple]').setInputFiles({ name: 'club.pdn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) })
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toBeVisible()
  await close(damier)
  await damier.press(page.getByRole('option', { name: /Carla Visser/ }))
  await expect(moves(damier).getByRole('button')).toHaveCount(4)
  const before = page.url()
  await menu(damier)
  await damier.press(page.getByRole('button', { name: 'Analyse in a copy' }))
  await expect(page).not.toHaveURL(before)
  await expect(moves(damier).getByRole('button')).toHaveCount(4)
  await damier.move(32, 28)
  await expect(moves(damier).getByRole('button')).toHaveCount(5)
  // The game itself is unchanged.
  await page.goto(before)
  await expect(moves(damier).getByRole('button')).toHaveCount(4)
})

test('A game is printed with a diagram at the annotated move', async ({ damier, page }) => {
  await withGames(damier)
  await damier.press(page.getByRole('tab', { name: 'Notes' }))
  await damier.press(page.getByRole('button', { name: 'End', exact: true }))
  await damier.press(page.getByRole('button', { name: '! strong move' }))
  await menu(damier)
  await damier.press(page.getByRole('button', { name: 'Print', exact: true }))
  await expect(page.locator('.paper h2')).toHaveText('Carla Visser – Bruno Petit')
  await expect(page.locator('.paper figure')).toHaveCount(1)
  await expect(page.locator('.paper figcaption')).toHaveText('2. … 11-17!')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden()
  await expect(page.locator('.paper figure svg')).toBeVisible()
})
