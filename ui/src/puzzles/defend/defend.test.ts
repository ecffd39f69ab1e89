import { beforeEach, expect, it } from 'vitest'
import type { DefenceReply } from '../../client/types'
import { FakeClient, board, move, pace, position, settle } from '../../shared/fake'
import { DefendSession, replyText } from './defend.svelte'

const held: DefenceReply = { held: true, only: move('31-26'), played: [move('31-26')], position: position('black'), lost: 0 }

let client: FakeClient
let session: DefendSession

beforeEach(() => {
  let steps = 0
  client = new FakeClient()
    .on('beginDefence', () => ({ defence: 5, done: false, question: null }))
    .on('defenceStep', () => {
      const done = ++steps % 3 === 0
      return { defence: 5, done, question: done ? { puzzle: `m${steps}`, board, position: position('white') } : null }
    })
    .on('tryDefence', () => held)
  session = new DefendSession(client, pace())
})

it('searches a position in steps, and allows one try', async () => {
  await session.next()
  expect([session.state, session.question?.puzzle]).toEqual(['playing', 'm3'])
  await session.play([31, 26])
  expect([session.state, session.count]).toEqual(['over', { of: 1, held: 1 }])
  expect(client.asked.at(-1)?.params).toEqual({ defence: 5, path: [31, 26] })
  await session.play([31, 26])
  expect(session.count.of).toBe(1)
})

it('repeats no position', async () => {
  await session.next()
  await session.next()
  expect(client.asked.findLast(({ name }) => name === 'beginDefence')?.params).toMatchObject({ seen: ['m3'] })
})

it('reports that there is none, and stops searching once the page is left', async () => {
  client.on('defenceStep', () => ({ defence: 5, done: true, question: null }))
  await session.next()
  expect([session.none, session.state]).toEqual([true, 'preparing'])
  client.on('defenceStep', () => ({ defence: 5, done: false, question: null }))
  const endless = session.next()
  await settle()
  session.leave()
  await endless
  expect(session.question).toBeNull()
})

it('reports the cost of a move, and the one that held', () => {
  expect(replyText(held)).toBe('That holds. Every other move loses a man or more.')
  const lost: DefenceReply = { ...held, held: false, played: [move('32-28')], lost: 2 }
  expect(replyText(lost)).toBe('32-28 costs 2 pieces. 31-26 alone held.')
  expect(replyText({ ...lost, lost: 0 })).toBe('32-28 does not hold. 31-26 alone held.')
})
