import { expect, it } from 'vitest'
import type { CorrespondenceView } from '../client/types'
import { game } from '../shared/fake'
import { newId, rematch } from './begin'

const ended = (more: object): CorrespondenceView =>
  ({ game: game(more), white: 'Ada', black: 'Bram', side: 'black', days: 5 }) as unknown as CorrespondenceView

it('a rematch has the same players with colours swapped, from the same start', () => {
  const again = rematch(ended({ startFen: 'W:W28,32:B19' }))
  expect(again).toMatchObject({ side: 'white', name: 'Bram', opponent: 'Ada', days: 5, fen: 'W:W28,32:B19' })
  expect(again.removed).toBeUndefined()
})

it('the same player gives the handicap again', () => {
  const { removed, fen } = rematch(ended({ removed: [1, 2] }))
  const last = game({}).board.squares.length
  expect(removed).toEqual([last, last - 1])
  expect(fen).toBeUndefined()
})

it('ids have sixteen digits and do not repeat', () => {
  const ids = Array.from({ length: 50 }, newId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
  expect(new Set(ids).size).toBe(50)
})
