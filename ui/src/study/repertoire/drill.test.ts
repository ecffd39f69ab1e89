import { describe, expect, it } from 'vitest'
import type { RepertoireAnswer, RepertoireQuestion } from '../../client/types'
import { FakeClient, board, failed, move, pace, position, settle } from '../../shared/fake'
import { DrillSession } from './drill.svelte'

const question = (fen: string, due: number): RepertoireQuestion => ({
  board,
  side: 'white',
  fen,
  before: position('black'),
  reply: move('19-23'),
  position: position('white', [move('28x19', [23])]),
  moves: ['32-28', '19-23'],
  fresh: true,
  due,
})

const answer = (right: boolean): RepertoireAnswer => ({
  right,
  played: right ? move('28x19', [23]) : move('33-29'),
  answers: [move('28x19', [23])],
  position: position('black'),
  comment: '',
  days: 3,
})

/** A drill of these positions; those in `hard` are missed at the first try. */
async function drill(fens: string[], hard: string[] = []): Promise<{ session: DrillSession; client: FakeClient }> {
  const left = [...fens]
  const tried = new Set<string>()
  const client = new FakeClient()
    .on('nextRepertoireQuestion', () => (left[0] === undefined ? null : question(left[0], left.length)))
    .on('answerRepertoire', ({ fen, again }) => {
      if (!again) left.shift()
      const right = !hard.includes(fen) || tried.has(fen)
      tried.add(fen)
      return answer(right)
    })
  const session = new DrillSession(client, { variant: 'international', side: 'white' }, pace())
  await session.next()
  await settle()
  return { session, client }
}

const on = async (session: DrillSession): Promise<void> => {
  await session.play([28, 19])
  await session.next()
  await settle()
}

describe('a drill', () => {
  it('continues after each answer, and ends', async () => {
    const { session, client } = await drill(['a', 'b'])
    expect(session.state).toBe('asking')
    expect(session.left).toBe(2)
    await on(session)
    expect(client.paramsOf('nextRepertoireQuestion').at(-1)?.after).toBe('a')
    await on(session)
    expect(session.state).toBe('done')
    expect(session.count).toEqual({ of: 2, right: 2 })
  })

  it('asks a missed position once more, without counting it', async () => {
    const { session, client } = await drill(['a', 'b'], ['a'])
    await on(session)
    expect(client.paramsOf('nextRepertoireQuestion').at(-1)?.after).toBeNull()
    expect(session.left).toBe(2)
    await on(session)
    expect(session.question?.fen).toBe('a')
    expect(session.left).toBe(1)
    await on(session)
    expect(session.state).toBe('done')
    expect(client.paramsOf('answerRepertoire').map(({ fen, again }) => [fen, again])).toEqual([
      ['a', false],
      ['b', false],
      ['a', true],
    ])
    expect(session.count).toEqual({ of: 2, right: 1 })
  })

  it('shows the answer on request, and reports that nothing is due', async () => {
    const { session, client } = await drill(['a'], ['a'])
    await session.play(null)
    expect(client.paramsOf('answerRepertoire')[0]?.path).toBeNull()
    expect(session.answer?.right).toBe(false)
    const empty = await drill([])
    expect(empty.session.state).toBe('done')
    expect(empty.session.question).toBeNull()
  })

  it('continues if a position was removed from the repertoire meanwhile', async () => {
    const { session, client } = await drill(['a'])
    client.on('answerRepertoire', () => {
      throw failed('notFound')
    })
    await session.play([28, 19])
    expect(session.failure?.kind).toBe('notFound')
    client.on('nextRepertoireQuestion', () => null)
    await session.next()
    expect(session.state).toBe('done')
  })
})
