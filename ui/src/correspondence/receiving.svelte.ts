// A received line: its result, and the question it raises. The core decides.
import { CallFailed, type Client } from '../client/client'
import type { CorrespondenceView, LineAnswer } from '../client/types'

export class Receiving {
  answer: LineAnswer | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  working = $state(false)
  private line = ''

  constructor(
    private readonly client: Client,
    /** Called when the line was accepted, with the game and the conditional reply played automatically. */
    private readonly onarrived: (game: CorrespondenceView, replied: string | null) => void,
  ) {}

  /** Takes a code, an address, or a whole message. */
  async receive(line: string): Promise<void> {
    this.line = line
    await this.ask(false)
  }

  /** Confirms the question of the line. */
  accept(): Promise<void> {
    return this.ask(true)
  }

  private async ask(accept: boolean): Promise<void> {
    const { line } = this
    this.failure = null
    this.working = true
    try {
      const answer = await this.client.call('receiveLine', { line, accept })
      // A line received later replaces this one.
      if (line !== this.line) return
      this.answer = answer
      if (answer.kind === 'arrived') this.onarrived(answer.game, answer.replied)
    } catch (thrown) {
      if (line !== this.line) return
      this.answer = null
      this.failure = CallFailed.from(thrown)
    } finally {
      this.working = false
    }
  }
}

/** The conditional reply played automatically when a line last opened its game. */
export const lastReply: { game: number; move: string } = $state({ game: 0, move: '' })
