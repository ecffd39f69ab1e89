import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepAwake } from './wake-lock'

/** The locks granted so far. */
let locks: { released: boolean; release(): Promise<void> }[] = []
let granting = true
let visible = true
const [game, clock] = [{}, {}]

const held = (): number => locks.filter((lock) => !lock.released).length
const rest = (): Promise<void> => new Promise((done) => void setTimeout(done))

async function show(now: boolean): Promise<void> {
  visible = now
  // The browser itself releases the lock of a hidden page.
  if (!now) for (const lock of locks) lock.released = true
  document.dispatchEvent(new Event('visibilitychange'))
  await rest()
}

beforeEach(() => {
  locks = []
  granting = visible = true
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'))
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: {
      request: async () => {
        if (!granting) throw new DOMException('', 'NotAllowedError')
        const lock = { released: false, release: async () => void (lock.released = true) }
        locks.push(lock)
        return lock
      },
    },
  })
})
afterEach(async () => {
  for (const user of [game, clock]) keepAwake(user, false)
  await rest()
  Reflect.deleteProperty(navigator, 'wakeLock')
  vi.restoreAllMocks()
})

it('keeps the screen awake while anybody needs it, with one lock', async () => {
  keepAwake(game, true)
  keepAwake(game, true)
  await rest()
  keepAwake(clock, true)
  await rest()
  expect([locks.length, held()]).toEqual([1, 1])
  keepAwake(game, false)
  await rest()
  expect(held()).toBe(1)
  keepAwake(clock, false)
  await rest()
  expect([locks.length, held()]).toEqual([1, 0])
})

it('takes the lock again after the page was hidden, and not if nobody needs it then', async () => {
  keepAwake(game, true)
  await rest()
  await show(false)
  expect(held()).toBe(0)
  await show(true)
  expect([locks.length, held()]).toEqual([2, 1])
  await show(false)
  keepAwake(game, false)
  await show(true)
  expect([locks.length, held()]).toEqual([2, 0])
})

it('asks again at the next touch or key if it was refused', async () => {
  granting = false
  keepAwake(game, true)
  await rest()
  granting = true
  for (const event of ['pointerdown', 'keydown']) {
    document.dispatchEvent(new Event(event))
    await rest()
    expect(held()).toBe(1)
    for (const lock of locks) lock.released = true
  }
})

it('releases a lock that arrives when nobody needs it any more', async () => {
  keepAwake(game, true)
  keepAwake(game, false)
  await rest()
  expect(held()).toBe(0)
})

it('does nothing where the browser has no such lock', () => {
  Reflect.deleteProperty(navigator, 'wakeLock')
  expect(() => keepAwake(game, true)).not.toThrow()
})
