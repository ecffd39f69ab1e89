// A coach: after the person's move one proved sentence or silence, and on wish a warning before a move that loses. Knows no rules.
import type { Client } from '../../client/client'
import type { ClaimView, GameView, MoveView } from '../../client/types'
import { announcer } from '../../shell/announcer.svelte'
import { settings } from '../../shell/settings.svelte'
import { claimText } from './claim-words'

export class Coach {
  /** The coach's sentence about the person's last move; empty for silence. */
  said: string = $state('')
  /** The coach thinks that the move that waits loses something. */
  warns = $state(false)
  /** Increases with each game or move: an answer that comes later is dropped. */
  private turn = 0

  constructor(private readonly client: Pick<Client, 'call'>) {}

  get isOn(): boolean {
    return settings.get('coach') !== 'off'
  }

  /** Also asks before a move that loses. */
  get looks(): boolean {
    return settings.get('coach') === 'look'
  }

  /** Forgets what was said. */
  clear(): void {
    this.turn++
    this.said = ''
    this.warns = false
  }

  /** Asks before a move of the person is played. Resolves to true if it is proved to lose something. */
  async looksAgain(game: GameView, move: MoveView): Promise<boolean> {
    this.warns = false
    const claim = await this.ask(game, move, true)
    this.warns = claim !== null
    return this.warns
  }

  /** Speaks about a move that was played in this game, if something is proved. Resolves to true if it spoke. */
  async hear(game: GameView, move: MoveView): Promise<boolean> {
    this.clear()
    if (!this.isOn) return false
    const { turn } = this
    const claim = await this.ask(game, move, false)
    if (!claim || turn !== this.turn) return false
    this.said = claimText(claim)
    announcer.say(this.said)
    return true
  }

  /** A coach who cannot answer is silent: the game goes on. */
  private ask({ position: { variant, fen } }: GameView, { notation }: MoveView, onlyLoss: boolean): Promise<ClaimView | null> {
    return this.client.call('coachMove', { variant, fen, played: notation, onlyLoss }).catch(() => null)
  }
}
