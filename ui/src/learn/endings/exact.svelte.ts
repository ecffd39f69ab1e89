// The endgame tables that are built on this machine: how far they are, and what is wished of them. Knows no draughts.
import { CallFailed, type Client } from '../../client/client'
import type { ExactTablesView, TablesWish } from '../../client/types'
import { type Pace, realPace } from '../../shared/board/stage'

/** Between two looks while they are being built or read, in milliseconds. */
const LOOK = 1000

export class ExactTables {
  view: ExactTablesView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  private turn = 0

  constructor(
    private readonly client: Client,
    private readonly pieces: number,
    private readonly pace: Pace = realPace,
  ) {}

  /** Follows them while they are being built; resolves to whether they became ready meanwhile. */
  async follow(): Promise<boolean> {
    return this.from(() => this.client.call('exactTables', { pieces: this.pieces }))
  }

  /** Begins, ends or undoes the building, and follows it. */
  async wish(wish: TablesWish): Promise<boolean> {
    return this.from(() => this.client.call('workOnTables', { pieces: this.pieces, wish }))
  }

  /** Looks no more. What is being built goes on. */
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
        await this.pace.wait(LOOK)
        view = await this.client.call('exactTables', { pieces: this.pieces })
      }
    } catch (thrown) {
      if (turn === this.turn) this.failure = CallFailed.from(thrown)
    }
    return false
  }
}
