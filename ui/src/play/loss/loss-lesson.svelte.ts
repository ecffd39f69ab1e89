// A lesson from a lost game: its making, and the step reached. Knows no draughts.
import { CallFailed, type Client } from '../../client/client'
import type { LossLessonView, SideView } from '../../client/types'

export class LossLesson {
  /** The lesson, as far as it is made. */
  view: LossLessonView | null = $state.raw(null)
  /** Number of steps finished. */
  at = $state(0)
  failure: CallFailed | null = $state.raw(null)
  private turn = 0

  constructor(private readonly client: Pick<Client, 'call'>) {}

  /** Makes the lesson for a side of a game. Making another ends this one. */
  async make(game: number, side: SideView): Promise<void> {
    const turn = ++this.turn
    this.view = null
    this.at = 0
    this.failure = null
    try {
      let view = await this.client.call('beginLossLesson', { game, side })
      while (turn === this.turn) {
        this.view = view
        if (view.done) break
        view = await this.client.call('lossLessonStep', { job: view.job })
      }
    } catch (thrown) {
      if (turn === this.turn) this.failure = CallFailed.from(thrown)
    }
  }

  /** Stops the making. */
  stop(): void {
    this.turn++
  }

  /** The puzzle to solve now; `undefined` while the lesson is made, and after the last. */
  get step() {
    return this.view?.done ? this.view.steps[this.at] : undefined
  }
}
