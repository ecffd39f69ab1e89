// How soon the board answers: from a tap to what is then painted, with the processor slowed four times.
import { expect, test } from './damier'

/** Milliseconds that half of all taps must stay under. */
const MEDIAN = 50
const SLOWER = 4

test('input to next paint: under 50 ms in the middle, on a processor four times as slow', async ({ damier, page }) => {
  await damier.twoPeople()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.evaluate(() => {
    const delays = new Map<number, number>()
    Object.assign(window, { delays })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        // One touch is several events: the longest of them is what the player waits for.
        if (entry.interactionId > 0) delays.set(entry.interactionId, Math.max(entry.duration, delays.get(entry.interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit)
  })
  let taps = 0
  for (const [from, to] of [[32, 28], [19, 23], [28, 19], [14, 23], [37, 32], [10, 14], [41, 37], [14, 19], [34, 29], [23, 34], [40, 29], [5, 10]] as const) {
    await expect(damier.square(from)).toHaveAccessibleName(/can move|must take/)
    await damier.move(from, to)
    taps += 2
    await expect(damier.moves.getByRole('button')).toHaveCount(taps / 2)
  }
  await page.waitForTimeout(300)
  const slow = await page.evaluate(() => [...(window as unknown as { delays: Map<number, number> }).delays.values()])
  // What was quicker than the platform's least measure is not listed: it counts as that least.
  const all = [...slow, ...Array.from({ length: Math.max(0, taps - slow.length) }, () => 16)].toSorted((a, b) => a - b)
  const median = all[Math.floor(all.length / 2)] ?? 0
  console.log(`input to next paint, processor ${SLOWER} times slower: median ${median} ms, longest ${all.at(-1)} ms, ${taps} taps`)
  expect(median).toBeLessThan(MEDIAN)
})
