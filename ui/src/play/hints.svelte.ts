// Hints: the area, the piece, the move. Each is found at full strength at any level of the opponent, and counted. Knows no board.
import type { Client } from '../client/client'
import type { GameView, MoveView, SearchResult } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { spoken } from '../shared/words'

/** Duration of the full-strength search for a hint, in milliseconds. */
const TIME = 1500

/** A hint and its strength: 1 the area, 2 the piece, 3 the move. */
export interface Hint {
  strength: 1 | 2 | 3
  best: MoveView
  /** The expected continuation in notation. */
  line: string[]
}

export class Hints {
  now: Hint | null = $state.raw(null)
  searching = $state(false)
  /** The threat of the other side, once requested: a move, or none. */
  threat: { move: MoveView | null } | null = $state.raw(null)

  constructor(
    private readonly client: Pick<Client, 'call'>,
    private readonly advise: (game: GameView, millis: number) => Promise<SearchResult>,
    private readonly threatIn: (game: GameView) => Promise<MoveView | null>,
  ) {}

  clear(): void {
    this.now = null
    this.threat = null
  }

  /**
   * Finds the next stronger hint. Resolves to true if a new one was found for this game and counted. `isStill` returns true while the game
   * is unchanged.
   */
  async ask(game: GameView, isStill: () => boolean): Promise<boolean> {
    if (this.searching) return false
    this.threat = null
    if (this.now) {
      this.now = { ...this.now, strength: Math.min(3, this.now.strength + 1) as Hint['strength'] }
      this.say(this.now)
      return false
    }
    this.searching = true
    try {
      const { best, info } = await this.advise(game, TIME)
      if (!isStill() || !best) return false
      await this.client.call('countHint', { game: game.id })
      if (!isStill()) return false
      this.now = { strength: 1, best, line: info.pv.slice(1, 4) }
      this.say(this.now)
      return true
    } finally {
      this.searching = false
    }
  }

  /** Finds the threat of the other side. Resolves to true if it was counted as a hint; `isStill` as above. */
  async askThreat(game: GameView, isStill: () => boolean): Promise<boolean> {
    if (this.searching) return false
    this.searching = true
    try {
      const move = await this.threatIn(game)
      if (!isStill()) return false
      await this.client.call('countHint', { game: game.id })
      if (!isStill()) return false
      this.now = null
      this.threat = { move }
      announcer.say(move ? m.threat_line({ move: spoken(move) }) : m.threat_none())
      return true
    } finally {
      this.searching = false
    }
  }

  private say({ strength, best }: Hint): void {
    const square = best.names[0] ?? ''
    if (strength === 1) announcer.say(m.hint_where_spoken({ square }))
    else if (strength === 2) announcer.say(m.hint_piece_spoken({ square }))
    else announcer.say(m.hint_move({ move: spoken(best) }))
  }
}
