import { beforeEach, describe, expect, it } from 'vitest'
import type { AfterPuzzleView, PuzzleReply, PuzzleView } from '../client/types'
import { language } from '../i18n/language.svelte'
import { announcer } from '../shell/announcer.svelte'
import { FakeClient, board, move, pace, position, settle } from '../shared/fake'
import { PuzzleSession } from './puzzle.svelte'

const puzzle: PuzzleView = {
  summary: {
    id: 'mazette',
    position: position('white', [move('28-22')]),
    difficulty: 2,
    rating: 1200,
    solved: false,
    attempts: 0,
    themes: [],
  },
  board,
  moves: 2,
  number: 3,
  of: 12,
  next: 'recall',
  returns: null,
  mayBeQuiet: false,
}

const judged = (view: Partial<PuzzleReply>): PuzzleReply => ({
  verdict: 'goOn',
  played: [move('28-22'), move('17x28', [22])],
  position: position('white', [move('32x23x14x5', [28, 19, 10])], true),
  themes: [],
  tree: '28-22 17x28 32x5',
  ...view,
})

/** The key move, the main reply and the end; and a reply with a different continuation. */
const solution: AfterPuzzleView = {
  moves: [
    { played: move('28-22'), position: position('black', [move('17x28', [22])], true), answers: null },
    { played: move('17x28', [22]), position: position('white', [move('32x5', [28, 19, 10])], true), answers: 0 },
    { played: move('32x5', [28, 19, 10]), position: position('black', []), answers: 1 },
    { played: move('18x27', [22]), position: position('white', []), answers: 0 },
  ],
  theme: 'mazette',
  alike: 40,
  shot: null,
  lesson: null,
  quiet: false,
  idea: null,
  due: null,
}

let client: FakeClient
let session: PuzzleSession

beforeEach(async () => {
  language.now = 'fr'
  announcer.lines = []
  client = new FakeClient().on('puzzle', () => puzzle).on('afterPuzzle', () => solution)
  session = new PuzzleSession(client, pace())
  await session.open('mazette')
})

const last = (): string => (announcer.lines.at(-1)?.text ?? '').replaceAll('\u00a0', ' ')

describe('a puzzle', () => {
  it('is announced with its task', () => {
    expect(last()).toBe('Combinaison 3 3 sur 12 Les Blancs jouent et gagnent.')
  })

  it('continues after a right move with the reply, and is solved at its end', async () => {
    client.on('tryPuzzleMove', () => judged({}))
    await session.play([28, 22])
    expect(session.state).toBe('good')
    expect(last()).toContain('Réponse : 17 prend 22, va en 28.')
    client.on('tryPuzzleMove', () =>
      judged({ verdict: 'done', played: [move('32x5', [28, 19, 10])], themes: ['mazette'], tree: '28-22 17x28 32x5' }),
    )
    await session.play([32, 5])
    expect(client.paramsOf('tryPuzzleMove')[1]).toEqual({
      puzzle: 'mazette',
      moves: [
        [28, 22],
        [32, 5],
      ],
      hints: 0,
    })
    expect(session.state).toBe('solved')
    expect(session.fresh).toBe(true)
    expect(session.themes).toEqual(['mazette'])
    expect(session.puzzle?.summary.solved).toBe(true)
  })

  it('shows why a move is wrong, then allows another try from the same place', async () => {
    client.on('tryPuzzleMove', () => judged({}))
    await session.play([28, 22])
    const again = position('white', [move('32x23x14x5', [28, 19, 10])], true)
    client.on('tryPuzzleMove', () => judged({ verdict: 'wrong', position: again }))
    await session.play([32, 27])
    expect(session.state).toBe('wrong')
    expect(session.scene?.position.legal).toEqual(again.legal)
    client.on('tryPuzzleMove', () => judged({ verdict: 'lesser', position: again }))
    await session.play([32, 21])
    expect(session.state).toBe('lesser')
    expect(client.paramsOf('tryPuzzleMove')[2]?.moves).toEqual([
      [28, 22],
      [32, 21],
    ])
  })

  it('gives hints for the current position', async () => {
    client.on('puzzleHint', () => ({ text: null, overlays: [{ kind: 'ring', squares: [28] }] }))
    await session.askHint()
    await session.askHint()
    expect(client.paramsOf('puzzleHint').map(({ strength }) => strength)).toEqual([1, 2])
    expect(session.overlays).toEqual([{ kind: 'ring', squares: [28] }])
    client.on('tryPuzzleMove', () => judged({}))
    await session.play([28, 22])
    expect(client.paramsOf('tryPuzzleMove')[0]?.hints).toBe(2)
    expect(session.overlays).toEqual([])
  })

  it('plays its solution from the beginning, and then does not count as solved', async () => {
    const line = [move('28-22'), move('17x28', [22]), move('32x5', [28, 19, 10])]
    client.on('puzzleSolution', () => ({ line, themes: ['mazette'], tree: '28-22 17x28 32x5' }))
    await session.showSolution()
    expect(session.state).toBe('shown')
    expect(session.scene?.last).toEqual(line[2])
    expect(session.walk?.at).toBe(2)
    expect(session.playing).toBe(false)
    session.restart()
    expect(session.state).toBe('trying')
  })

  it('a restart cancels the running animation', async () => {
    client.on('tryPuzzleMove', () => judged({ verdict: 'wrong' }))
    const played = session.play([28, 22])
    await settle()
    session.restart()
    await played
    expect(session.scene?.position.fen).toBe(puzzle.summary.position.fen)
    expect(session.playing).toBe(false)
  })

  describe('that is over', () => {
    const shown = async (): Promise<void> => {
      client.on('puzzleSolution', () => ({
        line: solution.moves.slice(0, 3).map(({ played }) => played),
        themes: ['mazette'],
        tree: '',
      }))
      await session.showSolution()
    }

    it('is stepped through, also to another reply', async () => {
      await shown()
      session.walk?.step(-1)
      session.walk?.step(-1)
      expect(session.walk?.at).toBe(0)
      expect(session.scene?.position.turn).toBe('black')
      session.walk?.step(1)
      session.walk?.across(1)
      expect(session.walk?.at).toBe(3)
      await session.explore(move('17x28', [22]))
      session.walk?.first()
      expect([session.walk?.at, session.walk?.canGoBack]).toEqual([null, false])
      session.walk?.last()
      expect([session.walk?.at, session.walk?.canGoOn]).toEqual([2, false])
    })

    it('shows why a tried move does not win, and returns to its position', async () => {
      client.on('tryPuzzleMove', () => judged({ verdict: 'wrong', played: [move('32-27'), move('17x28', [22])] }))
      await session.play([32, 27])
      await session.play([32, 27])
      await shown()
      const [wrong, ...others] = session.walk?.tries ?? []
      expect(others).toEqual([])
      client.on('refutePuzzleMove', () => ({
        verdict: 'wrong',
        played: [move('32-27'), move('17x28', [22])],
        position: position('white', []),
        lost: 1,
      }))
      if (wrong) await session.askWhy(wrong)
      expect(client.paramsOf('refutePuzzleMove')).toEqual([{ puzzle: 'mazette', line: [[32, 27]] }])
      expect(session.walk?.refuted?.lost).toBe(1)
      expect(last()).toContain('32-27 coûte 1 pièce.')
      session.walk?.step(-1)
      expect([session.walk?.refuted, session.walk?.at]).toEqual([null, null])
    })
  })
})

