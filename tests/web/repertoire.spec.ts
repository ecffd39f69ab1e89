// A repertoire: built on the board, from openings and from a game, compared with the library, practised, saved and read from a file.
import { readFile } from 'node:fs/promises'
import { type Damier, expect, test } from './damier'

const game = (moves: string): string => `[White "Anna"]\n[Black "Bruno"]\n[Result "1-1"]\n[GameType "20"]\n\n${moves} 1-1\n\n`

/** Eleven games: 18-23 is the most frequent reply, then 17-21. */
const GAMES = [
  ...Array.from({ length: 7 }, () => game('1. 32-28 18-23 2. 33-29')),
  ...Array.from({ length: 4 }, () => game('1. 32-28 17-21 2. 33-29')),
]

async function library(damier: Damier): Promise<void> {
  const { page } = damier
  await damier.begin('Not yet')
  await page.goto('./#/library')
  const files = page.locator('input[type="file"][multiple]')
  // Different names, because duplicates are not imported.
  const text = GAMES.map((one, index) => one.replace('Anna', `Anna ${index}`)).join('')
  await files.setInputFiles({ name: 'club.pdn', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toBeVisible()
  await damier.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
}

const side = (damier: Damier, name: string) => damier.page.getByRole('region', { name })

/** Waits until the opponent's move has been shown. */
async function asked({ page }: Damier): Promise<void> {
  await expect(page.getByRole('button', { name: 'Show the answer' })).toBeEnabled()
}

async function bringIn(damier: Damier, name: string, text: string): Promise<void> {
  const input = side(damier, name).locator('input[type="file"]')
  await input.setInputFiles({ name: 'lines.pdn', mimeType: 'text/plain', buffer: Buffer.from(text) })
}

test('A repertoire is begun on the board and says what it lacks', async ({ damier, page }) => {
  await library(damier)
  await page.goto('./#/study')
  await damier.press(page.getByRole('link', { name: /^Repertoire/ }))
  await expect(page.getByRole('heading', { name: 'With White' })).toBeVisible()
  await damier.press(side(damier, 'With White').getByRole('button', { name: 'Begin' }))
  await expect(page.getByRole('heading', { name: 'Repertoire with White' })).toBeVisible()
  const book = page.getByRole('region', { name: 'Openings' })
  await damier.press(book.getByRole('button', { name: /^32-28, 11 games/ }))
  await damier.press(book.getByRole('button', { name: /^17-21, 4 games/ }))
  await damier.press(book.getByRole('button', { name: /^33-29, 4 games/ }))
  // The repertoire itself does not count as a game.
  await expect(book.getByRole('button', { name: /^33-29, / })).toHaveCount(0)

  await page.goto('./#/repertoire')
  const white = side(damier, 'With White')
  await expect(white).toContainText('3 moves · 2 positions to know · 2 new')
  // Seven of eleven games play another reply.
  const gap = white.getByRole('button', { name: /18-23.*64% of the games in this repertoire · 7 games of the library/ })
  await damier.press(gap)
  await expect(page.getByRole('region', { name: 'The moves of the game' }).getByRole('button', { name: '1. 32-28' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await damier.press(book.getByRole('button', { name: /^18-23, 7 games/ }))
  await page.goto('./#/repertoire')
  await expect(white.getByRole('button', { name: /18-23.*your answer is missing/ })).toBeVisible()
})

test('A line of a game becomes a repertoire and is practised', async ({ damier, page }) => {
  await library(damier)
  await damier.press(page.getByRole('option', { name: /Anna 0/ }))
  await damier.press(page.getByRole('tab', { name: 'Openings' }))
  await damier.press(page.getByRole('button', { name: 'End', exact: true }))
  const put = page.getByRole('region', { name: 'Into my repertoire' })
  await damier.press(put.getByRole('button', { name: 'With White' }))
  await expect(put).toContainText('3 moves added.')
  await damier.press(put.getByRole('button', { name: 'With White' }))
  await expect(put).toContainText('All of it was there already.')

  await page.goto('./#/today')
  await page.reload()
  await damier.press(page.getByRole('link', { name: /^2 positions of your repertoire/ }))
  await expect(page.getByText('What do you play?').first()).toBeVisible()
  await expect(page.getByText('2 left')).toBeVisible()
  await asked(damier)
  // A move outside the repertoire.
  await damier.move(33, 28)
  await expect(page.locator('.said')).toContainText('Your repertoire has 32-28 here. Again in 1 day.')
  await damier.press(page.getByRole('button', { name: 'Next', exact: true }))
  await expect(page.locator('p', { hasText: '1. 32-28 18-23' })).toBeVisible()
  await asked(damier)
  await damier.move(33, 29)
  await expect(page.locator('.said')).toContainText('That is your move.')
  await damier.press(page.getByRole('button', { name: 'Next', exact: true }))
  // The missed position comes again.
  await expect(page.getByText('1 left')).toBeVisible()
  await asked(damier)
  await damier.move(32, 28)
  await expect(page.locator('.said')).toContainText('That is your move.')
  await damier.press(page.getByRole('button', { name: 'Next', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: 'Practised.' })).toBeVisible()
  await expect(page.getByText('1 of 2 right.')).toBeVisible()
  await damier.press(page.getByRole('link', { name: 'Repertoire' }).last())
  await expect(side(damier, 'With White')).toContainText('All practised for today')
})

test('Lines are read from a file and saved as PDN', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/repertoire')
  await bringIn(damier, 'With Black', '1. 32-28 {the usual} 18-23 (1... 17-21 2. 33-29) 2. 33-29 23x32 *')
  const black = side(damier, 'With Black')
  await expect(black).toContainText('6 moves added.')
  await expect(black).toContainText('6 moves · 1 position to know')
  await bringIn(damier, 'With Black', '[FEN "W:W32:B5"]\n1. 32-28 *')
  await expect(black).toContainText('Nothing in it begins at the start of this game.')
  await bringIn(damier, 'With Black', 'x'.repeat(300_000))
  await expect(black).toContainText('That is more than a repertoire takes at once')
  const download = page.waitForEvent('download')
  await damier.press(black.getByRole('button', { name: 'Save as PDN' }))
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('1. 32-28 {the usual} 1... 18-23 (1... 17-21 2. 33-29) 2. 33-29 23x32')
  await expect(side(damier, 'With White')).toContainText('Nothing yet.')
})
