// A loss against a level for beginners, told in the library as at its end: a kind word and at most two mistakes.
import { costliest, mistakesOf } from '../../analysis/mistakes.svelte'
import type { LibraryGameView, ReviewView } from '../../client/types'
import { moverOf, winnerOf } from '../../shared/game-facts'
import { isGentleLoss, kindWord } from '../../play/end/loss'
import { mainLine } from './game-tree'

/** Most mistakes to look at again. */
const MOST = 2

export interface Gentle {
  word: string
  /** Plies of the person's mistakes. */
  mistakes: number[]
}

/** Returns `null` for a game that has the whole report. `level` is the number of the game's level. */
export function gentleOf(
  game: Pick<LibraryGameView, 'own' | 'result' | 'nodes' | 'first' | 'start'>,
  level: number | undefined,
  view: ReviewView | null,
): Gentle | null {
  const { own, result, start } = game
  const winner = winnerOf(result)
  if (!isGentleLoss(own !== null && winner !== null && winner !== own, level)) return null
  const isOwn = (ply: number): boolean => moverOf(ply, start.turn) === own
  const taken = mainLine(game).reduce((count, node, ply) => count + (isOwn(ply) ? (game.nodes[node]?.captured.length ?? 0) : 0), 0)
  const moves = view?.moves ?? []
  return { word: kindWord(taken), mistakes: costliest(moves, mistakesOf(moves).filter(isOwn), MOST) }
}
