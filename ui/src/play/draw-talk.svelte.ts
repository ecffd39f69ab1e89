// What is said about a draw: an offer and its answer, and the computer's own offer. Who agrees is judged by the core.
import type { Client } from '../client/client'
import type { GameView, SearchResult } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { personOf } from '../shared/game-facts'

/** Moves of both sides before the computer offers a draw again. */
const OFFER_AGAIN = 20
/** Milliseconds of full strength for the computer's opinion of a draw. */
const TIME = 600

export class DrawTalk {
  /** The computer considers an offer of a draw, or has declined it, or offers one itself. */
  state: 'none' | 'asking' | 'refused' | 'offered' = $state('none')
  /** What the computer thought of its game when it offered a draw, and after how many moves. */
  private offer: { score: number; ply: number } | null = null

  constructor(
    private readonly client: Pick<Client, 'call'>,
    private readonly advise: (game: GameView, millis: number) => Promise<SearchResult>,
  ) {}

  clear(): void {
    this.state = 'none'
  }

  /** An answer has been read. */
  read(): void {
    if (this.state === 'refused' || this.state === 'offered') this.state = 'none'
  }

  /** Offers a draw: the game as it then stands; null where it moved on meanwhile. Two people have agreed before they ask. */
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

  /** The computer offers a draw with its move, if it has not done so a moment ago. */
  hear(game: GameView, score: number): void {
    const soon = this.offer && game.ply >= this.offer.ply && game.ply - this.offer.ply < OFFER_AGAIN
    if (game.outcome || soon) return
    this.offer = { score, ply: game.ply }
    this.state = 'offered'
    announcer.say(m.draw_offered())
  }

  /** The person takes the draw that the computer has offered: the game as it then stands. */
  async accept(game: GameView): Promise<GameView | null> {
    if (!this.offer || this.state !== 'offered') return null
    this.state = 'none'
    const { score } = this.offer
    return (await this.client.call('offerDraw', { game: game.id, side: game.position.turn, score })).game
  }
}
