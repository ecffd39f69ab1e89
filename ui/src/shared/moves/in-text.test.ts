import { expect, it } from 'vitest'
import { aroundMoves } from './in-text'

it('every second part of a text is a move', () => {
  expect(aroundMoves('Better was 20-25 or 26×17×8.')).toEqual(['Better was ', '20-25', ' or ', '26×17×8', '.'])
  expect(aroundMoves('c3:e5 takes two')).toEqual(['', 'c3:e5', ' takes two'])
  expect(aroundMoves('Take 3 men - all of them')).toEqual(['Take 3 men - all of them'])
})
