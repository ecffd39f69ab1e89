import { beforeEach, describe, expect, it } from 'vitest'
import type { BestLine, PuzzleView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { FakeClient, board, move, pace, position, settle } from '../../shared/fake'
import { isGood, kindOf } from './question'
import { SenseSession } from './sense.svelte'

const puzzle = (id: string): PuzzleView => ({
  summary: {
    id,
    position: position('white', [move('28-22'), move('32-27'), move('37-31')]),
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
})

const lines = (...of: [string, number][]): BestLine[] => of.map(([first, score]) => ({ depth: 9, score, pv: [first, '19-23'] }))

describe('the scores of the best moves', () => {
  it('several equal ones are safe, a single one better by a man is a defence', () => {
    expect(kindOf([10, 5, -5])).toBe('safe')
    expect(kindOf([-30, -140, -150])).toBe('defend')
  })
  it('a lead of a man overall is an unproven shot, and unclear positions are not asked', () => {
    expect(kindOf([210, 10, 0])).toBeNull()
    expect(kindOf([10, -40, -50])).toBeNull()
    expect(kindOf([-120, -125, -130])).toBeNull()
    expect(kindOf([0])).toBeNull()
  })
})

let client: FakeClient
let session: SenseSession
/** The next random numbers; a hundred means "no" to everything. */
let chances: number[] = []

beforeEach(() => {
  language.now = 'en'
  let given = 0
  chances = []
  client = new FakeClient()
    .on('nextPuzzle', () => puzzle(`p${++given}`))
    .on('line', () => ({
      board,
      start: position('white', []),
      moves: [],
      position: position('white', [move('32-27'), move('37-31'), move('38-33')]),
    }))
  session = new SenseSession(client, { ...pace(), seed: () => chances.shift() ?? 99 })
})

/** Answers the newest search. */
async function found(...of: [string, number][]): Promise<void> {
  await settle()
  client.searches.at(-1)?.finish(null, { lines: lines(...of) })
  await settle()
}

it('a puzzle is a question with a shot: classified first, then played in one try', async () => {
  chances = [0, 99]
  void session.next()
  await found(['28-22', 200], ['32-27', 0])
  expect([session.state, session.question?.kind]).toEqual(['asked', 'shot'])
  expect(session.scene?.position.legal).toEqual([])
  session.answer('safe')
  expect([session.state, session.judgedRight]).toEqual(['playing', false])
  client.on('tryPuzzleMove', () => ({
    verdict: 'done',
    played: [move('28-22')],
    position: position('black', []),
    themes: [],
    tree: '',
  }))
  await session.play(move('28-22'), [28, 22])
  expect([session.state, session.played]).toEqual(['over', true])
  expect(session.count).toEqual({ of: 1, judged: 0, played: 1 })
  expect(client.paramsOf('tryPuzzleMove')[0]?.casual).toBe(true)
})

it('a move outside the listed lines is searched if it may be as good', async () => {
  const question = {
    kind: 'safe' as const,
    board,
    position: position('white', []),
    puzzle: puzzle('p'),
    lines: lines(['32-27', 10], ['37-31', 5], ['38-33', 0]),
  }
  const { signal } = new AbortController()
  const judged = async (notation: string, score: number): Promise<boolean> => {
    const good = isGood(client, question, notation, signal)
    client.searches.at(-1)?.finish(null, { score })
    return good
  }
  expect(await judged('38-33', 0)).toBe(true)
  expect(await judged('42-38', 0)).toBe(true)
  expect(await judged('42-38', 90)).toBe(false)
  const only = { ...question, lines: lines(['32-27', 10], ['37-31', -120]) }
  expect(await isGood(client, only, '42-38', signal)).toBe(false)
  expect(client.searches.map(({ params }) => params.moves)).toEqual([['42-38'], ['42-38']])
})

it('if the shot is ignored, the engine decides between waiting and defending', async () => {
  void session.next()
  await found(['28-22', 200], ['32-27', 0], ['37-31', -5])
  await found(['32-27', 0], ['37-31', -5], ['38-33', -10])
  expect(session.question?.kind).toBe('safe')
  session.answer('safe')
  await session.play(move('38-33'), [38, 33])
  expect(session.count).toEqual({ of: 1, judged: 1, played: 1 })
})
