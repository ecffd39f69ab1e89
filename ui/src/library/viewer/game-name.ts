// The name of a stored game: its players, or the name of an analysis or a repertoire.
import { isAnalysis } from '../../analysis/own-analysis'
import type { LibraryGameView } from '../../client/types'
import { m } from '../../i18n/messages'
import { knownTag, tagOf } from '../../shared/game-facts'
import { playersOf } from '../../shared/names'

/** True for an analysis with a player's name: a copy of a game. */
export const hasPlayers = (game: LibraryGameView): boolean => knownTag(game, 'White') !== '' || knownTag(game, 'Black') !== ''

export function nameOf(game: LibraryGameView): string {
  if (game.repertoire) return m.repertoire_name({ side: game.repertoire })
  if (isAnalysis(game) && !hasPlayers(game)) return knownTag(game, 'Event') || m.analysis_board()
  return Object.values(playersOf(tagOf(game, 'White'), tagOf(game, 'Black'), game.played)).join('\u00a0– ')
}
