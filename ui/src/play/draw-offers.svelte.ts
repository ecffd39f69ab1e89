// Draw offers: the person's offer and its answer, and the computer's own offer. The core decides about agreement.
import type { Client } from '../client/client'
import type { GameView, SearchResult } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { personOf } from '../shared/game-facts'

/** Plies before the computer offers a draw again. */
const OFFER_AGAIN = 20
/** Duration of the full-strength search about a draw, in milliseconds. */
const TIME = 600

export class DrawOffers {
  /** The computer considers a draw offer, has declined it, or makes one. */
  state: 'none' | 'asking' | 'refused' | 'offered' = $state('none')
  /** Score and ply of the computer's last offer. */
  private offer: { score: number; ply: number } | null = null

  constructor(
    private readonly client: Pick<Client, 'call'>,
    private readonly advise: (game: GameView, millis: number) => Promise<SearchResult>,
  ) {}

  clear(): void {
    this.state = 'none'
  }

  /** The answer has been read. */
  markRead(): void {
    if (this.state === 'refused' || this.state === 'offered') this.state = 'none'
  }

  /** Offers a draw. Resolves to the game after it, or `null` if the game moved on meanwhile. Two people have agreed beforehand. */
  async ask(game: GameView, isStill: () => boolean): Promise<GameView | null> {
    this.state = 'asking'
    announcer.say(m.draw_asking())
    try {
      const score = personOf(game) ? -(await this.advise(game, TIME)).info.score : null
      if (!isStill()) return null
      const answer = await this.client.call('offerDraw', { game: game.id, side: game.position.turn, score })
      if (!answer.accepted) {
        this.state = 'refused'
        announcer.say(m.draw_refused())
      }
      return answer.game
    } finally {
      if (this.state === 'asking') this.state = 'none'
    }
  }

  /** The computer offers a draw with its move, unless it did so recently. */
  consider(game: GameView, score: number): void {
    const soon = this.offer && game.ply >= this.offer.ply && game.ply - this.offer.ply < OFFER_AGAIN
    if (game.outcome || soon) return
    this.offer = { score, ply: game.ply }
    this.state = 'offered'
    announcer.say(m.draw_offered())
  }

  /** Accepts the computer's draw offer. Resolves to the game after it. */
  async accept(game: GameView): Promise<GameView | null> {
    if (!this.offer || this.state !== 'offered') return null
    this.state = 'none'
    const { score } = this.offer
    return (await this.client.call('offerDraw', { game: game.id, side: game.position.turn, score })).game
  }
}
