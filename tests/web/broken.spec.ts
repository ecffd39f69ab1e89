// A worker whose module breaks during a call: the page starts another, which reads the store.
import type { Worker } from '@playwright/test'
import { expect, test } from './damier'

test('A game goes on after the worker’s module broke', async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  const worker = page.workers().find((one) => one.url().includes('app.worker')) as Worker
  const ended = worker.waitForEvent('close')
  // No call panics on purpose: the next one asks for the time and gets what a panic throws.
  await worker.evaluate(() => {
    Date.now = () => {
      throw new Error('panicked')
    }
  })
  // A move with other squares than the first, so that a late tap cannot make another move.
  await damier.move(20, 24)
  await ended
  // The broken call made no move, unless an earlier call broke; a second try makes it.
  await expect(async () => {
    if ((await damier.moves.getByRole('button').count()) === 1) await damier.move(20, 24)
    await expect(damier.moves.getByRole('button')).toHaveCount(2, { timeout: 30_000 })
  }).toPass()
  await page.reload()
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
})
