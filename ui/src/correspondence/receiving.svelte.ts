// A line that comes in: what became of it, and what it asks. The core decides.
import { CallFailed, type Client } from '../client/client'
import type { CorrespondenceView, LineAnswer } from '../client/types'

export class Receiving {
  answer: LineAnswer | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  working = $state(false)
  private line = ''

  constructor(
    private readonly client: Client,
    /** The line was taken in: the game, and the reply that was played of itself. */
    private readonly onarrived: (game: CorrespondenceView, replied: string | null) => void,
  ) {}

  /** Takes a code, an address or a whole message in. */
  async receive(line: string): Promise<void> {
    this.line = line
    await this.ask(false)
  }

  /** What the line asked is wanted. */
  accept(): Promise<void> {
    return this.ask(true)
  }

  private async ask(accept: boolean): Promise<void> {
    const { line } = this
    this.failure = null
    this.working = true
    try {
      const answer = await this.client.call('receiveLine', { line, accept })
      // A line that came after this one overtakes it.
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

/** The reply that was played of itself when its game was last opened by a line. */
export const lastReply: { game: number; move: string } = $state({ game: 0, move: '' })
