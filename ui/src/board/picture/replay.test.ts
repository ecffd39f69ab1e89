import { describe, expect, it } from 'vitest'
import type { MoveView, PieceView } from '../../client/types'
import { board } from '../../shared/fake'
import { geometryOf } from '../geometry'
import { momentsOf } from './replay'

const geometry = geometryOf(board, 'white')

const man = (side: 'white' | 'black', ...squares: number[]): PieceView[] => squares.map((square) => ({ square, side, role: 'man' }))

const move = (route: number[], captured: number[] = [], promotes = false): MoveView => ({
  origin: route[0] ?? 0,
  target: route.at(-1) ?? 0,
  captured,
  routes: [route],
  notation: '',
  promotes,
  crownedOn: promotes ? [route.at(-1) ?? 0] : [],
  names: route.map(String),
  takenNames: captured.map(String),
})

describe('the Turkish stroke', () => {
  const pieces = [
    ...man('white', 30, 33, 38, 39, 44, 46),
    ...man('black', 12, 22, 26),
    { square: 21, side: 'black', role: 'king' } as const,
  ]
  const line = [move([33, 29]), move([21, 49, 35, 24, 33], [38, 44, 30, 29]), move([39, 28, 17, 8], [33, 22, 12])]
  const moments = momentsOf(geometry, { pieces }, line)

  it('goes leg by leg, then removes the captured men in order', () => {
    expect(
      moments.map(({ event }) =>
        'square' in event ? `${event.kind} ${event.square}` : 'to' in event ? `${event.kind} ${event.to}` : event.kind,
      ),
    ).toEqual([
      'start',
      'step 29',
      'leg 49',
      'leg 35',
      'leg 24',
      'leg 33',
      'lift 38',
      'lift 44',
      'lift 30',
      'lift 29',
      'leg 28',
      'leg 17',
      'leg 8',
      'lift 33',
      'lift 22',
      'lift 12',
    ])
  })

  it('keeps captured men as outlines until then, and the last one blocks the way', () => {
    const stopped = moments[5]
    expect(new Set(stopped?.actors.filter((actor) => actor.ghost).map((actor) => actor.square))).toEqual(new Set([29, 30, 38, 44]))
    expect(stopped?.event).toMatchObject({ kind: 'leg', bars: [38] })
  })
})

it('without delayed removal there are no outlines and no removals at the end', () => {
  const moments = momentsOf(geometry, { pieces: [...man('white', 31), ...man('black', 27, 17)] }, [move([31, 22, 11], [27, 17])], true)
  expect(moments.map(({ actors }) => actors.length)).toEqual([3, 2, 1])
})

it('a man crowned in passing continues as a king', () => {
  const through = { ...move([13, 2, 11], [8, 7], true), crownedOn: [2] }
  const moments = momentsOf(geometry, { pieces: [...man('white', 13), ...man('black', 8, 7)] }, [through])
  expect(moments.map(({ event }) => event.kind)).toEqual(['start', 'leg', 'crown', 'leg', 'lift', 'lift'])
})

it('the crown comes last', () => {
  const moments = momentsOf(geometry, { pieces: man('white', 9) }, [move([9, 3], [], true)])
  expect(moments.map(({ event }) => event.kind)).toEqual(['start', 'step', 'crown'])
  expect(moments.at(-1)?.actors).toMatchObject([{ square: 3, role: 'king', id: 9 }])
})
