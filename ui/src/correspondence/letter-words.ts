// Texts of correspondence games: status, time left, reasons why a line does not fit.
import type { CorrespondenceSummary, CorrespondenceView, LineRefusal, SideView } from '../client/types'
import { m } from '../i18n/messages'
import { other } from '../shared/game-facts'
import { inPrint } from '../shared/moves/in-text'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Named = Pick<CorrespondenceView, 'white' | 'black' | 'side'>

/** Name of the player of a side. */
export const nameOf = (game: Named, side: SideView): string => (side === 'white' ? game.white : game.black)

/** Name of the reader's opponent. */
export const opponentOf = (game: Named): string => nameOf(game, other(game.side))

/** Time left until a deadline: in days, on the last day in hours. */
export function timeLeft(deadline: number, now: number): string {
  const left = deadline - now
  if (left <= 0) return m.letters_overdue()
  return left > DAY ? m.letters_days_left({ count: Math.round(left / DAY) }) : m.letters_hours_left({ count: Math.ceil(left / HOUR) })
}

/** Status of a game in one line. */
export function standing(game: CorrespondenceSummary, now: number): string {
  const { outcome, unsent, offered, myTurn, deadline } = game
  const left = deadline === null || unsent ? '' : timeLeft(deadline, now)
  const what = outcome
    ? outcome.result
    : offered
      ? m.letters_offered({ name: opponentOf(game) })
      : unsent
        ? ''
        : myTurn
          ? m.round_yours()
          : m.letters_waits({ name: opponentOf(game) })
  return [what, unsent ? m.letters_unsent() : left].filter(Boolean).join(' · ')
}

/** Number of the move after `ply` plies. */
const numberAfter = (ply: number): number => Math.floor(ply / 2) + 1
/** Number of the last move of `plies` plies. */
const numberOfLast = (plies: number): number => Math.ceil(plies / 2)

/** Explains why a line does not fit. */
export function refusedLine(why: LineRefusal): string {
  switch (why.kind) {
    case 'otherLink':
      return m.letters_refused_link()
    case 'own':
      return m.letters_refused_own()
    case 'old':
      return m.letters_refused_old({ there: numberOfLast(why.there), here: numberOfLast(why.here) })
    case 'altered':
      return m.letters_refused_altered()
    case 'illegal':
      return m.letters_refused_illegal({ move: numberAfter(why.ply) })
    case 'diverged':
      return m.letters_refused_diverged({ move: numberAfter(why.ply), here: inPrint(why.here), there: inPrint(why.there) })
    case 'notTheirTurn':
      return m.letters_refused_turn()
    case 'gameOver':
      return m.letters_refused_over()
    case 'tooEarly':
      return m.letters_refused_early()
    case 'noOffer':
      return m.letters_refused_offer()
  }
}

/** A conditional reply: "If 19-23, then 28×19". */
export function replyText(line: readonly string[]): string {
  return m.letters_if({ moves: line.slice(0, -1).map(inPrint).join(' '), answer: inPrint(line.at(-1) ?? '') })
}
