import { beforeEach, describe, expect, it } from 'vitest'
import type { JudgedView, QualityView, ReviewView } from '../client/types'
import { FakeClient, move, settle } from '../shared/fake'
import { Mistakes } from './mistakes.svelte'
import { Review } from './review.svelte'

const judged = (quality: QualityView): JudgedView => ({ quality, before: 0.5, after: 0.2, sign: '' })
const played = { accuracy: 90, inaccuracies: 0, mistakes: 0, blunders: 0 }
const view = (...qualities: QualityView[]): ReviewView => ({
  moves: qualities.map(judged),
  expected: [],
  white: played,
  black: played,
  turning: null,
})

let client: FakeClient
let review: Review
let mistakes: Mistakes

beforeEach(() => {
  client = new FakeClient()
  review = new Review(client)
  review.line = { variant: 'international', fen: 'W:W31-50:B1-20', moves: ['32-28', '19-23', '28x19', '17-21'], winner: null }
  const look = (pv: string[]) => ({
    best: null,
    pause: 0,
    offersDraw: false,
    info: { depth: 9, score: 0, expected: 0.5, nodes: 1, millis: 1, pv, lines: [] },
  })
  review.looks = [look(['33-28']), look(['18-23', '34-29']), look(['28x19']), look(['14x23']), look([])]
  review.view = view('best', 'blunder', 'forced', 'mistake')
  mistakes = new Mistakes(client, review)
})

describe('learning from mistakes', () => {
  it('asks for both sides’ mistakes, and tells no answer before there is one', () => {
    expect([mistakes.total, mistakes.ply, mistakes.played]).toEqual([2, 1, '19-23'])
    expect(mistakes.better).toEqual([])
  })

  it('takes the best move at once', async () => {
    await mistakes.attempt(move('18-23'))
    expect(mistakes.answer).toMatchObject({ kind: 'found', best: true })
    expect(mistakes.better).toEqual(['18-23', '34-29'])
    mistakes.next()
    expect([mistakes.ply, mistakes.done, mistakes.first]).toEqual([3, 1, 1])
  })

  it('judges another move as the game’s own are, and shows what a weak one is met by', async () => {
    client.on('reviewGame', ({ moves }) => view(...moves.map((text): QualityView => (text === '17-22' ? 'mistake' : 'good'))))
    const trying = mistakes.attempt(move('17-22'))
    expect(mistakes.answer.kind).toBe('judging')
    client.searches[0]?.finish(null, { pv: ['28x17'] })
    await trying
    expect(mistakes.answer).toMatchObject({ kind: 'missed', refutation: ['28x17'] })
    expect(client.searches[0]?.params.moves).toEqual(['32-28', '17-22'])
    expect(mistakes.better).toEqual([])
    const again = mistakes.attempt(move('20-24'))
    await settle()
    client.searches[1]?.finish(null)
    await again
    expect(mistakes.answer).toMatchObject({ kind: 'found', best: false })
    // Not at the first try: it comes again.
    mistakes.next()
    expect([mistakes.ply, mistakes.done]).toEqual([3, 0])
  })

  it('ends when each was found at once', async () => {
    mistakes.show()
    expect(mistakes.better).toEqual(['18-23', '34-29'])
    mistakes.next()
    await mistakes.attempt(move('14x23', [19]))
    mistakes.next()
    await mistakes.attempt(move('18-23'))
    mistakes.next()
    expect([mistakes.ply, mistakes.done, mistakes.first]).toEqual([null, 2, 1])
  })
})
