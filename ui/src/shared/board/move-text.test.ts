import { describe, expect, it } from 'vitest'
import { board, move } from '../fake'
import { readMove } from './move-text'

const legal = [
  move('32-28'),
  move('32-27'),
  move('26x37', [31]),
  { ...move('3x5', [8, 18, 10]), routes: [[3, 12, 23, 5]], notation: '3x12x23x5' },
  { ...move('3x5', [8, 27, 10]), routes: [[3, 21, 32, 5]], notation: '3x21x32x5' },
]

const read = (text: string) => readMove(text, legal, board.labels)

describe('a typed move', () => {
  it.each(['32-28', '32 28', '3228', ' 32x28', '32:28', '32 à 28', '32 to 28'])('%s', (text) => {
    expect(read(text)).toEqual({ kind: 'move', move: legal[0] })
  })

  it.each(['26x37', '26×37', '26 prend 31, va en 37', '26 takes 31, lands 37', '26'])('%s', (text) => {
    expect(read(text)).toEqual({ kind: 'move', move: legal[2] })
  })

  it('asks if two captures share both ends, and takes a landing as the answer', () => {
    expect(read('3x5')).toEqual({ kind: 'several', moves: [legal[3], legal[4]] })
    expect(read('03 21 05')).toEqual({ kind: 'move', move: legal[4] })
    expect(read('3x12x23x5')).toEqual({ kind: 'move', move: legal[3] })
  })

  it('asks for one square of a piece with several moves', () => {
    expect(read('32')).toEqual({ kind: 'several', moves: [legal[0], legal[1]] })
  })

  it('leaves squares without a matching move for the core to explain', () => {
    expect(read('32-21')).toEqual({ kind: 'refused', from: 32, to: 21 })
    expect(read('31')).toEqual({ kind: 'refused', from: 31, to: null })
  })

  it('reads letters on a board that has them, in any case', () => {
    const labels = ['a7', 'b6', 'c5', 'd4']
    const letters = [
      { ...move('2-3'), notation: 'b6-c5' },
      { ...move('4x1', [2]), notation: 'd4:a7' },
    ]
    for (const text of ['b6-c5', 'B6 c5', 'b6c5', 'b6 à c5'])
      expect(readMove(text, letters, labels)).toEqual({ kind: 'move', move: letters[0] })
    expect(readMove('d4 takes b6, lands a7', letters, labels)).toEqual({ kind: 'move', move: letters[1] })
    expect(readMove('c5-d4', letters, labels)).toEqual({ kind: 'refused', from: 3, to: 4 })
    for (const text of ['32-28', 'h8-g7', 'c']) expect(readMove(text, letters, labels)).toEqual({ kind: 'unread' })
  })

  it('reads the printed numbers on a board that counts from the other end', () => {
    const labels = ['32', '31', '30', '29']
    expect(readMove('31 30', [move('2-3')], labels)).toEqual({ kind: 'move', move: move('2-3') })
  })

  it.each(['', 'bonjour', '99-28', '0 5', '3-51'])('reads nothing in "%s"', (text) => {
    expect(read(text)).toEqual({ kind: 'unread' })
  })
})
