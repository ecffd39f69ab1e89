// What is to be said of a game that is over, beside its result: where it turned, what win was let go, whether a win was large enough.
import type { Client } from '../client/client'
import type { GameView, MissedWinView, SideView } from '../client/types'
import { m } from '../i18n/messages'
import { Digging } from './digging.svelte'
import { isByTheBook } from './gamefacts'
import { type Turning, turningPoint } from './turning'

/** A shorter game has no turning point, in plies. */
const LONG_ENOUGH = 6

export class Aftermath {
  turning: Turning | null = $state.raw(null)
  /** The win that a drawn game had. */
  missed: MissedWinView | null = $state.raw(null)
  private search: AbortController | null = null
  /** The shots that both sides missed, made into puzzles. */
  readonly digging: Digging

  constructor(private readonly client: Client) {
    this.digging = new Digging(client)
  }

  /** Another game, or this one goes on. */
  clear(): void {
    this.search?.abort()
    this.digging.stop()
    this.digging.view = null
    this.turning = null
    this.missed = null
  }

  /** Looks back over a game that is over. */
  async look(game: GameView, sideAt: (ply: number) => SideView): Promise<void> {
    this.clear()
    if (!game.outcome || game.ply < LONG_ENOUGH || !isByTheBook(game)) return
    const search = new AbortController()
    this.search = search
    try {
      if (game.outcome.winner) {
        const turning = await turningPoint(this.client, game, sideAt, search.signal)
        if (!search.signal.aborted) this.turning = turning
      } else {
        const missed = await this.client.call('missedWin', { game: game.id })
        if (!search.signal.aborted) this.missed = missed
      }
      if (!search.signal.aborted) await this.digging.run({ variant: game.position.variant, games: [game.id] })
    } catch {
      // The card says less: no reason to trouble anybody.
    }
  }
}

/** Whether a win that had to be by so many pieces was one, in a sentence. */
export function goalText({ outcome, terms, position }: GameView): string | null {
  if (!outcome || !terms.winBy) return null
  const { side, pieces: wanted } = terms.winBy
  const own = position.pieces.filter((piece) => piece.side === side).length
  const by = own - (position.pieces.length - own)
  const told = { side, wanted, by: Math.max(0, by) }
  return outcome.winner === side && by >= wanted ? m.goal_reached(told) : m.goal_missed(told)
}
