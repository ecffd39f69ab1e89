// The board of a game that uses every second square.
import type { BoardView } from '../client/types'

/** A half-board of `columns` × `rows`, with a dark square at the lower left. */
export function halfBoard(columns: number, rows: number): BoardView {
  const squares: [number, number][] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if ((column + rows - 1 - row) % 2 === 0) squares.push([column, row])
    }
  }
  const labels = squares.map((_, index) => String(index + 1))
  return { columns, rows, squares, labels, below: 'white', liftsAtOnce: false }
}
