import { expect, it } from 'vitest'
import type { PieceView } from '../../client/types'
import { HUNDRED } from '../empty/pictures'
import { busiest } from './crop'

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
