import { describe, expect, it } from 'vitest'
import { CONFIRMING_NODES, FakeClient, FIRST_NODES, reviewed, reviewing, settle } from '../shared/fake'
import { Review } from './review.svelte'

const line = { variant: 'international', fen: 'start', moves: ['32-28', '19-23', '28x19'], winner: null, drawn: false }
const view = reviewed(null, null, null)
const [FIRST, DEEP] = [FIRST_NODES, CONFIRMING_NODES]
const core = (doubtful?: number[]) => reviewing(view, doubtful)

function begin(doubtful: number[] = []): { client: FakeClient; review: Review } {
  const client = new FakeClient().on('reviewGame', core(doubtful))
  const review = new Review(client)
  review.turn(line)
  return { client, review }
}

/** Finishes the searches from this one on, as they come. */
async function finish(client: FakeClient, ...numbers: number[]): Promise<void> {
  await settle()
  for (const at of numbers) {
    client.searches[at]?.finish(null, { score: at * 10 })
    await settle()
  }
}

describe('a review', () => {
  it('runs the searches that the core asks for, one after the other', async () => {
    const { client, review } = begin([2, 1])
    void review.run()
    await finish(client, 0, 1, 2, 3)
    // The first pass is over.
    expect([review.done, review.total, review.unconfirmed, review.complete]).toEqual([4, 4, 1, false])
    expect(review.turning).toBeNull()
    await finish(client, 4, 5)
    const asked = client.searches.map(({ params }) => [params.moves.length, params.limits.kind === 'nodes' && params.limits.nodes])
    expect(asked).toEqual([
      [0, FIRST],
      [1, FIRST],
      [2, FIRST],
      [3, FIRST],
      [2, DEEP],
      [1, DEEP],
    ])
    expect([review.complete, review.running, review.turning?.ply]).toEqual([true, false, 2])
    expect(review.looks.map((look) => look?.score)).toEqual([0, 50, 40, 30])
  })

  it('resumes where it was stopped', async () => {
    const { client, review } = begin()
    void review.run()
    await finish(client, 0)
    review.stop()
    await finish(client, 1)
    expect(review.done).toBe(1)
    void review.run()
    await settle()
    expect(client.searches.at(-1)?.params.moves).toEqual(['32-28'])
  })

  it('keeps the results of positions before a change', async () => {
    const { client, review } = begin()
    void review.run()
    await finish(client, 0, 1, 2, 3)
    review.turn({ ...line, moves: ['32-28', '19-24'] })
    await settle()
    expect(review.done).toBe(2)
    expect(review.total).toBe(3)
  })

  it('saves the results of a stored game and reuses them for the moves that are the same', async () => {
    const found = (score: number) => ({ score, pv: ['32-28'], depth: 9, nodes: FIRST })
    const client = new FakeClient()
      .on('reviewGame', core())
      .on('keptReview', () => ({ moves: ['32-28', '19-24', '28-23'], found: [found(1), found(2), found(3), found(4)] }))
      .on('keepReview', () => ({}))
    const review = new Review(client)
    review.turn({ ...line, game: 7 })
    void review.run()
    await settle()
    // The results of the start and the position after the first move were saved.
    expect(review.done).toBe(2)
    for (const at of [0, 1]) {
      expect(client.searches[at]?.params.moves.length).toBe(at + 2)
      client.searches[at]?.finish(null, { score: 50 + at, pv: ['20-24'] })
      await settle()
    }
    expect(review.complete).toBe(true)
    expect(client.paramsOf('keepReview')).toEqual([
      {
        game: 7,
        moves: [...line.moves],
        found: [found(1), found(2), ...[50, 51].map((score) => ({ score, pv: ['20-24'], depth: 1, nodes: FIRST }))],
      },
    ])
  })

  it('is complete at once if all results are saved, and is not saved again', async () => {
    const found = line.moves.concat('').map(() => ({ score: 0, pv: [], depth: 9, nodes: FIRST }))
    const client = new FakeClient().on('reviewGame', core()).on('keptReview', () => ({ moves: [...line.moves], found }))
    const review = new Review(client)
    review.turn({ ...line, game: 7 })
    await review.run()
    expect([review.complete, client.searches.length, review.failure]).toEqual([true, 0, null])
    expect(client.paramsOf('keepReview')).toEqual([])
  })
})
