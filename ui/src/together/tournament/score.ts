// Results of pairings.
import type { GameScore } from '../../client/types'
import { m } from '../../i18n/messages'

/** In the order of the organiser's choice. */
export const SCORES: readonly GameScore[] = ['whiteWins', 'draw', 'blackWins', 'whiteUnplayed', 'blackUnplayed', 'unplayed']

const POINTS: Record<GameScore, readonly [white: number, black: number]> = {
  whiteWins: [2, 0],
  draw: [1, 1],
  blackWins: [0, 2],
  whiteUnplayed: [2, 0],
  blackUnplayed: [0, 2],
  unplayed: [0, 0],
}

export function scoreText(score: GameScore | null): string {
  if (!score) return m.tournament_no_score()
  const written = POINTS[score].join('-')
  return /unplayed$/i.test(score) ? m.tournament_unplayed({ score: written }) : written
}

/** Points of White or Black. */
export const pointsOf = (score: GameScore, white: boolean): number => POINTS[score][white ? 0 : 1]
