// After a lost game: the loss that is told gently, and the best help with its text, a lesson about the mistake or an adaptive opponent.
import type { Client } from '../../client/client'
import type { GameView, LessonSummary, MinedShot, PieceView, SideView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'
import { engineOf } from '../../shared/engines/key'
import { themeName } from '../../shared/names'
import { sideAt } from '../../shared/game-facts'

export type Help =
  /** Several losses in a row: an opponent that adapts to the person. */
  | { kind: 'follow' }
  | { kind: 'lesson'; lesson: LessonSummary; theme: string }
  /** None of the above is available. */
  | { kind: 'easier' }

/** Levels for people who have just learned the rules. */
const BEGINNERS = 8

/** A loss against a level for beginners ends with a kind word instead of a report. `level` is its number; an engine of others has none. */
export const isGentleLoss = (lost: boolean, level: number | undefined): boolean => lost && level !== undefined && level <= BEGINNERS

/** The kind word; `taken` is the number of pieces that the loser took. */
export const kindWord = (taken: number): string => (taken > 0 ? m.loss_taken({ count: taken }) : m.loss_kind())

/** Losses in a row after which an adaptive opponent is suggested. */
const MANY = 3

/** `shots` are those found in the game. */
export async function helpFor(client: Pick<Client, 'call'>, game: GameView, person: SideView, shots: readonly MinedShot[]): Promise<Help> {
  const suffered = shots.findLast(({ ply, missed }) => !missed && sideAt(game, ply) !== person)
  const own = shots.findLast(({ ply, missed }) => missed && sideAt(game, ply) === person)
  const shot = suffered ?? own
  const { lesson, theme, losses } = await client.call('afterLoss', {
    variant: game.position.variant,
    themes: shot?.themes ?? [],
    language: language.now,
  })
  // An external engine has no level that could adapt.
  const ours = [game.white, game.black].every((player) => player.kind === 'human' || engineOf(player.level) === undefined)
  if (losses >= MANY && ours && !game.terms.adapts) return { kind: 'follow' }
  // A completed lesson helps less than the game itself.
  if (lesson && theme && lesson.stars === 0) return { kind: 'lesson', lesson, theme }
  return { kind: 'easier' }
}

/** Number of levels that the next opponent is weaker after a loss by so many pieces: one for each four, at least one. */
export function levelsEasier(pieces: readonly PieceView[], loser: SideView): number {
  const behind = pieces.reduce((sum, { side }) => sum + (side === loser ? -1 : 1), 0)
  return Math.max(1, Math.round(behind / 4))
}

/** Explains the help in one or two sentences. */
export function helpText(help: Help): string {
  switch (help.kind) {
    case 'follow':
      return m.loss_follow()
    case 'lesson':
      return m.loss_lesson({ theme: themeName(help.theme) })
    case 'easier':
      return m.loss_easier()
  }
}
