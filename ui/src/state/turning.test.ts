import { describe, expect, it } from 'vitest'
import type { SearchParams, SearchResult } from '../client/types'
import { game, move } from './fake'
import { turningPoint } from './turning'

const moves = ['32-28', '19-23', '37-32', '14-19', '41-37', '10-14'].map((text) => move(text))
const lost = game({ moves, outcome: { winner: 'white', reason: 'resignation', result: '2-0', article: null, about: 'black', number: null } })
const sideAt = (ply: number) => (ply % 2 === 0 ? ('white' as const) : ('black' as const))

/** Scores for the side to move, by how many moves were made. */
function engine(scores: Record<number, number>, best = move('20-24')) {
  const asked: number[] = []
  return {
    asked,
    search: ({ moves: made }: SearchParams): Promise<SearchResult> => {
      asked.push(made.length)
      return Promise.resolve({ best, pause: 0, offersDraw: false, info: { depth: 8, score: scores[made.length] ?? 0, nodes: 1, millis: 1, pv: [], expected: 0.5, lines: [] } })
    },
  }
}

describe('the turning point', () => {
  it('is the loser\'s last move from a game that could be held', async () => {
    const client = engine({ 5: -400, 3: -20 })
    const turning = await turningPoint(client, lost, sideAt, new AbortController().signal)
    expect(turning).toMatchObject({ ply: 3, move: moves[3], better: { notation: '20-24' } })
    expect(client.asked).toEqual([5, 3])
  })

  it('is not told where everything was lost, in a draw, or where the best move was played', async () => {
    const none = new AbortController().signal
    expect(await turningPoint(engine({ 5: -400, 3: -300, 1: -200 }), lost, sideAt, none)).toBeNull()
    expect(await turningPoint(engine({ 5: -20 }, moves[5]), lost, sideAt, none)).toBeNull()
    const drawn = { ...lost, outcome: lost.outcome && { ...lost.outcome, winner: null } }
    expect(await turningPoint(engine({}), drawn, sideAt, none)).toBeNull()
  })
})
