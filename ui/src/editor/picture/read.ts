// Recognises the pieces on the squares of a board in a picture, and marks uncertain ones.
import type { Corners, Grey, Point } from './pixels'
import { KINDS, type Kind, type Weights, pass } from './net'
import { type Cell, squaresOf } from './squares'

export interface Seen {
  readonly kind: Kind
  /** Probability from the network, 0 to 1. */
  readonly sure: number
}

/** Below this probability a square is uncertain. */
export const DOUBT = 0.9

/** Corners are never exact, so the board is sampled with several insets, in parts of a square's side. */
const INSETS: readonly (readonly [number, number])[] = [
  [0, 0],
  [-0.05, -0.05],
  [0.05, -0.05],
  [0.05, 0.05],
  [-0.05, 0.05],
]

export function readSquares(weights: Weights, picture: Grey, corners: Corners, size: number, cells: readonly Cell[]): Seen[] {
  const shares = new Float32Array(cells.length * KINDS.length)
  const [a, b, c, d] = corners
  const side = (from: Point, to: Point): Point => ({ x: (to.x - from.x) / size, y: (to.y - from.y) / size })
  const [across, down] = [side(a, b), side(a, d)]
  for (const [dx, dy] of INSETS) {
    const moved = [a, b, c, d].map(({ x, y }) => ({ x: x + dx * across.x + dy * down.x, y: y + dx * across.y + dy * down.y }))
    const trace = pass(weights, squaresOf(picture, moved as unknown as Corners, size, cells))
    for (const [at, share] of trace.shares.entries()) shares[at] = (shares[at] ?? 0) + share / INSETS.length
  }
  return cells.map((_, index) => {
    const own = shares.subarray(index * KINDS.length, (index + 1) * KINDS.length)
    const sure = Math.max(...own)
    return { kind: KINDS[own.indexOf(sure)] ?? 'empty', sure }
  })
}

export interface Reading {
  readonly squares: readonly Seen[]
  /** The pieces stand on the other colour: the board is rotated in the picture. */
  readonly elsewhere: boolean
}

/** Reads the squares in the order of `cells`, and checks that they are the played ones. */
export function reading(weights: Weights, picture: Grey, corners: Corners, size: number, cells: readonly Cell[]): Reading {
  const squares = readSquares(weights, picture, corners, size, cells)
  const there = (some: readonly Seen[]): number => some.filter(({ kind, sure }) => kind !== 'empty' && sure >= DOUBT).length
  const few = there(squares)
  if (few > 1) return { squares, elsewhere: false }
  const played = new Set(cells.map(([column, row]) => row * size + column))
  const others = Array.from({ length: size * size }, (_, at) => at).filter((at) => !played.has(at))
  if (others.length === 0) return { squares, elsewhere: false }
  const between = others.map((at): Cell => [at % size, Math.floor(at / size)])
  return { squares, elsewhere: there(readSquares(weights, picture, corners, size, between)) > few + 1 }
}
