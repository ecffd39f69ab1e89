// The endgame tables built on this machine: progress, and requests to build or delete them. Knows no draughts.
import { CallFailed, type Client } from '../../client/client'
import type { ExactTablesView, TablesWish } from '../../client/types'
import { type Pace, realPace } from '../../shared/board/stage'

/** Interval of progress updates, in milliseconds. */
const POLL_INTERVAL = 1000

export class ExactTables {
  view: ExactTablesView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  private turn = 0

  constructor(
    private readonly client: Client,
    private readonly pieces: number,
    private readonly pace: Pace = realPace,
  ) {}

  /** Polls while the tables are being built; resolves to true if they became ready meanwhile. */
  async follow(): Promise<boolean> {
    return this.from(() => this.client.call('exactTables', { pieces: this.pieces }))
  }

  /** Starts, stops or deletes the tables, and polls the progress. */
  async wish(wish: TablesWish): Promise<boolean> {
    return this.from(() => this.client.call('workOnTables', { pieces: this.pieces, wish }))
  }

  /** Stops polling; the build continues. */
  leave(): void {
    this.turn++
  }

  private async from(first: () => Promise<ExactTablesView>): Promise<boolean> {
    const turn = ++this.turn
    let built = false
    try {
      let view = await first()
      while (turn === this.turn) {
        this.view = view
        this.failure = null
        if (view.state !== 'building' && view.state !== 'reading') return built && view.state === 'ready'
        built ||= view.state === 'building'
        await this.pace.wait(POLL_INTERVAL)
        view = await this.client.call('exactTables', { pieces: this.pieces })
      }
    } catch (thrown) {
      if (turn === this.turn) this.failure = CallFailed.from(thrown)
    }
    return false
  }
}
