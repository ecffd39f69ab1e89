import { expect, it } from 'vitest'
import type { PieceView } from '../../client/types'
import { geometryOf } from '../geometry'
import { halfBoard } from '../half-board'
import { around, busiest } from './crop'

const HUNDRED = halfBoard(10, 10)

const man = (square: number, side: 'white' | 'black'): PieceView => ({ square, side, role: 'man' })

it('shows the men that meet, not the larger crowd of one colour', () => {
  const pieces = [
    man(28, 'white'),
    man(33, 'white'),
    man(22, 'black'),
    man(23, 'black'),
    ...[46, 47, 41, 36, 37].map((at) => man(at, 'white')),
  ]
  const { column, row, columns, rows } = busiest(HUNDRED, pieces, 4, 4)
  expect([columns, rows]).toEqual([4, 4])
  // Square 28 is in the fifth column and the sixth row.
  expect(column <= 3 && column + 4 > 4).toBe(true)
  expect(row <= 4 && row + 4 > 5).toBe(true)
})

it('shows the middle of an empty board, and no more than the board', () => {
  expect(busiest(HUNDRED, [], 6, 4)).toEqual({ column: 2, row: 3, columns: 6, rows: 4 })
  expect(busiest(HUNDRED, [], 12, 12)).toEqual({ column: 0, row: 0, columns: 10, rows: 10 })
})

const inside = (path: readonly number[], below: 'white' | 'black'): boolean[] => {
  const { column, row, columns, rows } = around(HUNDRED, below, path)
  return path.map((square) => {
    const { x, y } = geometryOf(HUNDRED, below).centre(square)
    return x > column && x < column + columns && y > row && y < row + rows
  })
}

it('a quiet move stands in the middle of five squares by five, at the edge too', () => {
  expect(around(HUNDRED, 'white', [32, 28])).toEqual({ column: 2, row: 4, columns: 5, rows: 5 })
  expect(around(HUNDRED, 'white', [50, 45])).toEqual({ column: 5, row: 5, columns: 5, rows: 5 })
})

it.each(['white', 'black'] as const)('a capture is shown whole up to six squares, for %s below', (below) => {
  for (const path of [
    [34, 23],
    [31, 22, 13],
    [46, 23],
  ])
    expect(inside(path, below)).toEqual(path.map(() => true))
})

it('a longer path shows where it ends', () => {
  expect(around(HUNDRED, 'white', [46, 5])).toEqual({ column: 4, row: 0, columns: 6, rows: 6 })
})