describe('the repetition of a theme', () => {
  const returning: PuzzleView = { ...puzzle, mayBeQuiet: true, returns: { idea: 'mazette', last: 9, tries: 3, missed: 2, near: true } }

  it('says why it is back, and composes a position if none is left', async () => {
    const steps = [false, true]
    let composed = false
    client
      .on('nextPuzzle', () => (composed ? returning : null))
      .on('beginFreshPuzzle', () => ({ job: 4, idea: 'mazette', done: false, puzzle: null }))
      .on('freshPuzzleStep', ({ job }) => {
        composed = steps.shift() ?? true
        return { job, idea: 'mazette', done: composed, puzzle: composed ? 'new' : null }
      })
    await session.train({ mode: 'repeat' })
    expect(session.puzzle?.returns?.idea).toBe('mazette')
    expect(session.composing).toBeNull()
    expect(JSON.stringify(announcer.lines)).toContain('manqué 2 fois')
  })

  it('ends when no theme is due', async () => {
    client.on('nextPuzzle', () => null).on('beginFreshPuzzle', () => ({ job: 4, idea: null, done: true, puzzle: null }))
    await session.train({ mode: 'repeat' })
    expect(session.none).toBe(true)
  })

  it('nothing works in a quiet position, and the shot that fails is shown from its start', async () => {
    client
      .on('nextPuzzle', () => returning)
      .on('afterPuzzle', () => ({ ...solution, quiet: true }))
      .on('tryPuzzleMove', () => judged({ verdict: 'done', played: [], tree: '' }))
    await session.train({ mode: 'repeat' })
    await session.sayNothing()
    expect([session.state, session.quiet, session.walk?.at]).toEqual(['solved', true, null])
    expect(client.paramsOf('tryPuzzleMove').at(-1)).toMatchObject({ moves: [], nothing: true })
  })

  it('something works: the solver looks again', async () => {
    client.on('nextPuzzle', () => returning).on('tryPuzzleMove', () => judged({ verdict: 'wrong', played: [] }))
    await session.train({ mode: 'repeat' })
    await session.sayNothing()
    expect([session.state, session.claimed, session.isOver]).toEqual(['wrong', true, false])
  })
})

describe('a climb', () => {
  it('continues after two mistakes, and ends with the third', async () => {
    let given = 0
    client
      .on('nextPuzzle', () => ({ ...puzzle, summary: { ...puzzle.summary, id: `p${++given}` } }))
      .on('endRun', ({ solved }) => ({ best: solved, record: true }))
    await session.train({ mode: 'climb' })
    client.on('tryPuzzleMove', () => judged({ verdict: 'done' }))
    await session.play([28, 22])
    expect(session.streak).toBe(1)
    // A solved puzzle may be tried again, rightly or wrongly.
    session.restart()
    await session.play([28, 22])
    session.restart()
    client.on('tryPuzzleMove', () => judged({ verdict: 'wrong' }))
    await session.play([32, 27])
    expect([session.streak, session.lives]).toEqual([1, 3])
    for (const lives of [2, 1, 0]) {
      await session.more()
      client.on('tryPuzzleMove', () => judged({ verdict: 'wrong' }))
      await session.play([32, 27])
      await session.play([32, 28])
      expect(session.lives).toBe(lives)
      client.on('tryPuzzleMove', () => judged({ verdict: 'done' }))
      await session.play([28, 22])
      expect(session.streak).toBe(1)
    }
    expect(session.broken).toBe(true)
    expect(client.paramsOf('endRun')).toEqual([{ variant: 'international', run: 'climb', solved: 1 }])
    expect(client.paramsOf('nextPuzzle').at(-1)).toMatchObject({ mode: 'climb', streak: 1, seen: ['p1', 'p2', 'p3'] })
    await session.more()
    expect([session.lives, session.streak, session.broken]).toEqual([3, 0, false])
  })
})
