// Two pages of one browser: one holds the store, the other says so and can take it over without losing a move.
import { Damier, expect, test } from './damier'

/** Opens a second page, which says that the first holds the store. */
async function besides({ page }: Damier, hasTouch: boolean): Promise<Damier> {
  const other = await page.context().newPage()
  await other.goto('./#/play/game')
  await expect(other.getByRole('alert')).toContainText('Damier is open in another window')
  return new Damier(other, hasTouch)
}

/** Begins a game with a move and its reply. */
async function begun(damier: Damier): Promise<void> {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
}

test('A second page takes over in the middle of a move', { tag: '@main' }, async ({ damier, page, hasTouch }) => {
  await damier.begin('In a club')
  const second = await besides(damier, hasTouch ?? false)
  // The store changes hands while the move and the computer's reply are under way.
  await damier.move(32, 28)
  await second.press(second.page.getByRole('button', { name: 'Use it here' }))
  await expect(page.getByRole('alert')).toContainText('Damier goes on in another window')
  await expect(second.moves.getByRole('button')).toHaveCount(2)
  await expect(second.moves).toContainText('32-28')

  await damier.press(page.getByRole('button', { name: 'Use it here' }))
  await expect(second.page.getByRole('alert')).toContainText('Damier goes on in another window')
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  // The remaining page goes on.
  await page.close()
  await expect(second.moves.getByRole('button')).toHaveCount(2)
})

test('A waiting page goes on once the first is closed', async ({ damier, page, hasTouch }) => {
  await begun(damier)
  const second = await besides(damier, hasTouch ?? false)
  await page.close()
  await expect(second.moves.getByRole('button')).toHaveCount(2)
})

test('A first page that is stuck gives up the store', async ({ damier, page, hasTouch }) => {
  await begun(damier)
  const second = await besides(damier, hasTouch ?? false)
  void page
    .evaluate(() => {
      for (;;);
    })
    .catch(() => undefined)
  await second.press(second.page.getByRole('button', { name: 'Use it here' }))
  await expect(second.moves.getByRole('button')).toHaveCount(2)
})
