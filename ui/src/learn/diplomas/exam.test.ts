import { beforeEach, expect, it } from 'vitest'
import type { ExamMoveView, StepView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { announcer } from '../../shell/announcer.svelte'
import { FakeClient, board, move, pace, position, settle } from '../../shared/fake'
import { answerText } from './answer-text'
import { ExamSession } from './exam.svelte'

const task = (view: Partial<StepView>): StepView => ({
  kind: 'playMove',
  text: 'Jouez.',
  position: position('white', [move('32-28')]),
  overlays: [],
  line: [],
  wanted: 1,
  choices: [],
  options: [],
  after: [],
  goal: null,
  moves: 0,
  variations: 0,
  variation: 0,
  done: false,
  ...view,
})

const moved = (view: Partial<ExamMoveView>): ExamMoveView => ({ over: true, slip: false, played: [], position: position('black'), ...view })

let client: FakeClient
let session: ExamSession
let kept: string

function exam(...tasks: StepView[]): void {
  client.on('exam', () => ({ level: 1, title: 'Examen', intro: 'Vingt.', language: 'fr', board, tasks, pass: 2 }))
}

beforeEach(() => {
  language.now = 'fr'
  announcer.lines = []
  kept = ''
  client = new FakeClient().on('examReason', () => ({
    wrong: '',
    right: 'Car.',
    position: position('white'),
    played: [],
    solution: [],
  }))
  const shelf = { read: () => kept, write: (text: string) => void (kept = text) }
  session = new ExamSession(client, () => language.now, shelf, pace())
})

it('each task is answered once and stored; all are submitted at the end, and wrong ones get reasons', async () => {
  exam(task({ kind: 'trueFalse' }), task({ kind: 'countCapture', choices: [1, 2] }), task({ kind: 'choose' }))
  await session.open(1)
  session.begin()
  session.say(true)
  expect(session.closed).toBe(true)
  session.say(false)
  await session.next()
  expect(JSON.parse(kept)).toEqual({ level: 1, answers: [{ kind: 'truth', value: true }] })
  session.count(2)
  await session.next()
  client.on('endExam', () => ({ right: 1, passed: false, tasks: [true, false, false], subjects: [] }))
  await session.next()
  await settle()
  expect(client.paramsOf('endExam')).toEqual([
    { level: 1, answers: [{ kind: 'truth', value: true }, { kind: 'count', number: 2 }, null], language: 'fr' },
  ])
  expect(client.paramsOf('examReason').map((asked) => [asked.task, asked.answer])).toEqual([
    [1, { kind: 'count', number: 2 }],
    [2, null],
  ])
  expect(kept).toBe('')
  expect(session.result?.right).toBe(1)
  expect(Object.keys(session.reasons)).toEqual(['1', '2'])
})

it('an interrupted exam continues where it was, and restarts on request', async () => {
  exam(task({ kind: 'trueFalse' }), task({ kind: 'trueFalse' }))
  kept = JSON.stringify({ level: 1, answers: [null] })
  await session.open(1)
  session.begin()
  expect(session.index).toBe(1)
  session.begin(true)
  expect(session.index).toBe(0)
  // Answers stored for another level are ignored.
  kept = JSON.stringify({ level: 2, answers: [null] })
  const other = new ExamSession(client, () => 'fr', { read: () => kept, write: () => {} }, pace())
  await other.open(1)
  other.begin()
  expect(other.index).toBe(0)
})

it('a move is final, a line continues, and an illegal touch does not count', async () => {
  exam(task({ kind: 'sequence' }))
  await session.open(1)
  session.begin()
  client.on('examMove', () => moved({ over: false, slip: true }))
  await session.play([32, 23])
  expect([session.slipped, session.closed]).toEqual([true, false])
  client.on('examMove', () => moved({ over: false, played: [move('32-28')], position: position('white', [move('28-23')]) }))
  await session.play([32, 28])
  expect([session.slipped, session.closed]).toEqual([false, false])
  client.on('examMove', () => moved({ played: [move('28-23')] }))
  await session.play([28, 23])
  expect(client.paramsOf('examMove').at(-1)?.paths).toEqual([
    [32, 28],
    [28, 23],
  ])
  expect(session.answer).toEqual({
    kind: 'moves',
    paths: [
      [32, 28],
      [28, 23],
    ],
  })
  expect(session.canChange).toBe(false)
})

it('an answer other than moves can be changed before it is submitted', async () => {
  exam(task({ kind: 'tapSquares', wanted: 2 }))
  await session.open(1)
  session.begin()
  session.tap(7)
  session.tap(8)
  session.tap(7)
  session.check()
  expect(session.answer).toEqual({ kind: 'taps', squares: [8] })
  session.change()
  expect(session.answer).toBeUndefined()
  expect(session.taps).toEqual([])
})

it('an answer is shown in words', () => {
  const choose = task({ kind: 'choose', options: [{ key: 'a', text: 'Le premier' }] })
  expect(answerText(null, choose)).toBe('Pas de réponse.')
  expect(answerText({ kind: 'pick', option: 'a' }, choose)).toBe('Votre réponse\u00a0: Le premier')
  expect(answerText({ kind: 'moves', paths: [[33, 22, 13]] }, choose)).toBe('Votre réponse\u00a0: 33–13')
})
