import { describe, expect, it } from 'vitest'
import { TEN, fullBoard, position } from '../../board/fixtures'
import { language } from '../../i18n/language.svelte'
import { phrases } from './phrases'
import { answerText, capturesText, lineText, readQuestion, rowOf, rowText, squaresOf } from './reading'

const here = position('W:W31,32,K48:B27,K1', ['31x22', '32x21'])
language.now = 'en'
const words = phrases()

describe('the board read aloud', () => {
  it('reads a row, square by square from the left', () => {
    expect(rowText(TEN, here, 7, words)).toBe('Row 7: 31 white man, 32 white man, 33 empty, 34 empty, 35 empty.')
    expect(rowText(TEN, here, 11, words)).toMatch(/1 to 10/)
    expect(rowOf(TEN, 31)).toBe(7)
  })

  it('counts rows in the direction of the square names', () => {
    const letters = fullBoard(8)
    expect(rowOf(letters, 64)).toBe(1)
    expect(rowText(letters, { pieces: [] }, 8, words)).toMatch(/^Row 8: a8 empty, /)
    const reversed = { ...TEN, labels: TEN.labels.toReversed() }
    expect(rowOf(reversed, 50)).toBe(1)
    expect(rowText(reversed, { pieces: [] }, 1, words)).toMatch(/ 1 empty\.$/)
  })

  it('reads the lines from a square, nearest first, from either side', () => {
    const lines = (below: 'white' | 'black') => answerText({ about: 'lines', square: 31 }, TEN, here, below, words)
    expect(lines('white')).toBe(
      'From 31. Up and left: 26 empty. Up and right: 27 black man, 22 empty, 18 empty, 13 empty, 9 empty, 4 empty. ' +
        'Down and left: 36 empty. Down and right: 37 empty, 42 empty, 48 white king.',
    )
    expect(lines('black')).toMatch(/^From 31\. Up and left: 37 empty, .* Down and left: 27 black man/)
    const plain = answerText({ about: 'lines', square: 1 }, fullBoard(8), { ...here, pieces: [] }, 'white', words)
    expect(plain).toMatch(/^From a8\. Down: a7 empty, .* Right: b8 empty, /)
  })

  it('reads all moves, or the captures if one is compulsory', () => {
    const quiet = position('W:W31:B5', ['31-26', '31-27'])
    expect(answerText({ about: 'moves' }, TEN, quiet, 'white', words)).toBe('White to move. You may play: 31 to 26; 31 to 27.')
    expect(answerText({ about: 'moves' }, TEN, here, 'white', words)).toMatch(/You must take: 31 takes 27/)
    expect(answerText({ about: 'rows' }, TEN, here, 'white', words)).toMatch(/^Row 1: 1 black king, .* Row 10: .*48 white king/)
  })

  it('reads every capture, or that there is none', () => {
    expect(capturesText(TEN, here, words)).toBe('White to move. You must take: 31 takes 27, lands 22; 32 takes 27, lands 21.')
    expect(capturesText(TEN, { ...here, mustTake: false }, words)).toBe('There is nothing to take.')
  })

  it('writes one line for a braille display: rows from the top, kings as capitals', () => {
    expect(lineText(TEN, here, 'wWbB.')).toBe('B.... ..... ..... ..... ..... .b... ww... ..... ..... ..W..')
  })

  it('lists the squares of a kind of piece, on a board with letters too', () => {
    expect(squaresOf(TEN, here, 'white', 'man')).toEqual(['31', '32'])
    const letters = fullBoard(8)
    expect(squaresOf(letters, { pieces: [{ square: 1, side: 'black', role: 'king' }] }, 'black', 'king')).toEqual(['a8'])
    expect(lineText(letters, { pieces: [{ square: 1, side: 'black', role: 'king' }] }, 'wWbB.')).toMatch(/^B\.{7} \.{8} /)
  })

  it.each([
    ['c', { about: 'captures' }],
    [' P ', { about: 'position' }],
    ['l', { about: 'again' }],
    ['r4', { about: 'row', row: 4 }],
    ['R 10', { about: 'row', row: 10 }],
    ['c3', null],
    ['32-28', null],
    ['r', null],
    ['toString', null],
  ] as const)('"%s" in the move box', (text, question) => {
    expect(readQuestion(text)).toEqual(question)
  })
})
