// The review of a game, its export with evaluations or as an animated picture, and the pages about mistakes.
import { readFile } from 'node:fs/promises'
import { type Damier, expect, test } from './damier'
import { searches } from './rest'

/** Black loses two men with its last move but one. */
const GAME =
  '[White "Ann"]\n[Black "Ben"]\n[Result "2-0"]\n[GameType "20"]\n\n1. 32-28 18-23 2. 38-32 12-18 3. 31-27 7-12 4. 36-31 17-21 5. 42-38 21-26 2-0\n\n'

async function opened(damier: Damier): Promise<void> {
  const { page } = damier
  await damier.begin('Not yet')
  await page.goto('./#/library')
  await page.locator('input[type="file"][multiple]').setInputFiles({ name: 'club.pdn', mimeType: 'text/plain', buffer: Buffer.from(GAME) })
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toBeVisible()
  await damier.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
  await damier.press(page.getByRole('option', { name: /Ann/ }))
  await expect(page.getByRole('grid')).toBeVisible()
}

async function reviewed(damier: Damier): Promise<void> {
  await damier.press(damier.page.getByRole('tab', { name: 'Review' }))
  await expect(damier.page.getByRole('table', { name: 'Accuracy by phase' })).toBeVisible({ timeout: 90_000 })
}

test('A review is kept with its game and exported with its evaluations', async ({ damier, page }) => {
  await opened(damier)
  await reviewed(damier)
  await page.reload()
  await damier.press(page.getByRole('tab', { name: 'Review' }))
  await expect(page.getByRole('table', { name: 'Accuracy by phase' })).toBeVisible()
  expect(await searches(page)).toBe(0)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  const download = page.waitForEvent('download')
  await damier.press(page.getByRole('button', { name: 'Save as PDN with evaluations' }))
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.match(/\[%eval -?\d+\.\d\d\]/g)?.length).toBe(11)
})

test('A game is saved as an animated picture', async ({ damier, page }) => {
  await opened(damier)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Animated picture' }))
  const download = page.waitForEvent('download')
  await damier.press(page.getByRole('button', { name: 'Save as GIF' }))
  const bytes = await readFile(await (await download).path())
  expect(bytes.subarray(0, 6).toString('latin1')).toBe('GIF89a')
  expect([bytes.readUInt16LE(6), bytes.at(-1)]).toEqual([320, 0x3b])
  // One frame per move and one for the start, each with its control block.
  expect(bytes.toString('latin1').split('\x21\xf9\x04').length - 1).toBe(11)
})

test('The pages of mistakes say that there is nothing yet', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/where-you-lose')
  await expect(page.getByText('Here your reviewed games come together.')).toBeVisible()
  await page.goto('./#/mistakes')
  await expect(page.getByText('Nothing is due.')).toBeVisible()
})

test('One’s own games are reviewed and counted', async ({ damier, page }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Resign' }))
  await damier.press(page.getByRole('button', { name: 'Resign' }).last())
  await page.goto('./#/where-you-lose')
  await damier.press(page.getByRole('button', { name: 'Review them' }))
  await expect(page.getByText('1 game, 0% of the points.')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('region', { name: 'Given away, in points a game' })).toContainText('Opening')
})
