import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ClockView, SideView } from '../client/types'
import { ClockFace, clockText } from './clock.svelte'

const view = (white: number, black: number, running: ClockView['running']): ClockView => ({
  white: { left: white, movesToGo: null },
  black: { left: black, movesToGo: 12 },
  running,
  paused: false,
})

/** A clock face that lets the screen sleep at the end of its test. */
function clock(onfallen: () => void, onshort: (side: SideView) => void): ClockFace {
  const face = new ClockFace(onfallen, onshort)
  onTestFinished(() => face.leave())
  return face
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('a clock face', () => {
  it('counts the running side down and leaves the other', () => {
    const face = clock(
      () => {},
      () => {},
    )
    face.take(view(60_000, 50_000, 'white'))
    vi.advanceTimersByTime(5_000)
    expect([face.left('white'), face.left('black'), face.movesToGo('black')]).toEqual([55_000, 50_000, 12])
  })

  it('warns once when time grows short, and reports the fallen flag once', () => {
    const calls: string[] = []
    const face = clock(
      () => calls.push('fallen'),
      (side) => calls.push(side),
    )
    face.take(view(60_000, 31_000, 'black'))
    vi.advanceTimersByTime(40_000)
    expect(calls).toEqual(['black', 'fallen'])
    expect(face.left('black')).toBe(0)
  })

  it('follows the wall clock: a page that slept finds its flag down', () => {
    const calls: string[] = []
    const face = clock(
      () => calls.push('fallen'),
      () => {},
    )
    face.take(view(60_000, 60_000, 'white'))
    vi.setSystemTime(1_000_000 + 3_600_000)
    vi.advanceTimersByTime(100)
    expect(calls).toEqual(['fallen'])
  })

  it('stands still if no side is running', () => {
    const face = clock(
      () => {},
      () => {},
    )
    face.take(view(60_000, 60_000, null))
    vi.advanceTimersByTime(90_000)
    expect(face.left('white')).toBe(60_000)
    face.take(null)
    expect(face.isThere).toBe(false)
  })
})

it('a short time is written exactly', () => {
  expect([3_900_000, 299_001, 60_000, 19_999, 9_450, 0].map(clockText)).toEqual(['1:05:00', '5:00', '1:00', '0:19.9', '0:09.4', '0:00.0'])
})
