import { expect, it } from 'vitest'
import { rowsOf } from './mining-report'

it('lists shots that became puzzles first, then reasons for rejection, most frequent first', () => {
  const rows = rowsOf({
    known: 2,
    outcomes: [
      { reason: 'found', count: 3 },
      { reason: 'tooSmall', count: 4 },
      { reason: 'quiet', count: 90 },
    ],
  })
  expect(rows.map(({ text, count }) => `${count} ${text}`)).toEqual([
    '3 became a puzzle',
    '2 of these known already',
    '90 nothing forces a gain',
    '4 a shot, but for one man only',
  ])
})
