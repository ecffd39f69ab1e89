import { describe, expect, it } from 'vitest'
import type { MoveView } from '../../client/types'
import { move } from '../fake'
import { Premove } from './premove.svelte'

const planned = (...squares: number[]): Premove => {
  const premove = new Premove()
  premove.path = squares
  return premove
}
const capture = (routes: number[][], captured: number[]): MoveView => ({
  ...move(`${routes[0]?.[0]}x${routes[0]?.at(-1)}`),
  captured,
  routes,
})

describe('a planned move', () => {
  it('is built by touches: a piece, its landings, one step back, another piece', () => {
    const premove = new Premove()
    premove.touch(28, false)
    expect(premove.path).toEqual([])
    premove.touch(32, true)
    expect(premove.isWhole).toBe(false)
    premove.touch(28, false)
    expect([premove.path, premove.isWhole]).toEqual([[32, 28], true])
    premove.touch(28, false)
    expect(premove.path).toEqual([32])
    premove.touch(32, true)
    expect(premove.path).toEqual([])
    premove.touch(32, true)
    premove.touch(33, true)
    expect(premove.path).toEqual([33])
  })

  it('is replaced by dragging an own piece, but not by dropping one in its place', () => {
    const premove = planned(33, 29)
    const plan = (square: number): void => premove.touch(square, square === 32)
    premove.carry(32, 32, plan)
    premove.carry(32, undefined, plan)
    expect(premove.path).toEqual([33, 29])
    premove.carry(32, 28, plan)
    expect(premove.path).toEqual([32, 28])
    premove.carry(19, 23, plan)
    expect(premove.path).toEqual([])
  })

  it('is found among the legal moves by its ends', () => {
    expect(planned(32, 28).among([move('31-27'), move('32-28')])?.move.notation).toBe('32-28')
    expect(planned(32, 28).among([move('32-27')])).toBeNull()
    expect(planned(32, 28).among([])).toBeNull()
  })

  it('with squares in between chooses the route, and is invalid if it could take different men', () => {
    const left = capture([[32, 23, 12]], [28, 18])
    const right = capture([[32, 21, 12]], [27, 17])
    expect(planned(32, 12).among([left, right])).toBeNull()
    expect(planned(32, 21, 12).among([left, right])).toEqual({ move: right, path: [32, 21, 12] })
    const two = capture(
      [
        [32, 23, 12],
        [32, 21, 12],
      ],
      [28, 18],
    )
    expect(planned(32, 21, 12).among([two])?.path).toEqual([32, 21, 12])
    expect(planned(32, 12).among([two])?.path).toEqual([32, 23, 12])
  })
})
