// Tells when a page is at rest: the core has answered every call, every requested file has arrived, and the result is drawn.
import { type Page, type Request, expect } from '@playwright/test'

interface Watched {
  /** Calls that the core has not answered yet. */
  calls: Map<Worker, Set<number>>
  /** Number of searches that the page has asked for. */
  searches: number
  /** Number of running waits of the app, if `hurry` has shortened them. */
  waits: number
}

const requests = new WeakMap<Page, Set<Request>>()

/** Starts watching a page. Call it before the page loads. */
export async function watch(page: Page): Promise<void> {
  const open = new Set<Request>()
  requests.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.addInitScript(() => {
    const watched: Watched = { calls: new Map(), searches: 0, waits: 0 }
    Object.assign(globalThis, { watched })
    const { postMessage, terminate } = Worker.prototype
    Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
      const [message] = given as [{ id?: number; name?: string; params?: string }]
      const { id } = message
      if (id !== undefined && message.name !== undefined) {
        let calls = watched.calls.get(this)
        if (!calls) {
          watched.calls.set(this, (calls = new Set()))
          this.addEventListener('message', ({ data }: MessageEvent<{ id?: number }>) => calls?.delete(data.id ?? -1))
        }
        calls.add(id)
      } else if (message.params !== undefined) watched.searches++
      return (postMessage as (...all: unknown[]) => void).apply(this, given)
    }
    Worker.prototype.terminate = function (this: Worker) {
      watched.calls.delete(this)
      terminate.call(this)
    }
  })
}

/** Number of searches that the page has asked for since it was loaded. */
export const searches = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.searches)

/** Waits until the page is at rest. A running search and a ticking clock do not count. */
export async function atRest(page: Page): Promise<void> {
  await expect(async () => {
    expect([...(requests.get(page) ?? [])].map((request) => request.url())).toEqual([])
    expect(await page.evaluate(drawnAnswers)).toEqual({ calls: [], waits: 0 })
    expect([...(requests.get(page) ?? [])].map((request) => request.url())).toEqual([])
  }).toPass({ intervals: [20, 50, 100] })
}

/** Waits for three frames. Returns the unanswered calls and the number of waits. */
async function drawnAnswers(): Promise<{ calls: number[]; waits: number }> {
  await document.fonts.ready
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  const { calls, waits } = (globalThis as unknown as { watched: Watched }).watched
  return { calls: [...calls.values()].flatMap((some) => [...some]), waits }
}

/** Waits until the page has drawn its last changes. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
  })
