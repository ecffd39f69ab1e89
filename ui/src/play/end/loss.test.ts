import { expect, it } from 'vitest'
import type { AfterLossView, LessonSummary, MinedShot } from '../../client/types'
import { FakeClient, game, move } from '../../shared/fake'
import { helpFor, levelsEasier } from './loss'

const moves = ['32-28', '19-23', '37-32', '14-19', '41-37', '10-14'].map((text) => move(text))
const lost = game({
  moves,
  ply: moves.length,
  outcome: { winner: 'black', reason: 'resignation', result: '0-2', article: null, about: 'white', number: null },
})
const played: MinedShot = { puzzle: 'theirs', ply: 3, missed: false, themes: ['direct-shot', 'mazette'] }
const missed: MinedShot = { puzzle: 'own', ply: 4, missed: true, themes: ['two-for-one'] }
const lesson = { id: 'mazette', stars: 0 } as LessonSummary

function client(answer: Partial<AfterLossView>): FakeClient {
  return new FakeClient().on('afterLoss', () => ({ lesson: null, theme: null, losses: 1, ...answer }))
}

it('is the lesson about the shot suffered, unless it is completed', async () => {
  const teaches = client({ lesson, theme: 'mazette' })
  expect(await helpFor(teaches, lost, 'white', [missed, played])).toEqual({ kind: 'lesson', lesson, theme: 'mazette' })
  expect(teaches.paramsOf('afterLoss')).toEqual([expect.objectContaining({ variant: 'international', themes: played.themes })])
  const known = client({ lesson: { ...lesson, stars: 2 }, theme: 'mazette' })
  expect(await helpFor(known, lost, 'white', [played])).toEqual({ kind: 'easier' })
})

it('is the lesson about a missed own shot if none was suffered, else an easier opponent', async () => {
  expect((await helpFor(client({ lesson, theme: 'two-for-one' }), lost, 'white', [missed])).kind).toBe('lesson')
  // A shot that the winner missed did not lose the game.
  expect(await helpFor(client({}), lost, 'white', [{ ...played, missed: true }])).toEqual({ kind: 'easier' })
  expect(await helpFor(client({}), lost, 'white', [])).toEqual({ kind: 'easier' })
})

it('is an adaptive opponent after three losses in a row, unless already playing one', async () => {
  const third = client({ lesson, theme: 'mazette', losses: 3 })
  expect(await helpFor(third, lost, 'white', [played])).toEqual({ kind: 'follow' })
  const adapts = { ...lost, terms: { ...lost.terms, adapts: true } }
  expect((await helpFor(third, adapts, 'white', [played])).kind).toBe('lesson')
  // An external engine has no level that could adapt.
  const engine = { ...lost, black: { kind: 'computer', level: 'hub:Scan' } as const }
  expect((await helpFor(third, engine, 'white', [played])).kind).toBe('lesson')
})

it('makes the next opponent weaker by the margin of the loss', () => {
  const men = (side: 'white' | 'black', count: number) =>
    Array.from({ length: count }, (_, at) => ({ square: at + 1, side, role: 'man' as const }))
  expect([1, 5, 9, 17].map((count) => levelsEasier([...men('black', count), ...men('white', 0)], 'white'))).toEqual([1, 1, 2, 4])
  expect(levelsEasier([...men('black', 4), ...men('white', 6)], 'white')).toBe(1)
})
