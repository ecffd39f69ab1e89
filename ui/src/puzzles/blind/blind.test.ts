import { beforeEach, expect, it } from 'vitest'
import type { PuzzleReply, PuzzleView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { FakeClient, board, move, pace, position } from '../../shared/fake'
import { BlindSession } from './blind.svelte'

const puzzle: PuzzleView = {
  summary: {
    id: 'mazette',
    position: position('white', [move('28-22')]),
    difficulty: 1,
    rating: 450,
    solved: false,
    attempts: 0,
    themes: [],
  },
  board,
  moves: 2,
  number: 3,
  of: 12,
  next: null,
  returns: null,
  mayBeQuiet: false,
}

const taking = move('32x23x14x5', [28, 19, 10])

/** The key move is 28-22; after it only 32x5 is right. */
function judge(moves: readonly number[][]): PuzzleReply {
  const given = {
    played: [move('28-22'), move('17x28', [22])],
    position: position('white', [taking, move('37-31')], true),
    themes: [],
    tree: '',
  }
  if (moves.length === 1) return { ...given, verdict: 'goOn' }
  return { ...given, verdict: moves[1]?.[0] === 32 ? 'done' : 'wrong', played: [taking] }
}

let client: FakeClient
let session: BlindSession

beforeEach(async () => {
  language.now = 'en'
  client = new FakeClient()
    .on('nextPuzzle', () => puzzle)
    .on('puzzleHint', ({ moves }) => ({
      text: null,
      overlays: [{ kind: 'route', path: moves.length > 0 ? [32, 5] : [28, 22], label: null }],
    }))
    .on('tryPuzzleMove', ({ moves }) => judge(moves))
  session = new BlindSession(client, pace())
  await session.next(1)
})

it('gives the first moves in words, and leaves the board as it was', () => {
  expect(session.words).toBe('28-22 17×28')
  expect(session.scene?.position.fen).toBe(puzzle.summary.position.fen)
  expect(client.paramsOf('nextPuzzle')[0]).toMatchObject({ mode: 'length', moves: 2 })
})

it('judges two taps in the position after the given moves, and stores nothing', async () => {
  await session.tap(32)
  expect(session.from).toBe(32)
  await session.tap(5)
  expect(session.state).toBe('solved')
  expect(session.scene?.via.length).toBe(3)
  expect(client.paramsOf('tryPuzzleMove').every(({ casual }) => casual === true)).toBe(true)
})

it('distinguishes an illegal move from one that does not win', async () => {
  await session.tap(28)
  await session.tap(22)
  expect(session.state).toBe('impossible')
  await session.tap(37)
  await session.tap(31)
  expect(session.state).toBe('wrong')
  await session.giveUp()
  expect(session.state).toBe('shown')
  await session.next(1)
  expect(client.paramsOf('nextPuzzle')[1]?.seen).toEqual(['mazette'])
  expect(session.state).toBe('asked')
})
