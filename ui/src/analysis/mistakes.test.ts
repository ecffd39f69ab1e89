import { beforeEach, describe, expect, it } from 'vitest'
import type { QualityView } from '../client/types'
import { FakeClient, move, position, reviewed, settle } from '../shared/fake'
import { Mistakes, mistakesOf, questionOf, questionsOf } from './mistakes.svelte'
import { Review } from './review.svelte'

let client: FakeClient
let mistakes: Mistakes

const due = {
  position: { ...position('white'), fen: 'W:W32:B19' },
  played: move('32-27'),
  score: 5,
  best: ['32-28'],
  white: '',
  black: '',
  ply: 8,
}

beforeEach(() => {
  client = new FakeClient()
    .on('line', ({ moves }) => ({
      board: {} as never,
      start: position('white'),
      moves: [],
      position: { ...position('black'), fen: `fen after ${moves.length}` },
    }))
    .on('keepMistake', ({ right }) => ({ days: right ? 3 : 1 }))
  const review = new Review(client)
  review.line = { variant: 'international', fen: 'start', moves: ['32-28', '19-23', '28x19', '17-21'], winner: null, drawn: false }
  const look = (pv: string[]) => ({ best: null, score: 0, pv, depth: 20, nodes: 2_000_000 })
  review.looks = [look(['33-28']), look(['18-23', '34-29']), look(['28x19']), look(['14x23']), look(['26x17'])]
  review.view = reviewed('best', 'blunder', 'forced', 'mistake')
  mistakes = new Mistakes(client, questionsOf(review, mistakesOf(review.view.moves), { white: 'Ann', black: 'Ben' }))
})

describe('learning from mistakes', () => {
  it('asks for the given mistakes and hides the answer until a try', () => {
    expect([mistakes.total, mistakes.question?.ply, mistakes.question?.played]).toEqual([2, 1, '19-23'])
    expect([mistakes.better, mistakes.refutation]).toEqual([[], []])
  })

  it('accepts the best move at once and saves the success', async () => {
    await mistakes.attempt(move('18-23'))
    expect(mistakes.answer).toMatchObject({ kind: 'found', best: true })
    expect([mistakes.better, mistakes.refutation]).toEqual([['18-23', '34-29'], ['28x19']])
    expect(client.paramsOf('keepMistake')).toEqual([
      {
        variant: 'international',
        fen: 'fen after 1',
        played: '19-23',
        score: 0,
        best: ['18-23', '34-29'],
        white: 'Ann',
        black: 'Ben',
        ply: 1,
        right: true,
      },
    ])
    expect(mistakes.days).toBe(3)
    mistakes.next()
    expect([mistakes.question?.ply, mistakes.place, mistakes.first, mistakes.days]).toEqual([3, 2, 1, null])
  })

  it('judges another move by the criteria of the review, shows the refutation of a weak one, and reports the first answer only', async () => {
    client.on('reviewGame', ({ moves }) => reviewed(...moves.map((text): QualityView => (text === '17-22' ? 'mistake' : 'good'))))
    const trying = mistakes.attempt(move('17-22'))
    expect(mistakes.answer.kind).toBe('judging')
    client.searches[0]?.finish(null, { pv: ['28x17'] })
    await trying
    expect(mistakes.answer).toMatchObject({ kind: 'missed', refutation: ['28x17'] })
    expect(client.searches[0]?.params.moves).toEqual(['32-28', '17-22'])
    // The review's result for the position is reused.
    expect(client.paramsOf('reviewGame')[0]?.found).toEqual([
      null,
      { score: 0, pv: ['18-23', '34-29'], depth: 20, nodes: 2_000_000 },
      { score: 0, pv: ['28x17'], depth: 1, nodes: 1_000_000 },
    ])
    expect(mistakes.better).toEqual([])
    const again = mistakes.attempt(move('20-24'))
    await settle()
    client.searches[1]?.finish(null)
    await again
    expect(mistakes.answer).toMatchObject({ kind: 'found', best: false })
    expect(client.paramsOf('keepMistake').map(({ right }) => right)).toEqual([false])
    // Not at the first try, so it is asked again.
    mistakes.next()
    expect([mistakes.question?.ply, mistakes.place]).toEqual([3, 2])
  })

  it('schedules nothing if the mistakes are the opponent’s', async () => {
    const theirs = new Mistakes(client, [questionOf(due)], false)
    await theirs.attempt(move('32-28'))
    expect([theirs.answer.kind, theirs.first, theirs.days]).toEqual(['found', 1, null])
    expect(client.paramsOf('keepMistake')).toEqual([])
  })

  it('ends when every question was solved at once', async () => {
    await mistakes.show()
    expect(mistakes.better).toEqual(['18-23', '34-29'])
    mistakes.next()
    await mistakes.attempt(move('14x23', [19]))
    mistakes.next()
    await mistakes.attempt(move('18-23'))
    mistakes.next()
    expect([mistakes.question, mistakes.place, mistakes.first]).toEqual([null, 2, 1])
    // The question whose answer was shown is not reported again.
    expect(client.paramsOf('keepMistake').map(({ ply, right }) => [ply, right])).toEqual([
      [1, false],
      [3, true],
    ])
  })

  it('asks a due mistake by its position, and removes it on request', async () => {
    const back = new Mistakes(
      client.on('forgetMistake', () => ({})),
      [questionOf(due)],
    )
    await back.forget()
    expect(client.paramsOf('forgetMistake')).toEqual([{ variant: 'international', fen: 'W:W32:B19' }])
    expect(back.question).toBeNull()
  })

  it('shows a failure and can be retried', async () => {
    client.on('keepMistake', () => {
      throw new Error('no store')
    })
    await mistakes.attempt(move('18-23'))
    expect(mistakes.failure).not.toBeNull()
    expect(mistakes.answer.kind).toBe('found')
  })
})
