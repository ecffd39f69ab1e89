// The part of a board that shows a move.
import { type Point, geometryOf } from '../../board/geometry'
import type { Crop } from '../../board/picture/diagram'
import type { BoardView, SideView } from '../../client/types'

/** Smallest and largest side of a crop, in squares. */
const LEAST = 5
const MOST = 6

/** A square part of the board around a path, seen by the player of `below`. A longer path is shown at its end. */
export function around(board: BoardView, below: SideView, path: readonly number[]): Crop {
  const geometry = geometryOf(board, below)
  const points = path.map((square) => geometry.centre(square))
  const ranges = (['x', 'y'] as const).map((axis) => range(points, axis))
  const side = Math.min(MOST, Math.max(LEAST, ...ranges.map(([from, to]) => to - from + 1)))
  const last = points.at(-1) ?? { x: geometry.columns / 2, y: geometry.rows / 2 }
  const begin = ([from, to]: readonly [number, number], end: number, length: number): number => {
    const middle = to - from < side ? (from + to) / 2 : end
    return Math.max(0, Math.min(length - side, Math.round(middle - side / 2)))
  }
  const [across = [0, 0], down = [0, 0]] = ranges
  return {
    column: begin(across, last.x, geometry.columns),
    row: begin(down, last.y, geometry.rows),
    columns: Math.min(side, geometry.columns),
    rows: Math.min(side, geometry.rows),
  }
}

/** The least and greatest coordinate. */
function range(points: readonly Point[], axis: 'x' | 'y'): readonly [number, number] {
  const all = points.map((point) => point[axis])
  return [Math.min(...all), Math.max(...all)]
}
