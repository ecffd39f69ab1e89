import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Course, perform, Show, type Stage, timetable } from './anim'
import { LOOP, TEN, TURKISH } from '../fixtures'
import { geometryOf } from '../geometry'

const geometry = geometryOf(TEN, 'white')
const [stroke] = TURKISH.legal
const route = stroke?.routes[0] ?? []
const captured = stroke?.captured ?? []

const course = (victims: readonly number[], crownedOn: readonly number[] = [], atOnce = false): Course => ({
  captured: victims,
  crownedOn,
  atOnce,
})
const quiet = course([])

describe('the timetable', () => {
  it('of a quiet move is one slide of 140 ms', () => {
    expect(timetable(geometry, [32, 28], quiet)).toMatchObject({ total: 140, lifts: [], crown: null })
  })
  it('of a capture goes leg by leg with a pause at each turn, and removes pieces in order 40 ms apart', () => {
    const table = timetable(geometry, [38, 29, 18], course([33, 23]))
    expect(table.legs.map(({ start, duration }) => [start, duration])).toEqual([
      [0, 120],
      [180, 120],
    ])
    expect(table.lifts).toEqual([
      { square: 33, at: 300 },
      { square: 23, at: 340 },
    ])
    expect(table.legs[0]?.taken).toEqual([{ square: 33, at: 60 }])
  })
  it('takes each piece when the king passes it, not at the landing', () => {
    const [first] = timetable(geometry, route, course(captured)).legs
    expect(first?.taken).toHaveLength(1)
    expect(first?.taken[0]?.at).toBeGreaterThan(0)
    expect(first?.taken[0]?.at).toBeLessThan(first?.duration ?? 0)
  })
  it('never lasts longer than 900 ms, with all men removed by then', () => {
    const long = [47, 36, 27, 18, 9, 20, 29, 38, 49, 40]
    const victims = [41, 31, 22, 13, 14, 24, 33, 43, 44]
    const table = timetable(geometry, long, course(victims, [40]))
    expect(table.total).toBeCloseTo(900)
    expect(table.lifts).toHaveLength(9)
    expect(Math.max(...table.lifts.map(({ at }) => at))).toBeLessThan(900)
  })
  it('leaves out the steps made by hand', () => {
    const table = timetable(geometry, route, course(captured), { landings: 2, carried: false })
    expect(table.legs.map(({ from }) => from)).toEqual([35, 24])
    expect(table.lifts.map(({ square }) => square)).toEqual([38, 44, 30, 29])
    expect(timetable(geometry, route, course(captured), { landings: 0, carried: true }).legs.some((leg) => leg.slides)).toBe(false)
    expect(timetable(geometry, [32, 28], quiet, { landings: 0, carried: true }).total).toBe(0)
  })
  it('crowns at the very end', () => {
    const table = timetable(geometry, [12, 3], course([], [3]))
    expect([table.crown, table.total]).toEqual([140, 260])
  })
  it('crowns in passing where the rules do so: the second disc comes between two legs', () => {
    const table = timetable(geometry, [13, 2, 11], course([8, 7], [2]))
    expect(table.crown).toBe(120)
    expect(table.legs.map(({ start }) => start)).toEqual([0, 120 + 120 + 60])
    expect(table.total).toBe(300 + 120 + 40 + 80)
    expect(timetable(geometry, [13, 2, 11], course([8, 7], [2]), { landings: 1, carried: false }).crown).toBeNull()
  })
  it('removes each piece when passed where the rules do so, and none at the end', () => {
    const table = timetable(geometry, [38, 29, 18], course([33, 23], [], true))
    expect(table.lifts).toEqual([
      { square: 33, at: 60 },
      { square: 23, at: 240 },
    ])
    expect(table.total).toBe(320)
    expect(timetable(geometry, [38, 29, 18], course([33, 23], [], true), { landings: 1, carried: false }).lifts).toHaveLength(1)
  })
  it('takes the men of a loop in the order of the route taken', () => {
    const lifted = (path: readonly number[]): number[] =>
      timetable(geometry, path, course(LOOP.legal[0]?.captured ?? [])).lifts.map(({ square }) => square)
    expect(lifted([38, 29, 18, 27, 38])).toEqual([33, 23, 22, 32])
    expect(lifted([38, 27, 18, 29, 38])).toEqual([32, 22, 23, 33])
  })
})

describe('a performance', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const stage = (log: string[]): Stage => ({
    slide: (to) => log.push(`slide ${to}`),
    take: (square) => log.push(`take ${square}`),
    lift: (square) => log.push(`lift ${square}`),
    crown: () => log.push('crown'),
  })

  it('runs its events in order and ends', async () => {
    const log: string[] = []
    const done = perform(timetable(geometry, [38, 29, 18], course([33, 23], [18])), stage(log), new Show(), 1)
    await vi.advanceTimersByTimeAsync(2000)
    await done
    expect(log).toEqual(['slide 29', 'take 33', 'slide 18', 'take 23', 'lift 33', 'lift 23', 'crown'])
  })
  it('stops at once when ended, and leaves no timer', async () => {
    const log: string[] = []
    const show = new Show()
    const done = perform(timetable(geometry, [38, 29, 18], course([33, 23], [18])), stage(log), show, 1)
    await vi.advanceTimersByTimeAsync(100)
    show.end()
    await done
    expect(log).toEqual(['slide 29', 'take 33'])
    expect(vi.getTimerCount()).toBe(0)
  })
})
