// The named parts of a board: bases, edges, rows, columns, diagonals. Computed from the layout; contains no words.
import type { BoardView } from '../client/types'
import { type Geometry, geometryOf } from './geometry'

/** Names of the parts, in teaching order. */
export const PARTS = ['base', 'edge', 'row', 'column', 'diagonal', 'mainDiagonal'] as const
export type Part = (typeof PARTS)[number]

/** Example squares of a part: both bases, both edges, one row, one column, one diagonal. */
export function squaresOf(board: BoardView, part: Part): number[] {
  const at = (wanted: (column: number, row: number) => boolean): number[] =>
    board.squares.flatMap(([column, row], index) => (wanted(column, row) ? [index + 1] : []))
  const { columns, rows } = board
  switch (part) {
    case 'base':
      return at((_, row) => row === 0 || row === rows - 1)
    case 'edge':
      return at((column) => column === 0 || column === columns - 1)
    case 'row':
      return at((_, row) => row === Math.floor(rows / 2) - 1)
    case 'column':
      return at((column) => column === Math.floor(columns / 2) - 1)
    case 'diagonal':
    case 'mainDiagonal': {
      const all = diagonals(board).toSorted((a, b) => b.length - a.length)
      // A diagonal of the other direction than the main one, so that the two are easy to distinguish.
      const [main, other] = [all[0] ?? [], all.find((diagonal) => slope(board, diagonal) !== slope(board, all[0] ?? [])) ?? []]
      return part === 'diagonal' ? other : main
    }
  }
}

/** Every diagonal of at least two played squares, each from its upper end. */
export function diagonals(board: BoardView): number[][] {
  const lines = new Map<string, number[]>()
  for (const [index, [column, row]] of board.squares.entries()) {
    for (const key of [`down ${column - row}`, `up ${column + row}`]) lines.set(key, [...(lines.get(key) ?? []), index + 1])
  }
  return [...lines.values()].filter((squares) => squares.length > 1)
}

function slope(board: BoardView, squares: readonly number[]): number {
  const [[a = 0] = [], [b = 0] = []] = squares.slice(0, 2).map((square) => board.squares[square - 1] ?? [0, 0])
  return Math.sign(b - a)
}

/** Row of a square from the top and its place in the row from the left, both from 1. */
export function placeOf(board: BoardView, square: number): { row: number; place: number } {
  const geometry: Geometry = geometryOf(board, 'white')
  const row = geometry.lines.findIndex((line) => line.includes(square))
  return { row: row + 1, place: (geometry.lines[row]?.indexOf(square) ?? 0) + 1 }
}
