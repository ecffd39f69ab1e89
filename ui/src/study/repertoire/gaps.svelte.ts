// What a repertoire lacks: looked up position by position, as long as somebody looks. Knows no rule.
import { CallFailed, type Client } from '../../client/client'
import type { GapsView, SideView } from '../../client/types'

export class Gaps {
  view: GapsView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** Counts questions: what an older one brings is void. */
  private turn = 0

  constructor(private readonly client: Client) {}

  async look(variant: string, side: SideView): Promise<void> {
    const turn = ++this.turn
    this.view = this.failure = null
    try {
      let view = await this.client.call('repertoireGaps', { variant, side })
      while (turn === this.turn) {
        this.view = view
        if (view.done) break
        view = await this.client.call('repertoireGapsMore', { gaps: view.gaps })
      }
    } catch (thrown) {
      if (turn === this.turn) this.failure = CallFailed.from(thrown)
    }
  }

  /** Nobody looks any more. */
  stop(): void {
    this.turn++
  }
}
