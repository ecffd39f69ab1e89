import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reload } from './reload'
import { Version } from './version'

const told = vi.hoisted(() => ({ now: {} as Record<string, unknown> }))
vi.mock('./reload', () => ({ reload: vi.fn<(told: { tries?: number }) => void>(), recall: (key: string) => told.now[key] }))

/** A waiting version; browsers differ in what follows its activation. */
class Waiting extends EventTarget {
  state = 'installed'
  constructor(private readonly letIn: (worker: Waiting) => void) {
    super()
  }
  postMessage(said: string): void {
    if (said === 'skipWaiting') this.letIn(this)
  }
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

/** The browser's side: a page served by one version while another waits. */
class Workers extends EventTarget {
  controller: object | null = {}
  readonly registration: EventTarget & { waiting: Waiting; active: object }
  constructor(letIn: (worker: Waiting) => void) {
    super()
    this.registration = Object.assign(new EventTarget(), { waiting: new Waiting(letIn), active: {} })
  }
  register = vi.fn<() => Promise<unknown>>(() => Promise.resolve(this.registration))
  getRegistration = (): Promise<unknown> => Promise.resolve(this.registration)
}

/** Time without requests before another version is activated, in milliseconds. */
const QUIET = 300

const order: string[] = []
const close = (): Promise<void> => {
  order.push('closed')
  return Promise.resolve()
}

function version(workers: Workers): Version {
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true })
  return new Version(close, () => undefined)
}

beforeEach(() => {
  vi.useFakeTimers()
  order.length = 0
  told.now = {}
  vi.mocked(reload)
    .mockReset()
    .mockImplementation(() => void order.push('begun anew'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

it('a first visit caches the app after its first page is shown; a later visit checks for a newer version at once', async () => {
  const first = new Workers(() => undefined)
  first.controller = null
  const page = version(first)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(first.register).not.toHaveBeenCalled()
  page.keep()
  page.keep()
  await vi.advanceTimersByTimeAsync(3000)
  expect(first.register).toHaveBeenCalledOnce()

  const later = new Workers(() => undefined)
  version(later)
  expect(later.register).toHaveBeenCalledOnce()
})

it('closes the store, activates the newer version, and reloads on controllerchange', async () => {
  const workers: Workers = new Workers(() => {
    order.push('let in')
    workers.dispatchEvent(new Event('controllerchange'))
  })
  void version(workers).bring()
  await vi.advanceTimersByTimeAsync(QUIET)
  expect(order).toEqual(['closed', 'let in', 'begun anew'])
})

it('activates a version only after the page has made its last request', async () => {
  let fetched = 3
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => Array.from({ length: fetched }) as PerformanceEntryList)
  void version(new Workers(() => order.push('let in'))).bring()
  for (let i = 0; i < 3; i++) {
    await vi.advanceTimersByTimeAsync(200)
    fetched++
  }
  expect(order).toEqual(['closed'])
  await vi.advanceTimersByTimeAsync(2 * QUIET)
  expect(order).toEqual(['closed', 'let in'])
})

it('a page of the old version that started during an activation reloads, a few times at most', async () => {
  const workers: Workers = new Workers(() => workers.dispatchEvent(new Event('controllerchange')))
  void version(workers).atStart()
  await vi.advanceTimersByTimeAsync(QUIET)
  const [before] = vi.mocked(reload).mock.calls.flat()
  expect(before?.tries).toBe(1)

  Reflect.deleteProperty(workers.registration, 'waiting')
  await version(workers).atStart()
  expect(reload).toHaveBeenCalledTimes(1)
  for (const tries of [1, 2, 3]) {
    told.now = { ...before, tries }
    void version(workers).atStart()
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(
    vi
      .mocked(reload)
      .mock.calls.slice(1)
      .map(([{ tries }]) => tries),
  ).toEqual([2, 3])
})

it('reloads two seconds after activation without controllerchange, as in Safari on iOS', async () => {
  void version(new Workers((worker) => worker.become('activated'))).bring()
  await vi.advanceTimersByTimeAsync(QUIET + 1900)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(reload).toHaveBeenCalledOnce()
})

it('stops waiting for a version that the old worker holds off', async () => {
  void version(new Workers(() => undefined)).bring()
  await vi.advanceTimersByTimeAsync(QUIET + 7900)
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(reload).toHaveBeenCalledOnce()
})

it('reloads once when asked twice', async () => {
  const workers: Workers = new Workers(() => workers.dispatchEvent(new Event('controllerchange')))
  const one = version(workers)
  void one.bring()
  void one.bring()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(order).toEqual(['closed', 'begun anew'])
})
