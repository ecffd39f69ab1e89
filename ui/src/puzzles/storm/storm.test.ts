import { beforeEach, expect, it } from 'vitest'
import type { PuzzleReply, PuzzleView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { FakeClient, board, move, pace, position } from '../../shared/fake'
import { StormSession, bonusAt } from './storm.svelte'

const puzzle = (id: string): PuzzleView => ({
  summary: { id, position: position('white', [move('28-22')]), difficulty: 1, rating: 450, solved: false, attempts: 0, themes: [] },
  board,
  moves: 2,
  number: 0,
  of: 0,
  next: null,
  returns: null,
  mayBeQuiet: false,
})

const judged = (verdict: PuzzleReply['verdict']): PuzzleReply => ({
  verdict,
  played: [move('28-22'), move('17x28', [22])],
  position: position('white', [move('32x23', [28])], true),
  themes: [],
  tree: '',
})

let client: FakeClient
let session: StormSession
/** The test's clock, in milliseconds. */
let now = 0

beforeEach(async () => {
  language.now = 'en'
  now = 0
  let given = 0
  client = new FakeClient()
    .on('nextPuzzle', () => puzzle(`p${++given}`))
    .on('endRun', ({ solved }) => ({ best: Math.max(9, solved), record: solved > 9 }))
  session = new StormSession(client, { ...pace(), now: () => now })
  await session.begin()
})

it('the clock waits for the first move, then runs to its end', async () => {
  now = 60_000
  session.tick()
  expect([session.state, session.left]).toEqual(['ready', 180_000])
  client.on('tryPuzzleMove', () => judged('goOn'))
  await session.play([28, 22])
  now += 30_000
  session.tick()
  expect([session.state, session.left]).toEqual(['running', 150_000])
  now += 200_000
  session.tick()
  await Promise.resolve()
  expect(session.state).toBe('over')
  expect(client.paramsOf('endRun')).toEqual([{ variant: 'international', run: 'storm', solved: 0 }])
})

it('goes to a harder, unseen puzzle after a solved one, and stores nothing', async () => {
  client.on('tryPuzzleMove', () => judged('done'))
  await session.play([28, 22])
  await session.play([28, 22])
  expect(session.solved).toBe(2)
  expect(client.paramsOf('tryPuzzleMove').every(({ casual }) => casual === true)).toBe(true)
  expect(client.paramsOf('nextPuzzle').at(-1)).toMatchObject({ mode: 'storm', streak: 2, seen: ['p1', 'p2'] })
})

it('a mistake costs ten seconds and the combo, and keeps the puzzle for review', async () => {
  client.on('tryPuzzleMove', () => judged('done'))
  await session.play([28, 22])
  client.on('tryPuzzleMove', () => judged('wrong'))
  await session.play([28, 22])
  expect([session.left, session.combo, session.longest, session.solved]).toEqual([170_000, 0, 1, 1])
  expect(session.missed.map(({ summary }) => summary.id)).toEqual(['p2'])
  expect(session.puzzle?.summary.id).toBe('p3')
})

it('right moves in a row add time', async () => {
  expect([1, 5, 12, 20, 30, 35, 40, 50].map(bonusAt)).toEqual([0, 3000, 5000, 7000, 10_000, 0, 10_000, 10_000])
  client.on('tryPuzzleMove', () => judged('done'))
  for (let solved = 0; solved < 5; solved++) await session.play([28, 22])
  expect(session.left).toBe(183_000)
})
