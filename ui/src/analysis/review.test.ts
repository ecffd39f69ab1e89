import { describe, expect, it } from 'vitest'
import { FakeClient, reviewed, settle } from '../shared/fake'
import { Review } from './review.svelte'

const line = { variant: 'international', fen: 'start', moves: ['32-28', '19-23', '28x19'], winner: null, drawn: false }
const view = reviewed(null, null, null)

function begin(): { client: FakeClient; review: Review } {
  const client = new FakeClient().on('reviewGame', () => view)
  const review = new Review(client)
  review.turn(line)
  return { client, review }
}

describe('a review', () => {
  it('searches the positions in order and then has the game judged', async () => {
    const { client, review } = begin()
    void review.run()
    for (let at = 0; at < 4; at++) {
      expect(client.searches[at]?.params.moves).toEqual(line.moves.slice(0, at))
      expect(client.searches.length).toBe(at + 1)
      client.searches[at]?.finish(null, { score: at * 10 })
      await settle()
    }
    expect(review.complete).toBe(true)
    expect(review.running).toBe(false)
    expect(
      client
        .paramsOf('reviewGame')
        .at(-1)
        ?.found.map((one) => one?.score),
    ).toEqual([0, 10, 20, 30])
    expect(review.view).toBe(view)
  })

  it('searches the turning point again, deeper, until it stays', async () => {
    const { client, review } = begin()
    let turning = 0
    client.on('reviewGame', () => ({ ...view, turning }))
    void review.run()
    for (let at = 0; at < 4; at++) {
      client.searches[at]?.finish(null)
      await settle()
    }
    const searched = (at: number): unknown => [client.searches[at]?.params.moves?.length, client.searches[at]?.params.limits]
    const deeper = { kind: 'nodes', nodes: 1_000_000 }
    expect(searched(4)).toEqual([0, deeper])
    expect(review.turning).toBeNull()
    // The deeper search of the first position shows another turning point.
    turning = 1
    for (let at = 4; at < 8; at++) {
      client.searches[at]?.finish(null, { score: 50 })
      await settle()
    }
    expect([searched(5), searched(6), searched(7)]).toEqual([
      [1, deeper],
      [2, deeper],
      [3, deeper],
    ])
    expect([review.turning?.ply, review.running, client.searches.length]).toEqual([1, false, 8])
    expect(review.looks[1]?.score).toBe(50)
  })

  it('resumes where it was stopped', async () => {
    const { client, review } = begin()
    void review.run()
    client.searches[0]?.finish(null)
    await settle()
    review.stop()
    client.searches[1]?.finish(null)
    await settle()
    expect(review.done).toBe(1)
    void review.run()
    await settle()
    expect(client.searches.at(-1)?.params.moves).toEqual(['32-28'])
  })

  it('keeps the results of positions before a change', async () => {
    const { client, review } = begin()
    void review.run()
    for (const at of [0, 1, 2, 3]) {
      client.searches[at]?.finish(null)
      await settle()
    }
    review.turn({ ...line, moves: ['32-28', '19-24'] })
    expect(review.done).toBe(2)
    expect(review.total).toBe(3)
  })

  it('ends where the game is over by the rules', async () => {
    const { client, review } = begin()
    void review.run()
    client.searches[0]?.finish(null)
    await settle()
    client.searches[1]?.fail('illegalMove')
    await settle()
    expect(review.total).toBe(1)
    expect(review.complete).toBe(true)
    expect(review.failure).toBeNull()
  })

  it('saves the results of a stored game and reuses them for the moves that are the same', async () => {
    const found = (score: number) => ({ score, pv: ['32-28'] })
    const client = new FakeClient()
      .on('reviewGame', () => view)
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
      { game: 7, moves: [...line.moves], found: [found(1), found(2), { score: 50, pv: ['20-24'] }, { score: 51, pv: ['20-24'] }] },
    ])
  })

  it('is complete at once if all results are saved, and is not saved again', async () => {
    const found = line.moves.concat('').map(() => ({ score: 0, pv: [] }))
    const client = new FakeClient().on('reviewGame', () => view).on('keptReview', () => ({ moves: [...line.moves], found }))
    const review = new Review(client)
    review.turn({ ...line, game: 7 })
    await review.run()
    expect([review.complete, client.searches.length, review.failure]).toEqual([true, 0, null])
    expect(client.paramsOf('keepReview')).toEqual([])
  })
})
