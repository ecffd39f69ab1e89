import { expect, it } from 'vitest'
import { bestAndWorst, shareOf, shareText, sumOf, tallyText } from './tally'

const tally = (
  won: number,
  drawn: number,
  lost: number,
  games = won + drawn + lost,
): { games: number; won: number; drawn: number; lost: number } => ({
  games,
  won,
  drawn,
  lost,
})

it('counts points per game with a result', () => {
  expect(shareOf(tally(2, 1, 1))).toBe(0.625)
  expect(shareOf(tally(0, 0, 0, 3))).toBeNull()
  expect(shareText(tally(0, 0, 0, 3))).toBe('–')
  expect(shareText(tally(1, 0, 1))).toMatch(/^50\s?%$/)
  expect(tallyText(tally(12, 8, 4))).toBe('+12 =8 −4')
  expect(sumOf([tally(1, 2, 3), tally(1, 0, 0, 5)])).toEqual({ games: 11, won: 2, drawn: 2, lost: 3 })
})

it('names the best and the worst lines once each, and no line with fewer than three games', () => {
  const lines = [
    { key: 'a', tally: tally(3, 0, 0) },
    { key: 'b', tally: tally(0, 0, 4) },
    { key: 'c', tally: tally(1, 1, 1) },
    { key: 'd', tally: tally(2, 0, 0) },
  ]
  const { best, worst } = bestAndWorst(lines)
  expect(best.map(({ key }) => key)).toEqual(['a'])
  expect(worst.map(({ key }) => key)).toEqual(['b'])
  expect(bestAndWorst(lines.slice(0, 1))).toEqual({ best: [], worst: [] })
})
