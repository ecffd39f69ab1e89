import { beforeEach, describe, expect, it } from 'vitest'
import type { CorrespondenceSummary, CorrespondenceView } from '../client/types'
import { language } from '../i18n/language.svelte'
import { FakeClient, failed, game, move, pace, position, settle } from '../shared/fake'
import { LetterSession, answersOtherwise } from './letter.svelte'
import { refusedLine, replyText, standing, timeLeft } from './letter-words'
import { Receiving } from './receiving.svelte'

beforeEach(() => {
  language.now = 'en'
})

const HOUR = 3_600_000

function letter(view: Partial<CorrespondenceView> = {}): CorrespondenceView {
  return {
    game: game({ black: { kind: 'human' }, byLetter: true }),
    white: 'Anna',
    black: 'Bruno',
    side: 'white',
    days: 3,
    myTurn: true,
    word: null,
    by: null,
    since: null,
    deadline: null,
    offered: false,
    claimable: false,
    unsent: false,
    text: null,
    code: null,
    replies: [],
    ...view,
  }
}

describe('in words', () => {
  it('days are left, on the last one hours, then none', () => {
    expect(timeLeft(55 * HOUR, 0)).toBe('2 days left')
    expect(timeLeft(24 * HOUR, 0)).toBe('24 hours left')
    expect(timeLeft(HOUR / 2, 0)).toBe('1 hour left')
    expect(timeLeft(0, 1)).toBe('the days are over')
  })

  it('a list says what is to be done, and until when', () => {
    const { game: one, ...rest } = letter({ deadline: 55 * HOUR })
    const summary: CorrespondenceSummary = {
      ...rest,
      game: one.id,
      variant: 'international',
      ply: 0,
      outcome: null,
      board: one.board,
      position: one.position,
    }
    expect(standing(summary, 0)).toBe('your move · 2 days left')
    expect(standing({ ...summary, myTurn: false }, 0)).toBe('Waiting for Bruno · 2 days left')
    expect(standing({ ...summary, myTurn: false, unsent: true }, 0)).toBe('Not sent yet')
    expect(standing({ ...summary, offered: true, deadline: null }, 0)).toBe('Bruno offers a draw')
  })

  it('a refusal says what is wrong, by the numbers of moves', () => {
    expect(refusedLine({ kind: 'old', there: 3, here: 6 })).toContain('ends at move 2, and the game here is at move 3')
    expect(refusedLine({ kind: 'diverged', ply: 5, here: '32-28', there: '28x19' })).toBe(
      'The two games differ at move 3: here 32-28 was played, in the line 28×19.',
    )
    expect(refusedLine({ kind: 'illegal', ply: 0 })).toContain('Move 1')
  })

  it('a reply is a condition and an answer', () => {
    expect(replyText(['19-23', '28x19'])).toBe('If 19-23, then 28×19')
    expect(replyText(['19-23', '28x19', '14x23', '33-28'])).toBe('If 19-23 28×19 14×23, then 33-28')
  })
})

it('two lines clash if the own move differs after the same moves', () => {
  expect(answersOtherwise(['a', 'b'], ['a', 'c'])).toBe(true)
  expect(answersOtherwise(['a', 'b'], ['c', 'b'])).toBe(false)
  expect(answersOtherwise(['a', 'b'], ['a', 'b', 'c', 'd'])).toBe(false)
  expect(answersOtherwise(['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'e'])).toBe(true)
})

describe('a session', () => {
  const played = letter({
    game: game({ black: { kind: 'human' }, moves: [move('32-28')] }),
    myTurn: false,
    unsent: true,
    word: 'moves',
    by: 'white',
    code: 'code',
    text: 'Damier',
  })

  async function opened(client: FakeClient, view = letter()): Promise<LetterSession> {
    client.on('correspondence', () => view)
    const session = new LetterSession(client, pace())
    await session.open(1)
    return session
  }

  it('plays an own move and shows the core’s answer', async () => {
    const client = new FakeClient().on('correspond', () => played)
    const session = await opened(client)
    await session.play(move('32-28'), [32, 28])
    expect(client.paramsOf('correspond')).toEqual([{ game: 1, ply: 0, act: { kind: 'move', path: [32, 28] } }])
    expect(session.view).toBe(played)
    expect(session.scene?.last?.notation).toBe('32-28')
  })

  it('takes a refused move off the board', async () => {
    const client = new FakeClient().on('correspond', () => {
      throw failed('stale')
    })
    const session = await opened(client)
    await session.play(move('32-28'), [32, 28])
    expect(session.failure?.kind).toBe('stale')
    expect(session.scene?.last).toBeNull()
  })

  it('prepares a reply by moves of both sides, and saves it once it ends with an own move', async () => {
    const waiting = { ...played, unsent: false }
    const client = new FakeClient()
      .on('line', ({ moves }) => ({
        board: waiting.game.board,
        start: position('black'),
        moves: [],
        position: position(moves.length % 2 === 1 ? 'white' : 'black'),
      }))
      .on('planReplies', ({ replies }) => ({ ...waiting, replies }))
    const session = await opened(client, waiting)
    session.beginPlan()
    await session.play(move('19-23'), [19, 23])
    await session.keepPlan()
    expect(client.paramsOf('planReplies')).toEqual([])
    await session.play(move('28x19', [23]), [28, 19])
    await session.keepPlan()
    expect(session.view?.replies).toEqual([['19-23', '28x19']])
    expect(session.plan).toBeNull()
    // Another answer to the same move.
    session.beginPlan()
    await session.play(move('19-23'), [19, 23])
    await session.play(move('28x17', [22]), [28, 17])
    await session.keepPlan()
    expect(session.twoAnswers).toBe(true)
    session.endPlan()
    // A longer version replaces the shorter line.
    session.beginPlan()
    for (const notation of ['19-23', '28x19', '14x23', '33-28']) await session.play(move(notation), [])
    await session.keepPlan()
    expect(session.view?.replies).toEqual([['19-23', '28x19', '14x23', '33-28']])
    await session.removeReply(0)
    expect(session.view?.replies).toEqual([])
  })
})

it('the question of a line is confirmed with the same line', async () => {
  const client = new FakeClient().on('receiveLine', ({ accept }) =>
    accept
      ? { kind: 'arrived', game: letter(), replied: '28x19' }
      : {
          kind: 'unknown',
          offer: {
            variant: 'international',
            white: 'Anna',
            black: 'Bruno',
            side: 'black',
            days: 3,
            ply: 1,
            board: letter().game.board,
            position: position('black'),
          },
        },
  )
  const arrived: (string | null)[] = []
  const receiving = new Receiving(client, (_, replied) => arrived.push(replied))
  await receiving.receive('a line')
  expect(receiving.answer?.kind).toBe('unknown')
  expect(arrived).toEqual([])
  await receiving.accept()
  await settle()
  expect(arrived).toEqual(['28x19'])
  expect(client.paramsOf('receiveLine')).toEqual([
    { line: 'a line', accept: false },
    { line: 'a line', accept: true },
  ])
  client.on('receiveLine', () => {
    throw failed('linkDamaged')
  })
  await receiving.receive('another')
  expect([receiving.answer, receiving.failure?.kind]).toEqual([null, 'linkDamaged'])
})
