import { expect, it } from 'vitest'
import { TEN } from '../fixtures'
import { geometryOf } from '../geometry'
import { latinLetter, walk } from './keyboard'

const white = geometryOf(TEN, 'white')
const black = geometryOf(TEN, 'black')

it('walks along rows and from row to row', () => {
  expect(walk(white, 32, 'ArrowLeft', false)).toBe(31)
  expect(walk(white, 32, 'ArrowRight', false)).toBe(33)
  expect(walk(white, 32, 'ArrowUp', false)).toBe(27)
  expect(walk(white, 32, 'ArrowDown', false)).toBe(37)
  expect(walk(white, 31, 'ArrowLeft', false)).toBeUndefined()
  expect(walk(white, 1, 'ArrowUp', false)).toBeUndefined()
})
it('follows the displayed direction when the board is turned', () => {
  expect(walk(black, 32, 'ArrowLeft', false)).toBe(33)
  expect(walk(black, 32, 'ArrowUp', false)).toBe(37)
})
it('jumps to the ends of row, column and board', () => {
  expect([walk(white, 33, 'Home', false), walk(white, 33, 'End', false)]).toEqual([31, 35])
  expect([walk(white, 33, 'Home', true), walk(white, 33, 'End', true)]).toEqual([1, 50])
  expect([walk(white, 33, 'PageUp', false), walk(white, 33, 'PageDown', false)]).toEqual([3, 48])
})
it('knows a letter by the place of its key on a Cyrillic keyboard', () => {
  expect(latinLetter({ key: 'C', code: 'KeyC' })).toBe('c')
  expect(latinLetter({ key: 'с', code: 'KeyC' })).toBe('c')
  expect(latinLetter({ key: 'x', code: 'KeyB' })).toBe('x')
  expect(latinLetter({ key: 'ж', code: 'Semicolon' })).toBeNull()
  expect(latinLetter({ key: 'Enter', code: 'Enter' })).toBeNull()
})
it('reaches every square by arrows alone', () => {
  const seen = new Set([1])
  for (const square of seen) {
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
      const next = walk(white, square, key, false)
      if (next !== undefined) seen.add(next)
    }
  }
  expect(seen.size).toBe(50)
})
