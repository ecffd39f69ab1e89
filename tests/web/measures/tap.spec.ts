// Measures what the board costs the page's thread for a tap, with the processor slowed four times, and how soon the answer is painted.
import { expect, test } from '../damier'
import { atRest, drawn } from '../rest'

/** Rows of the list that a tap is compared with. */
const ROWS = 1000
const SLOWER = 4
/** The least duration that the browser reports; milliseconds. */
const LEAST = 16

const moves = [
  [32, 28],
  [19, 23],
  [28, 19],
  [14, 23],
  [37, 32],
  [10, 14],
  [41, 37],
  [14, 19],
  [34, 29],
  [23, 34],
  [40, 29],
  [5, 10],
] as const

test('A tap costs less than a list of a thousand rows', async ({ damier, page }) => {
  await damier.twoPeople()
  // The first sound opens the audio device.
  await damier.tap(32)
  await damier.tap(32)
  await atRest(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  // Processor time of the page's own thread.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  await page.evaluate((least) => {
    const delays = new Map<number, number>()
    Object.assign(window, { delays })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
        // One touch is several events: the player waits for the longest.
        if (entry.interactionId > 0) delays.set(entry.interactionId, Math.max(entry.duration, delays.get(entry.interactionId) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: least, buffered: false } as PerformanceObserverInit)
  }, LEAST)
  // Measured on the same thread at the same time, so that a busy machine changes both.
  const list = async (): Promise<number> => {
    const before = await worked()
    await page.evaluate((rows) => {
      const list = document.createElement('ol')
      for (let row = 0; row < rows; row++) list.append(Object.assign(document.createElement('li'), { textContent: `row ${row}` }))
      document.body.append(list)
      void list.offsetHeight
      list.remove()
    }, ROWS)
    return (await worked()) - before
  }
  let [work, rows] = [0, 0]
  for (const [index, [from, to]] of moves.entries()) {
    await expect(damier.square(from)).toHaveAccessibleName(/can move|must take/)
    // Looked up first: finding a square by its name is the test's work.
    const points = [await damier.middle(from), await damier.middle(to)]
    const before = await worked()
    for (const { x, y } of points) await page.mouse.click(x, y)
    work += (await worked()) - before
    rows += 2 * (await list())
    await expect(damier.moves.getByRole('button')).toHaveCount(index + 1)
  }
  const taps = moves.length * 2
  await drawn(page)
  const slow = await page.evaluate(() => [...(window as unknown as { delays: Map<number, number> }).delays.values()])
  const all = [...slow, ...Array.from({ length: Math.max(0, taps - slow.length) }, () => LEAST)].toSorted((a, b) => a - b)
  const median = all[Math.floor(all.length / 2)] ?? 0
  const figures = `median ${median} ms, longest ${all.at(-1)} ms, ${(work / taps).toFixed(0)} ms of work a tap, ${(rows / taps).toFixed(0)} ms a list, ${taps} taps`
  console.log(`input to next paint, processor ${SLOWER} times slower: ${figures}`)
  expect(work).toBeGreaterThan(0)
  expect(work).toBeLessThan(rows)
})
