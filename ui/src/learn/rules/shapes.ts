// Shapes of the pictures of rules.
import type { Shape } from '../../board/board'
import type { MoveView } from '../../client/types'

/** The route of a move and crosses on what it takes. */
export function shapesOf({ routes, captured }: MoveView): Shape[] {
  const route: Shape = { kind: 'route', path: [...(routes[0] ?? [])], label: null }
  return captured.length > 0 ? [route, { kind: 'cross', squares: [...captured] }] : [route]
}

/** The squares that a shape touches. */
export function squaresOf(shape: Shape): readonly number[] {
  if ('squares' in shape) return shape.squares
  if ('path' in shape) return shape.path
  return 'origin' in shape ? [shape.origin, shape.target] : []
}
