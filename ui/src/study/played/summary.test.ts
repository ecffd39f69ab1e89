import { describe, expect, it } from 'vitest'
import type { PlayedMistake, PlayedReport } from '../../client/types'
import { ofSide, summaryOf } from './summary'

const mistake = (own: Partial<PlayedMistake>): PlayedMistake => ({
  ply: 10,
  phase: 'middle',
  quality: 'blunder',
  cause: 'lostMen',
  themes: [],
  seconds: null,
  ...own,
})

const report = (own: Partial<PlayedReport>): PlayedReport => ({
  game: 1,
  at: 0,
  side: 'white',
  points: 1,
  opening: null,
  accuracy: 80,
  phases: [
    { accuracy: 90, moves: 10, lost: 0.1 },
    { accuracy: 60, moves: 10, lost: 0.5 },
    { accuracy: null, moves: 0, lost: 0 },
  ],
  mistakes: [],
  ...own,
})

describe('statistics of many games', () => {
  it('gives the average loss by phase, and the worst phase', () => {
    const quiet = [
      { accuracy: 70, moves: 30, lost: 0.3 },
      { accuracy: 80, moves: 10, lost: 0.1 },
      { accuracy: 50, moves: 2, lost: 0.1 },
    ]
    const { games, points, phases, worst } = summaryOf([report({}), report({ points: 0.5, phases: quiet })])
    expect([games, points, worst]).toEqual([2, 1.5, 'middle'])
    expect(phases.map(({ lost }) => Math.round(lost * 100))).toEqual([20, 30, 5])
    // Accuracy is weighted by moves.
    expect(phases.map(({ accuracy }) => accuracy)).toEqual([75, 70, 50])
  })

  it('counts kinds of mistakes, themes and openings, most frequent first', () => {
    const summary = summaryOf([
      report({ opening: 'Raphaël', points: 0, mistakes: [mistake({ cause: 'missedShot', themes: ['royal', 'mazette'] }), mistake({})] }),
      report({ opening: 'Raphaël', points: 0.5, mistakes: [mistake({ cause: 'allowedShot', themes: ['mazette'] })] }),
      report({}),
    ])
    expect(summary.causes.map(({ key, count }) => `${key} ${count}`)).toEqual([
      'missedShot 1',
      'allowedShot 1',
      'missedMen 0',
      'lostMen 1',
      'position 0',
    ])
    expect(summary.themes[0]).toEqual({ key: 'mazette', count: 2 })
    expect(summary.openings).toEqual([
      { name: 'Raphaël', games: 2, points: 0.5 },
      { name: null, games: 1, points: 1 },
    ])
    expect(summary.clock).toBeNull()
  })

  it('separates mistakes in time trouble where games have clocks, and colours', () => {
    const reports = [
      report({ mistakes: [mistake({ seconds: 12 }), mistake({ seconds: 60 }), mistake({ seconds: null })] }),
      report({ side: 'black' }),
    ]
    expect(summaryOf(reports).clock).toEqual({ short: 1, long: 1 })
    expect(ofSide(reports, 'black').length).toBe(1)
    expect(ofSide(reports, null).length).toBe(2)
  })

  it('is empty without games', () => {
    expect(summaryOf([])).toMatchObject({ games: 0, worst: null, accuracies: [] })
  })
})
