// The position sent to all, as seen by one guest: the board and the verdict on the last try. The host judges.
import type { MoveView, SharedShotView, VerdictView } from '../../client/types'
import { type Pace, type Scene, after, perform, still } from '../../shared/board/stage'

/** Time a refutation stays visible, in milliseconds. */
const REFUTATION_TIME = 1200

export class ShotBoard {
  view: SharedShotView = $state.raw() as SharedShotView
  scene: Scene = $state.raw() as Scene
  verdict: VerdictView | null = $state(null)
  /** A move is being sent or animated. */
  private busy = $state(false)
  /** Number of the current animation; older ones stop. */
  private turn = 0

  constructor(
    view: SharedShotView,
    private readonly pace: Pace,
    private readonly send: (path: readonly number[], found: number) => void,
  ) {
    this.view = view
    this.scene = still(view.position)
    if (view.shown) this.scene = still(view.start)
  }

  get canPlay(): boolean {
    return !this.busy && !this.view.solved && !this.view.shown
  }

  play(path: readonly number[]): void {
    if (!this.canPlay) return
    this.busy = true
    this.verdict = null
    this.send(path, this.view.found)
  }

  /** Takes back a move that the host refused. */
  giveBack(): void {
    this.busy = false
    this.scene = still(this.scene.position)
  }

  hear(view: SharedShotView): void {
    const before = this.view
    this.view = view
    if (view.shown && !before.shown) {
      void this.showSolution()
      return
    }
    // Caused by other guests: only the tally has changed.
    if (!view.reply) {
      if (!this.busy && view.found !== before.found) this.scene = still(view.position)
      return
    }
    void this.showReply(view)
  }

  private async showReply({ reply, position, start }: SharedShotView): Promise<void> {
    if (!reply) return
    const turn = ++this.turn
    const { played, verdict } = reply
    this.busy = true
    const tried = this.scene.position
    const stays = verdict === 'goOn' || verdict === 'done' || verdict === null
    await perform((scene) => (this.scene = scene), this.pace, played, stays ? position : after(tried, played))
    if (turn !== this.turn) return
    this.verdict = verdict
    if (verdict !== 'goOn' && verdict !== 'done') {
      await this.pace.wait(REFUTATION_TIME)
      if (turn !== this.turn) return
      this.scene = still(verdict === null ? start : position)
    }
    this.busy = false
  }

  async showSolution(): Promise<void> {
    const turn = ++this.turn
    const { start, solution } = this.view
    this.verdict = null
    this.scene = still(start)
    const line: readonly MoveView[] = solution?.line ?? []
    if (line.length === 0) return
    await this.pace.wait(REFUTATION_TIME / 2)
    if (turn !== this.turn) return
    await perform((scene) => (this.scene = scene), this.pace, line, after(start, line), 1.5)
    this.busy = false
  }
}
