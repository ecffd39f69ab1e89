// Gaps of a repertoire, searched position by position while the page is open. Knows no rules.
import { CallFailed, type Client } from '../../client/client'
import type { GapsView, SideView } from '../../client/types'

export class Gaps {
  view: GapsView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** Number of the current request: older results are ignored. */
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

  /** Stops searching when the page is left. */
  stop(): void {
    this.turn++
  }
}
