// English phrase table for the tests.
import type { Phrases } from './describe'

const SIDES = { white: 'White', black: 'Black' }

export const ENGLISH: Phrases = {
  side: (side) => SIDES[side],
  piece: (side, role) => `${side} ${role}`,
  pieces: (side, men, kings) =>
    `${SIDES[side]}: ${[men && `men ${men}`, kings && `kings ${kings}`].filter((part) => part !== '').join('; ')}`,
  empty: 'empty',
  canMove: 'can move',
  mustTake: 'must take',
  held: 'in your hand',
  taken: 'taken, still on the board',
  kingMoves: (count) => `quiet moves in a row: ${count}`,
  landing: (taken) => (taken === 0 ? 'you may land here' : `you may land here, ${taken} taken`),
  returning: (taken) => `the capture may return here by the squares on its way, ${taken} taken`,
  quiet: (side, from, to) => `${SIDES[side]} ${from} to ${to}`,
  capture: (side, from, taken, to) => `${SIDES[side]} ${from} takes ${taken}, lands ${to}`,
  promotes: 'becomes a king',
  turn: (side) => `${SIDES[side]} to move`,
  obligation: (moves) => `You must take: ${moves}`,
  option: (from, taken, to) => `${from} takes ${taken}, ends ${to}`,
  quietOption: (from, to) => `${from} to ${to}`,
  route: (letter, taken) => `Route ${letter} takes ${taken}`,
}
