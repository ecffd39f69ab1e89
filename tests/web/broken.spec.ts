// A worker whose module breaks in the middle of a call: the page begins anew with another, which reads the store.
import type { Worker } from '@playwright/test'
import { expect, test } from './damier'

test('A game goes on after the worker’s module broke', async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  const worker = page.workers().find((one) => one.url().includes('app.worker')) as Worker
  const ended = worker.waitForEvent('close')
  // No call panics on purpose. The next asks for the time within the call, and is thrown what a panic throws.
  await worker.evaluate(() => {
    Date.now = () => {
      throw new Error('panicked')
    }
  })
  // Taps of it that come late are no other move's.
  await damier.move(20, 24)
  await ended
  // The move was not made, but where a call before it broke; and the same page makes it once it is tried again.
  await expect(async () => {
    if ((await damier.moves.getByRole('button').count()) === 1) await damier.move(20, 24)
    await expect(damier.moves.getByRole('button')).toHaveCount(2, { timeout: 30_000 })
  }).toPass()
  await page.reload()
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
})
