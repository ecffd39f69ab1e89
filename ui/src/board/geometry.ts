// Converts between squares and points on the screen. Knows columns and rows but no rules.
import type { BoardView, SideView } from '../client/types'

/** A point in squares from the top-left corner of the board as shown: (0.5, 0.5) is the centre of the first square. */
export interface Point {
  x: number
  y: number
}

/** A board seen from one side. */
export interface Geometry {
  readonly columns: number
  readonly rows: number
  /** True if every square is played (Turkish draughts): the board has one colour and grid lines. */
  readonly plain: boolean
  /** The played squares row by row from the top, each row from the left, as shown. */
  readonly lines: readonly (readonly number[])[]
  centre(square: number): Point
  /** The played square at this column and row as shown, if any. */
  at(column: number, row: number): number | undefined
  label(square: number): string
  /** The squares strictly between two squares of one line, nearest to `from` first; empty if they share no line. */
  between(from: number, to: number): number[]
  /**
   * The square a pointer means. A point on a played square means that square. Any other point means the nearest adjacent square of
   * `wanted`, so the area of a wanted square grows to the midlines of its neighbours.
   */
  hit(point: Point, wanted: ReadonlySet<number>): number | undefined
}

/** Largest distance, in squares, between a point and the centre of a square it means without lying on it. */
const REACH = 1

/** The legs of a path: each landing with the one before it. */
export function legsOf(path: readonly number[]): [from: number, to: number][] {
  const legs: [number, number][] = []
  let before: number | undefined
  for (const square of path) {
    if (before !== undefined) legs.push([before, square])
    before = square
  }
  return legs
}

/**
 * True if the square with this centre has the second tone of its colour: the squares of an inlaid board are cut from more than one plank.
 */
export const otherTone = (x: number, y: number): boolean => (7 * Math.floor(y) + 3 * Math.floor(x)) % 4 === 0

/** A board seen by the player of `orientation`, who sits below. */
export function geometryOf(board: BoardView, orientation: SideView): Geometry {
  const { columns, rows } = board
  const turned = orientation === 'black'
  const cells = board.squares.map(([column, row]) =>
    turned ? ([columns - 1 - column, rows - 1 - row] as const) : ([column, row] as const),
  )
  const byCell = new Map(cells.map(([column, row], index) => [row * columns + column, index + 1]))
  const at = (column: number, row: number): number | undefined =>
    column < 0 || row < 0 || column >= columns || row >= rows ? undefined : byCell.get(row * columns + column)
  const cell = (square: number): readonly [number, number] => {
    const found = cells[square - 1]
    if (!found) throw new RangeError(`no square ${square} on this board`)
    return found
  }
  const centre = (square: number): Point => {
    const [column, row] = cell(square)
    return { x: column + 0.5, y: row + 0.5 }
  }
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => at(column, row)).filter((square) => square !== undefined),
  )
  return {
    columns,
    rows,
    plain: board.squares.length === columns * rows,
    lines,
    centre,
    at,
    label: (square) => board.labels[square - 1] ?? String(square),
    between(from, to) {
      const [fromColumn, fromRow] = cell(from)
      const [toColumn, toRow] = cell(to)
      const across = toColumn - fromColumn
      const down = toRow - fromRow
      if (across !== 0 && down !== 0 && Math.abs(across) !== Math.abs(down)) return []
      const found: number[] = []
      for (let step = 1; step < Math.max(Math.abs(across), Math.abs(down)); step++) {
        const square = at(fromColumn + step * Math.sign(across), fromRow + step * Math.sign(down))
        if (square !== undefined) found.push(square)
      }
      return found
    },
    hit(point, wanted) {
      const column = Math.floor(point.x)
      const row = Math.floor(point.y)
      const exact = at(column, row)
      if (exact !== undefined) return exact
      let nearest: number | undefined
      let least = REACH
      for (const [c, r] of [
        [column - 1, row],
        [column + 1, row],
        [column, row - 1],
        [column, row + 1],
      ] as const) {
        const square = at(c, r)
        if (square === undefined || !wanted.has(square)) continue
        const distance = Math.hypot(point.x - c - 0.5, point.y - r - 0.5)
        if (distance < least) [nearest, least] = [square, distance]
      }
      return nearest
    },
  }
}
