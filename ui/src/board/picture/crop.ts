// The part of a board that a small picture shows.
import type { BoardView, PieceView, SideView } from '../../client/types'
import { type Point, geometryOf } from '../geometry'

/** A part of a board, in squares. */
export interface Crop {
  readonly column: number
  readonly row: number
  readonly columns: number
  readonly rows: number
}

/** True if a crop shows this place of the board. */
export function holds({ column, row, columns, rows }: Crop, { x, y }: Point): boolean {
  return x > column && x < column + columns && y > row && y < row + rows
}

/** The part of a board, at most `columns` × `rows` squares, where most men of both colours stand; of equal ones the nearest to the middle. */
export function busiest(board: BoardView, pieces: readonly PieceView[], columns: number, rows: number, below = board.below): Crop {
  const geometry = geometryOf(board, below)
  const men = pieces.map(({ square, side }) => ({ ...geometry.centre(square), side }))
  const [across, down] = [Math.min(columns, board.columns), Math.min(rows, board.rows)]
  const crops: { crop: Crop; score: number }[] = []
  for (let row = 0; row <= board.rows - down; row++) {
    for (let column = 0; column <= board.columns - across; column++) {
      const crop = { column, row, columns: across, rows: down }
      const inside = men.filter((man) => holds(crop, man))
      const white = inside.filter(({ side }) => side === 'white').length
      const aside = Math.abs(board.columns - across - 2 * column) + Math.abs(board.rows - down - 2 * row)
      const score = inside.length + 3 * Math.min(white, inside.length - white) - aside / 100
      crops.push({ crop, score })
    }
  }
  return crops.reduce((best, one) => (one.score > best.score ? one : best)).crop
}

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
