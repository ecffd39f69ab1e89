import { beforeEach, describe, expect, it } from 'vitest'
import type { Choice } from './choices'
import { Scanner } from './scanner.svelte'

let now = 0
let timers = new Map<number, { at: number; run: () => void }>()
let done: string[] = []
let framed: string[] = []
let stays = false
let busy = false

const clock = {
  now: () => now,
  after(millis: number, run: () => void) {
    const key = Math.random()
    timers.set(key, { at: now + millis, run })
    return () => timers.delete(key)
  },
}

/** Lets some time pass. */
function pass(millis: number): void {
  const end = now + millis
  for (;;) {
    const [next] = [...timers].filter(([, { at }]) => at <= end).toSorted(([, a], [, b]) => a.at - b.at)
    if (!next) break
    timers.delete(next[0])
    now = next[1].at
    next[1].run()
  }
  now = end
}

const choice = (name: string, more: Partial<Choice> = {}): Choice => ({
  key: name,
  name,
  place: () => null,
  act: () => done.push(name),
  ...more,
})
const groupOf = (name: string, ...inside: Choice[]): Choice => ({ key: name, name, place: () => null, inside: () => inside })

function scannerOf(...list: Choice[]): Scanner {
  const scanner: Scanner = new Scanner(clock, {
    step: () => 1000,
    busy: () => busy,
    stays: () => stays,
    back: () => choice('back', { act: () => scanner.up() }),
    framed: ({ name }) => framed.push(name),
  })
  scanner.offer(list, true)
  pass(300)
  return scanner
}

beforeEach(() => {
  ;[now, timers, done, framed, stays, busy] = [0, new Map(), [], [], false, false]
})

describe('the frame', () => {
  it('goes over the choices in their order, and longer over the first', () => {
    const scanner = scannerOf(choice('a'), choice('b'), choice('c'))
    expect(scanner.now?.name).toBe('a')
    pass(1199)
    expect(scanner.now?.name).toBe('a')
    pass(1)
    expect(scanner.now?.name).toBe('b')
    pass(1000)
    expect(scanner.now?.name).toBe('c')
    pass(1000)
    expect(framed).toEqual(['a', 'b', 'c', 'a'])
  })

  it('rests after three passes, until a press begins again', () => {
    const scanner = scannerOf(choice('a'), choice('b'))
    pass(3 * 2500)
    expect([scanner.now, scanner.resting, done]).toEqual([null, true, []])
    scanner.press()
    expect([scanner.now?.name, scanner.resting, done]).toEqual(['a', false, []])
  })

  it('waits for a name that is being spoken', () => {
    const scanner = scannerOf(choice('a'), choice('b'))
    busy = true
    pass(5000)
    expect(scanner.now?.name).toBe('a')
    busy = false
    pass(500)
    expect(scanner.now?.name).toBe('b')
  })

  it('passes over what has left the page', () => {
    const scanner = scannerOf(choice('a'), choice('b', { gone: () => true }), choice('c'))
    pass(1500)
    expect(scanner.now?.name).toBe('c')
  })

  it('shows a choice only while it is on it', () => {
    const shown: string[] = []
    const show = (name: string) => () => {
      shown.push(name)
      return () => shown.splice(shown.indexOf(name), 1)
    }
    const scanner = scannerOf(choice('a', { show: show('a') }), choice('b', { show: show('b') }))
    expect(shown).toEqual(['a'])
    pass(1500)
    expect(shown).toEqual(['b'])
    scanner.press()
    expect(shown).toEqual([])
  })
})

describe('a press', () => {
  it('does what is framed, once, and waits for the answer of the app', () => {
    const scanner = scannerOf(choice('a'), choice('b'))
    scanner.press()
    scanner.press()
    expect([scanner.now, done]).toEqual([null, ['a']])
    pass(1000)
    expect(scanner.now?.name).toBe('a')
  })

  it('frames the next choices of a board at once', () => {
    const scanner = scannerOf(choice('a'))
    scanner.press()
    scanner.offer([choice('page')], false)
    expect(scanner.now).toBeNull()
    scanner.offer([choice('b')], true)
    expect(scanner.now?.name).toBe('b')
  })

  it('just after a list has changed by itself was meant for the one before', () => {
    const scanner = scannerOf(choice('a'))
    scanner.offer([choice('b')], true)
    pass(199)
    scanner.press()
    expect(done).toEqual([])
    pass(1)
    scanner.press()
    expect(done).toEqual(['b'])
  })

  it('keeps its place when an equal list is offered again', () => {
    const scanner = scannerOf(choice('a'), choice('b'))
    pass(1500)
    scanner.offer([choice('a'), choice('b')], true)
    expect(scanner.now?.name).toBe('b')
  })

  it('is not needed for a forced capture', () => {
    scannerOf(choice('a', { itself: true }), choice('b'))
    pass(1200)
    expect(done).toEqual(['a'])
  })
})

describe('a group', () => {
  it('is opened by a press, ends with the way out, and is left after two passes', () => {
    const scanner = scannerOf(groupOf('group', choice('c'), choice('d')), choice('b'))
    scanner.press()
    framed = []
    pass(6999)
    expect(framed).toEqual(['d', 'back', 'c', 'd', 'back'])
    pass(1)
    expect(scanner.now?.name).toBe('group')
    scanner.press()
    pass(2500)
    scanner.press()
    expect([scanner.now?.name, done]).toEqual(['group', []])
  })

  it('is left for the board after a press in it', () => {
    const scanner = scannerOf(choice('a'), groupOf('group', choice('c'), choice('d')))
    pass(1500)
    scanner.press()
    scanner.press()
    pass(1000)
    expect([scanner.now?.name, done]).toEqual(['a', ['c']])
  })

  it('stays where there is no board, on the choice that was pressed', () => {
    stays = true
    const scanner = scannerOf(choice('a'), groupOf('group', choice('c'), choice('d')))
    pass(1500)
    scanner.press()
    pass(1500)
    scanner.press()
    pass(1000)
    expect([scanner.now?.name, done]).toEqual(['d', ['d']])
  })

  it('of letters is left at once', () => {
    const scanner = scannerOf(groupOf('text', groupOf('a – g', choice('e', { leaves: true })), choice('space')))
    for (let press = 0; press < 3; press++) scanner.press()
    expect([scanner.now?.name, done]).toEqual(['a – g', ['e']])
  })
})
