import { expect, it } from 'vitest'
import * as said from './describe'
import { LOOP, MAJORITY, moveOf, START, TWO_WAYS } from './fixtures'
import { ENGLISH } from './fixtures.phrases'
import { EMPTY_HAND, contextOf, tap } from './input/hand'
import { geometryOf } from './geometry'
import { TEN } from './fixtures'

const label = (square: number): string => String(square)
const quiet = { held: false, taken: false, landing: null, movable: null, kingMoves: 0 }

it('describes a square, its piece and its options', () => {
  const man = { side: 'black', role: 'man' } as const
  const words = (facts: Partial<said.SquareFacts>, piece: typeof man | undefined = man): string =>
    said.describeSquare(28, piece, { ...quiet, ...facts }, label, ENGLISH)
  expect(words({})).toBe('28, black man')
  expect(words({ movable: 'take' })).toBe('28, black man, must take')
  expect(words({ movable: 'take', held: true })).toBe('28, black man, in your hand')
  expect(words({ taken: true })).toBe('28, black man, taken, still on the board')
  const loop = { ...quiet, held: true, landing: 4 }
  expect(said.describeSquare(28, { side: 'white', role: 'man' }, loop, label, ENGLISH)).toBe(
    '28, white man, in your hand, the capture may return here by the squares on its way, 4 taken',
  )
  expect(said.describeSquare(28, undefined, { ...quiet, landing: 2 }, label, ENGLISH)).toBe('28, empty, you may land here, 2 taken')
})

it('describes moves', () => {
  const move = moveOf(MAJORITY.pieces, 'white', '38x29x18')
  expect(said.describeMove(move, 'white', label, ENGLISH)).toBe('White 38 takes 33, 23, lands 18')
  expect(said.describeMove(moveOf(START.pieces, 'white', '32-28'), 'white', label, ENGLISH)).toBe('White 32 to 28')
  expect(said.describeMove({ ...move, promotes: true }, 'white', label, ENGLISH)).toContain('becomes a king')
})

it('describes the turn and an obligation to take', () => {
  expect(said.describeTurn(START, label, ENGLISH)).toBe('White to move.')
  expect(said.describeTurn(MAJORITY, label, ENGLISH)).toBe('White to move. You must take: 38 takes 33, 23, ends 18.')
})

it('describes a whole position', () => {
  expect(said.describePosition(LOOP, label, ENGLISH)).toBe(
    'White: men 38. Black: men 22, 23, 32, 33. White to move. You must take: 38 takes 33, 23, 22, 32, ends 38.',
  )
})

it('describes the choice of routes', () => {
  const table = contextOf(geometryOf(TEN, 'white'), TWO_WAYS, false)
  const [held] = tap(table, EMPTY_HAND, 31)
  const [hand] = tap(table, held, 13)
  expect(said.describeQuestion(hand.asked, label, ENGLISH)).toBe('Route A takes 27, 28, 29, 19. Route B takes 37, 38, 29, 19.')
})

it('describes the number of moves a limited king has made', () => {
  expect(said.describeSquare(46, { side: 'white', role: 'king' }, { ...quiet, kingMoves: 2 }, label, ENGLISH)).toContain(
    'white king, quiet moves in a row: 2',
  )
})
