// Shapes of a hint: a bracket, a ring, a route. Knows the layout of squares but no rules.
import type { Shape } from '../board/board'
import type { BoardView, MoveView } from '../client/types'
import type { Hint } from './hints.svelte'

/** The shapes of a hint by strength: 1 a quarter of the board, 2 the piece, 3 the route. */
export function hintShapes(board: BoardView, { strength, best }: Hint): Shape[] {
  if (strength === 1) return [{ kind: 'bracket', squares: quarter(board, best.origin) }]
  if (strength === 2) return [{ kind: 'ring', squares: [best.origin] }]
  return [{ kind: 'route', path: best.routes[0] ?? [best.origin, best.target], label: null }]
}

/** The route of a threat. */
export function threatShape({ routes, origin, target }: MoveView): Shape {
  return { kind: 'route', path: routes[0] ?? [origin, target], label: null, tone: 'wrong' }
}

/** The squares of the quarter of the board that contains a square. */
export function quarter(board: BoardView, square: number): number[] {
  const [column, row] = board.squares[square - 1] ?? [0, 0]
  const half = (at: number, all: number): number => (at < all / 2 ? 0 : 1)
  return board.squares.flatMap(([c, r], index) =>
    half(c, board.columns) === half(column, board.columns) && half(r, board.rows) === half(row, board.rows) ? [index + 1] : [],
  )
}
