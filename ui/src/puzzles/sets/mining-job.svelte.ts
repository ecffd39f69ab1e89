// Looking for shots in games, in steps: how far it is and what was found. Knows no draughts.
import { CallFailed, type Client } from '../../client/client'
import type { BeginMining, MiningView } from '../../client/types'

export class MiningJob {
  view: MiningView | null = $state.raw(null)
  running = $state(false)
  failure: CallFailed | null = $state.raw(null)
  private turn = 0

  constructor(private readonly client: Client) {}

  /** Looks through games; what is found is kept at once. Another that is begun ends this one. */
  async run(what: BeginMining): Promise<void> {
    const turn = ++this.turn
    this.view = null
    this.failure = null
    this.running = true
    try {
      let view = await this.client.call('beginMining', what)
      while (turn === this.turn) {
        this.view = view
        if (view.done) break
        view = await this.client.call('miningStep', { mining: view.mining })
      }
    } catch (thrown) {
      if (turn === this.turn) this.failure = CallFailed.from(thrown)
    }
    if (turn === this.turn) this.running = false
  }

  /** Ends it: what was found stays. */
  stop(): void {
    this.turn++
    this.running = false
  }
}
