import { expect, it } from 'vitest'
import type { EventGameView } from '../../client/types'
import { cellsOf, roundsOf } from './event'

const game = (id: number, white: number, black: number, result: EventGameView['result'], round: string): EventGameView => ({
  id,
  white,
  black,
  result,
  round,
  date: '',
})
const player = (
  name: string,
): { name: string; rating: string; points: number; tally: { games: number; won: number; drawn: number; lost: number } } => ({
  name,
  rating: '',
  points: 0,
  tally: { games: 0, won: 0, drawn: 0, lost: 0 },
})
const games = [game(7, 0, 1, 'whiteWins', '1'), game(8, 1, 2, 'draw', '1'), game(9, 1, 0, 'open', '2')]

it('puts each result into the rows of both players', () => {
  const cells = cellsOf({ players: ['a', 'b', 'c'].map(player), games })
  const points = cells.map((row) => row.map((cell) => cell.map((one) => one.points).join('')))
  expect(points).toEqual([
    ['', '2*', ''],
    ['0*', '', '1'],
    ['', '1', ''],
  ])
})

it('keeps the games of a round together', () => {
  expect(roundsOf(games).map(({ round, games: of }) => [round, of.length])).toEqual([
    ['1', 2],
    ['2', 1],
  ])
})
