// The part of a position that its small picture shows.
import { geometryOf } from '../../board/geometry'
import type { Crop } from '../../board/picture/diagram'
import type { BoardView, PieceView } from '../../client/types'

/** The part of a board, at most `columns` × `rows` squares, where most men of both colours stand; of equal ones the nearest to the middle. */
export function busiest(board: BoardView, pieces: readonly PieceView[], columns: number, rows: number): Crop {
  const geometry = geometryOf(board, board.below)
  const men = pieces.map(({ square, side }) => ({ ...geometry.centre(square), side }))
  const [across, down] = [Math.min(columns, board.columns), Math.min(rows, board.rows)]
  const crops: { crop: Crop; score: number }[] = []
  for (let row = 0; row <= board.rows - down; row++) {
    for (let column = 0; column <= board.columns - across; column++) {
      const inside = men.filter(({ x, y }) => x > column && x < column + across && y > row && y < row + down)
      const white = inside.filter(({ side }) => side === 'white').length
      const aside = Math.abs(board.columns - across - 2 * column) + Math.abs(board.rows - down - 2 * row)
      const score = inside.length + 3 * Math.min(white, inside.length - white) - aside / 100
      crops.push({ crop: { column, row, columns: across, rows: down }, score })
    }
  }
  return crops.reduce((best, one) => (one.score > best.score ? one : best)).crop
}
