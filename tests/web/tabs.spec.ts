// Two pages of one browser: one has the store, the other says so and can take it, and no move is lost between them.
import { Damier, expect, test } from './damier'

test('a second page takes over in the middle of a move, and the first takes back', async ({ damier, page, context, hasTouch }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)

  const other = await context.newPage()
  const second = new Damier(other, hasTouch ?? false)
  await other.goto('./#/play')
  await expect(other.getByRole('alert')).toContainText('Damier is open in another window')
  // The move is under way, and the computer's answer after it.
  await damier.move(37, 32)
  await second.press(other.getByRole('button', { name: 'Use it here' }))
  await expect(page.getByRole('alert')).toContainText('Damier goes on in another window')
  await expect(second.moves.getByRole('button')).toHaveCount(4)
  await expect(second.moves).toContainText('37-32')

  await damier.press(page.getByRole('button', { name: 'Use it here' }))
  await expect(other.getByRole('alert')).toContainText('Damier goes on in another window')
  await expect(damier.moves.getByRole('button')).toHaveCount(4)
  // Who is left alone goes on.
  await page.close()
  await expect(second.moves.getByRole('button')).toHaveCount(4)
})

test('a page that waits goes on by itself once the first is closed', async ({ damier, page, context, hasTouch }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  const other = await context.newPage()
  await other.goto('./#/play')
  await expect(other.getByRole('alert')).toContainText('Damier is open in another window')
  await page.close()
  await expect(new Damier(other, hasTouch ?? false).moves.getByRole('button')).toHaveCount(2)
})

test('a first page that is stuck does not keep the store', async ({ damier, page, context, hasTouch }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  const other = await context.newPage()
  await other.goto('./#/play')
  await expect(other.getByRole('alert')).toContainText('Damier is open in another window')
  void page.evaluate(() => {
    for (;;);
  }).catch(() => undefined)
  const second = new Damier(other, hasTouch ?? false)
  await second.press(other.getByRole('button', { name: 'Use it here' }))
  await expect(second.moves.getByRole('button')).toHaveCount(2)
})
