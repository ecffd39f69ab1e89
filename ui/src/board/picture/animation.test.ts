import { describe, expect, it } from 'vitest'
import { TEN } from '../fixtures'
import { geometryOf } from '../geometry'
import { framesOf } from './animation'

const geometry = geometryOf(TEN, 'white')
/** Parses "32-28", or "26x37" with the given captured squares. */
const move = (notation: string, captured: number[] = []) => {
  const route = notation.split(/[-x]/).map(Number)
  const [origin = 0] = route
  return {
    origin,
    target: route.at(-1) ?? 0,
    captured,
    routes: [route],
    notation,
    promotes: false,
    crownedOn: [],
    names: [],
    takenNames: [],
  }
}
const man = (square: number, side: 'white' | 'black') => ({ square, side, role: 'man' as const })
const options = { pace: 1000, legs: true, atOnce: false }

describe('the frames of a line', () => {
  it('are one for the start and one for each quiet move; the last stands longest', () => {
    const frames = framesOf(geometry, { pieces: [man(32, 'white'), man(19, 'black')] }, [move('32-28'), move('19-24')], options)
    expect(frames.map(({ pieces }) => pieces.map(({ square }) => square))).toEqual([
      [32, 19],
      [28, 19],
      [28, 24],
    ])
    expect(frames.map(({ path }) => path)).toEqual([[], [32, 28], [19, 24]])
    expect(frames.map(({ delay }) => delay)).toEqual([1000, 1000, 3000])
  })

  it('show the legs of a capture with captured men still standing, or only its end without legs', () => {
    const capture = move('33x22x13', [28, 18])
    const pieces = [man(33, 'white'), man(28, 'black'), man(18, 'black')]
    const frames = framesOf(geometry, { pieces }, [capture], options)
    expect(frames.map(({ ghosts }) => ghosts)).toEqual([[], [28], []])
    expect(frames.at(-1)?.pieces).toEqual([man(13, 'white')])
    const short = framesOf(geometry, { pieces }, [capture], { ...options, legs: false })
    expect(short.length).toBe(2)
    expect(short.at(-1)?.path).toEqual([33, 22, 13])
  })
})
