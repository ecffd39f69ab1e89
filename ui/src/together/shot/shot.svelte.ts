// The position that everybody has at once, as one of them sees it: what is on the board, what came of the last try. The host judges.
import type { MoveView, SharedShotView, VerdictView } from '../../client/types'
import { type Pace, type Scene, after, perform, still } from '../../shared/board/stage'

/** How long a refutation stands before it is taken back; milliseconds. */
const LOOK = 1200

export class ShotBoard {
  view: SharedShotView = $state.raw() as SharedShotView
  scene: Scene = $state.raw() as Scene
  verdict: VerdictView | null = $state(null)
  /** A move is on its way, or is being shown. */
  private busy = $state(false)
  /** Only the newest of what is shown one after another goes on. */
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

  /** The host has refused a move: it goes back. */
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
    // Of others: only the tally has changed.
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
      await this.pace.wait(LOOK)
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
    await this.pace.wait(LOOK / 2)
    if (turn !== this.turn) return
    await perform((scene) => (this.scene = scene), this.pace, line, after(start, line), 1.5)
    this.busy = false
  }
}
