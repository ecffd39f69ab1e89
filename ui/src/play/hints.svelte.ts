// Hints: where, which piece, the move. Each is found at full strength, whatever the opponent's level, and counted. Knows no board.
import type { Client } from '../client/client'
import type { GameView, MoveView, SearchResult } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { spoken } from '../shared/words'

/** Milliseconds of full strength for a hint. */
const TIME = 1500

/** A hint, and how much of it is shown: 1 where, 2 which piece, 3 the move. */
export interface Hint {
  strength: 1 | 2 | 3
  best: MoveView
  /** What would follow, as written. */
  line: string[]
}

export class Hints {
  now: Hint | null = $state.raw(null)
  searching = $state(false)
  /** What the other side threatens, once that was asked: a move, or nothing. */
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

  /** The next stronger hint. True when a new one was found for this game and counted; `isStill` says whether the game stands as it did. */
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

  /** What the other side threatens. True when that was counted as a hint; `isStill` as above. */
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
