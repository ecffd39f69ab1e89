import { expect, it } from 'vitest'
import { geometryOf } from '../../board/geometry'
import { around } from './crop'
import { HUNDRED as BOARD } from '../../shared/empty/pictures'

const inside = (path: readonly number[], below: 'white' | 'black'): boolean[] => {
  const { column, row, columns, rows } = around(BOARD, below, path)
  return path.map((square) => {
    const { x, y } = geometryOf(BOARD, below).centre(square)
    return x > column && x < column + columns && y > row && y < row + rows
  })
}

it('a quiet move stands in the middle of five squares by five, at the edge too', () => {
  expect(around(BOARD, 'white', [32, 28])).toEqual({ column: 2, row: 4, columns: 5, rows: 5 })
  expect(around(BOARD, 'white', [50, 45])).toEqual({ column: 5, row: 5, columns: 5, rows: 5 })
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
  expect(around(BOARD, 'white', [46, 5])).toEqual({ column: 4, row: 0, columns: 6, rows: 6 })
})
