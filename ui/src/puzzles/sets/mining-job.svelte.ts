// A search for shots in games, in steps, with its progress. Knows no draughts.
import { CallFailed, type Client } from '../../client/client'
import type { BeginMining, MiningView } from '../../client/types'

export class MiningJob {
  view: MiningView | null = $state.raw(null)
  running = $state(false)
  failure: CallFailed | null = $state.raw(null)
  /** Parameters of the last search. */
  last: BeginMining | null = $state.raw(null)
  private turn = 0

  constructor(private readonly client: Client) {}

  /** Searches games and stores results at once. Starting another search ends this one. */
  async run(what: BeginMining): Promise<void> {
    const turn = ++this.turn
    this.last = what
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

  /** Stops the search; results stay. */
  stop(): void {
    this.turn++
    this.running = false
  }
}
