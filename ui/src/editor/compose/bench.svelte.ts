// The composer's bench: the position being set up, what a check says of it, and the draft that outlives a reload. Proves nothing.
import { CallFailed, type Client } from '../../client/client'
import type { PositionView, PuzzleSetView, SavedProblem, SoundnessView } from '../../client/types'
import type { At } from '../../puzzles/afterwards/solution-tree'
import { type Scene, still } from '../../shared/board/stage'
import { settings } from '../../shell/settings.svelte'
import { EditorSession } from '../editor.svelte'

/** The setting that keeps the draft. */
const DRAFT = 'composing'

interface Draft {
  readonly variant: string
  readonly fen: string
}

/** The position that was last worked at; null where there is none. */
function draft(): Draft | null {
  try {
    const kept: unknown = JSON.parse(settings.text(DRAFT) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { variant, fen } = kept as Partial<Draft>
    return typeof variant === 'string' && typeof fen === 'string' ? { variant, fen } : null
  } catch {
    return null
  }
}

export class Bench {
  readonly editor: EditorSession
  /** What the check says, of the position that stands there; null before it was asked. */
  view: SoundnessView | null = $state.raw(null)
  running = $state(false)
  failure: CallFailed | null = $state.raw(null)
  saved: SavedProblem | null = $state.raw(null)
  /** The move of the solution that is shown; null is the position being set up. */
  at: At = $state(null)
  /** Nothing is shown beside the solution here. */
  readonly refuted = null
  /** The position to begin with stands there. */
  opened = $state(false)
  private turn = 0

  constructor(
    private readonly client: Client,
    first: string,
  ) {
    this.editor = new EditorSession(client, first)
  }

  /** Begins with a position that was handed over, else with the draft, the first time with an empty board. */
  async open(handed: Draft | null): Promise<boolean> {
    // What the editor begins with is no draft.
    const first = !this.opened
    const kept = handed ?? (first ? draft() : null)
    await this.editor.open()
    if (this.editor.failure) return true
    const taken = kept !== null && (await this.take(kept))
    if (!taken && first) this.editor.clear()
    this.opened = true
    return taken || handed === null
  }

  private async take({ variant, fen }: Draft): Promise<boolean> {
    this.editor.setVariant(variant)
    return this.editor.variant?.key === variant && (await this.editor.read(fen))
  }

  /** The position was changed: what was said of another is void, and this one is the draft now. */
  changed(position: PositionView | null): void {
    this.stop()
    this.view = null
    this.failure = null
    this.saved = null
    this.at = null
    if (position && this.opened) settings.keep(DRAFT, JSON.stringify({ variant: position.variant, fen: position.fen }))
  }

  /** Has the position checked, to the end or until it is stopped. */
  async check(): Promise<void> {
    const position = this.editor.check?.position
    if (!position) return
    const turn = ++this.turn
    this.view = null
    this.failure = null
    this.at = null
    this.running = true
    try {
      let view = await this.client.call('beginSoundness', { variant: position.variant, fen: position.fen })
      while (turn === this.turn) {
        this.view = view
        if (view.done) break
        view = await this.client.call('soundnessStep', { check: view.check })
      }
    } catch (thrown) {
      if (turn === this.turn) this.failure = CallFailed.from(thrown)
    }
    if (turn === this.turn) this.running = false
  }

  /** Ends the check; what it has said stands. */
  stop(): void {
    this.turn++
    this.running = false
  }

  async save(where: { set: number } | { name: string }): Promise<PuzzleSetView> {
    const saved = await this.client.call('saveProblem', { check: this.view?.check ?? 0, ...where })
    this.saved = saved
    return saved.set
  }

  /** Shows a move of the solution, or with null the position again. */
  go(to: At): void {
    this.at = to
  }

  /** What the board shows: the position being set up, or one of the solution. */
  get scene(): Scene {
    const move = this.at === null ? undefined : this.view?.moves[this.at]
    return move ? still(move.position, move.played) : still(this.editor.shown)
  }
}
