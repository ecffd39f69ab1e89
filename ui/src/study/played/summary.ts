// Statistics of many games: loss by phase, kinds of mistakes, openings. Pure; draws nothing.
import type { CauseKind, PhaseView, PlayedReport, SideView } from '../../client/types'

export const PHASES: readonly PhaseView[] = ['opening', 'middle', 'ending']
const CAUSES: readonly CauseKind[] = ['missedShot', 'allowedShot', 'missedMen', 'lostMen', 'position']
/** Time trouble: less than this many seconds left. */
const SHORT = 60
/** Limit on rows of a list. */
const MOST = 8

/** Number of occurrences of a key. */
export interface Count<T> {
  key: T
  count: number
}

/** An opening, or `null` for games without a named one. */
export interface OpeningCount {
  name: string | null
  games: number
  points: number
}

export interface Summary {
  games: number
  points: number
  /** Points lost per game in each phase. */
  phases: readonly { phase: PhaseView; lost: number; accuracy: number | null }[]
  /** The phase with the largest loss; `null` if there is none. */
  worst: PhaseView | null
  /** By game, oldest first. */
  accuracies: readonly number[]
  causes: readonly Count<CauseKind>[]
  /** Missed and allowed shots, by theme. */
  themes: readonly Count<string>[]
  openings: readonly OpeningCount[]
  /** Mistakes in time trouble and others; `null` if no game has clock times. */
  clock: { short: number; long: number } | null
}

function tally<T>(all: readonly T[]): Count<T>[] {
  const counts = new Map<T, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].map(([key, count]) => ({ key, count })).toSorted((a, b) => b.count - a.count)
}

/** The games of one colour, or of both. */
export function ofSide(reports: readonly PlayedReport[], side: SideView | null): PlayedReport[] {
  return reports.filter((report) => side === null || report.side === side)
}

export function summaryOf(reports: readonly PlayedReport[]): Summary {
  const games = reports.length
  const mistakes = reports.flatMap((report) => report.mistakes)
  const phases = PHASES.map((phase, at) => {
    const parts = reports.flatMap((report) => report.phases[at] ?? [])
    const judged = parts.flatMap(({ accuracy, moves }) => (accuracy === null ? [] : [{ accuracy, moves }]))
    const moves = judged.reduce((sum, part) => sum + part.moves, 0)
    return {
      phase,
      lost: games === 0 ? 0 : parts.reduce((sum, part) => sum + part.lost, 0) / games,
      accuracy: moves === 0 ? null : judged.reduce((sum, part) => sum + part.accuracy * part.moves, 0) / moves,
    }
  })
  const worst = phases.toSorted((a, b) => b.lost - a.lost)[0]
  const openings = new Map<string | null, OpeningCount>()
  for (const { opening, points } of reports) {
    const before = openings.get(opening) ?? { name: opening, games: 0, points: 0 }
    openings.set(opening, { ...before, games: before.games + 1, points: before.points + points })
  }
  const counted = tally(mistakes.map(({ cause }) => cause))
  const timed = mistakes.flatMap(({ seconds }) => (seconds === null ? [] : [seconds]))
  return {
    games,
    points: reports.reduce((sum, { points }) => sum + points, 0),
    phases,
    worst: worst && worst.lost > 0 ? worst.phase : null,
    accuracies: reports.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy])),
    causes: CAUSES.map((key) => ({ key, count: counted.find((one) => one.key === key)?.count ?? 0 })),
    themes: tally(mistakes.flatMap(({ themes }) => themes)).slice(0, MOST),
    openings: [...openings.values()].toSorted((a, b) => b.games - a.games).slice(0, MOST),
    clock:
      timed.length === 0
        ? null
        : { short: timed.filter((left) => left < SHORT).length, long: timed.filter((left) => left >= SHORT).length },
  }
}
