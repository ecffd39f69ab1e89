import { expect, it } from 'vitest'
import { board } from '../shared/fake'
import { diagonals, placeOf, squaresOf } from './places'

it('the parts of the 100-square board match the rules', () => {
  expect(squaresOf(board, 'base')).toEqual([1, 2, 3, 4, 5, 46, 47, 48, 49, 50])
  expect(squaresOf(board, 'edge')).toEqual([5, 6, 15, 16, 25, 26, 35, 36, 45, 46])
  expect(squaresOf(board, 'row')).toEqual([21, 22, 23, 24, 25])
  expect(squaresOf(board, 'column')).toHaveLength(5)
  expect(squaresOf(board, 'mainDiagonal')).toEqual([5, 10, 14, 19, 23, 28, 32, 37, 41, 46])
})

it('there are seventeen diagonals, and the example crosses the main one', () => {
  expect(diagonals(board)).toHaveLength(17)
  const [first = 0, second = 0] = squaresOf(board, 'diagonal')
  expect(second - first === 6 || second - first === 5).toBe(true)
  expect(squaresOf(board, 'diagonal')).not.toEqual(squaresOf(board, 'mainDiagonal'))
})

it('a square is named by its row and its place in it', () => {
  expect(placeOf(board, 1)).toEqual({ row: 1, place: 1 })
  expect(placeOf(board, 38)).toEqual({ row: 8, place: 3 })
})
