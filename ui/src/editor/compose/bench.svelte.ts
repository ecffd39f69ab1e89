// The composer's bench: the position being set up, the report of its check, and a draft that survives a reload. The core proves.
import { CallFailed, type Client } from '../../client/client'
import type { PositionView, PuzzleSetView, SavedProblem, SoundnessView } from '../../client/types'
import type { At } from '../../puzzles/afterwards/solution-tree'
import { type Scene, still } from '../../shared/board/stage'
import { settings } from '../../shell/settings.svelte'
import { EditorSession } from '../editor.svelte'

/** Settings key of the draft. */
const DRAFT = 'composing'

interface Draft {
  readonly variant: string
  readonly fen: string
}

/** The stored draft; `null` if there is none. */
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
  /** Report of the check of the current position; `null` before it was requested. */
  view: SoundnessView | null = $state.raw(null)
  running = $state(false)
  failure: CallFailed | null = $state.raw(null)
  saved: SavedProblem | null = $state.raw(null)
  /** The shown move of the solution; `null` is the position being set up. */
  at: At = $state(null)
  /** The bench shows no refutations. */
  readonly refuted = null
  /** The initial position has been loaded. */
  opened = $state(false)
  private turn = 0

  constructor(
    private readonly client: Client,
    first: string,
  ) {
    this.editor = new EditorSession(client, first)
  }

  /** Opens a given position, else the draft, else an empty board. */
  async open(handed: Draft | null): Promise<boolean> {
    // The editor's initial position is no draft.
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

  /** The position has changed: drops the report and stores the draft. */
  changed(position: PositionView | null): void {
    this.stop()
    this.view = null
    this.failure = null
    this.saved = null
    this.at = null
    if (position && this.opened) settings.keep(DRAFT, JSON.stringify({ variant: position.variant, fen: position.fen }))
  }

  /** Checks the position until done or stopped. */
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

  /** Stops the check; its report so far stays. */
  stop(): void {
    this.turn++
    this.running = false
  }

  async save(where: { set: number } | { name: string }): Promise<PuzzleSetView> {
    const saved = await this.client.call('saveProblem', { check: this.view?.check ?? 0, ...where })
    this.saved = saved
    return saved.set
  }

  /** Shows a move of the solution, or with `null` the position. */
  go(to: At): void {
    this.at = to
  }

  /** The board: the position being set up, or one of the solution. */
  get scene(): Scene {
    const move = this.at === null ? undefined : this.view?.moves[this.at]
    return move ? still(move.position, move.played) : still(this.editor.shown)
  }
}
