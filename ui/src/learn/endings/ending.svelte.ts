// Training of an ending against the best defence: its kind, the moves, the results from the tables. The core judges.
import { CallFailed, type Client } from '../../client/client'
import type { Calls, EndingKindView, EndingReply, MoveView, Overlay, TruthView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../../shell/announcer.svelte'
import { VARIANT } from '../../shell/app.svelte'
import { settings } from '../../shell/settings.svelte'
import { type Pace, type Scene, after, perform, realPace, still } from '../../shared/board/stage'
import { overlaysText } from '../lesson/lesson-words'
import { refusalText, spoken, spokenBy } from '../../shared/words'

/** Time a mistake and its answer stay visible, in milliseconds. */
const REFUTATION_TIME = 900

type Ending = Calls['ending'][1]

export class EndingSession {
  kind: EndingKindView | null = $state.raw(null)
  ending: Ending | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  truth: TruthView | null = $state.raw(null)
  overlays: Overlay[] = $state.raw([])
  state: 'trying' | 'slipped' | 'late' | 'done' = $state('trying')
  /** Why the board refused a touch. */
  refusal: string | null = $state(null)
  playing = $state(false)
  failure: CallFailed | null = $state.raw(null)

  /** The mistake would have won, but a draw rule comes first. */
  private slow = false
  private seed = 0
  private kept: number[][] = []
  /** Number of the current animation; an older one stops when a newer one begins. */
  private showing = 0

  constructor(
    private readonly client: Client,
    /** Key of the variant. */
    readonly variant: string = VARIANT,
    private readonly pace: Pace = realPace,
  ) {
    this.seed = pace.seed() % 2 ** 31
  }

  /** The board accepts input. */
  get listens(): boolean {
    return this.ending !== null && !this.playing && (this.state === 'trying' || this.state === 'slipped')
  }

  /** Number of times this kind was completed on this device. */
  get won(): number {
    return this.kind ? Number(settings.text(this.counted(this.kind)) ?? 0) : 0
  }

  /** Settings key of the count of a kind. */
  private counted(kind: EndingKindView): string {
    return this.variant === VARIANT ? `ending.${kind.key}` : `ending.${this.variant}.${kind.key}`
  }

  /** Name of a square on this board. */
  private readonly label = (square: number): string => this.ending?.board.labels[square - 1] ?? String(square)

  /** Shows another position of a kind. */
  async next(kind: EndingKindView): Promise<void> {
    await this.attempt(async () => {
      this.kind = kind
      this.ending = null
      this.seed++
      this.ending = await this.client.call('ending', { variant: this.variant, kind: kind.key, seed: this.seed })
      this.restart()
    })
  }

  restart(): void {
    const { ending } = this
    if (!ending) return
    this.showing++
    this.kept = []
    this.state = 'trying'
    this.playing = false
    this.refusal = null
    this.overlays = []
    this.truth = ending.truth
    this.scene = still(ending.position)
    announcer.say(truthText(ending.truth))
  }

  async play(path: readonly number[]): Promise<void> {
    const { kind, scene } = this
    if (!kind || !scene || !this.listens) return
    this.refusal = null
    this.overlays = []
    await this.attempt(async () => {
      const asked = { variant: this.variant, kind: kind.key, seed: this.seed, paths: [...this.kept, [...path]] }
      const reply = await this.client.call('endingMove', asked)
      if (kind === this.kind && asked.seed === this.seed) await this.take(reply, scene)
    })
  }

  private async take(reply: EndingReply, scene: Scene): Promise<void> {
    this.kept = reply.kept
    const isWrong = reply.verdict === 'wrong'
    announcer.say(...this.spokenLine(reply.played))
    const showing = ++this.showing
    this.playing = true
    await perform((next) => (this.scene = next), this.pace, reply.played, isWrong ? after(scene.position, reply.played) : reply.position)
    if (isWrong) await this.pace.wait(REFUTATION_TIME)
    if (showing !== this.showing) return
    this.playing = false
    this.truth = reply.truth
    if (reply.verdict === 'done') {
      this.state = 'done'
      if (this.kind) settings.keep(this.counted(this.kind), String(this.won + 1))
      announcer.say(this.kind?.win ? m.ending_won() : m.ending_held())
    } else if (isWrong) {
      this.state = reply.tooLate ? 'late' : 'slipped'
      this.slow = reply.tooSlow
      this.scene = still(reply.position)
      this.overlays = reply.better.map((move) => ({ kind: 'route', path: move.routes[0] ?? [move.origin, move.target], label: null }))
      announcer.say(this.slipText, ...reply.better.slice(0, 3).map((move) => m.hint_move({ move: spoken(move) })))
    } else {
      this.state = 'trying'
      announcer.say(truthText(reply.truth))
    }
  }

  get slipText(): string {
    if (this.state === 'late') return m.ending_late()
    if (this.slow) return m.ending_too_slow()
    return this.kind?.win ? m.ending_win_gone() : m.ending_draw_gone()
  }

  async askHint(): Promise<void> {
    const { kind } = this
    if (!kind || !this.listens) return
    await this.attempt(async () => {
      const { path } = await this.client.call('endingHint', { variant: this.variant, kind: kind.key, seed: this.seed, paths: this.kept })
      if (!path) return
      this.overlays = [{ kind: 'route', path, label: null }]
      announcer.say(overlaysText(this.overlays, this.label))
    })
  }

  /** Asks the core why a piece or move is refused. */
  async refuse(from: number, to: number | null): Promise<void> {
    const position = this.scene?.position
    if (!position || !this.listens) return
    await this.attempt(async () => {
      const refusal = await this.client.call('whyNot', { variant: this.variant, fen: position.fen, origin: from, target: to })
      this.refusal = refusal ? refusalText(refusal, position.pieces) : null
      if (refusal) announcer.say(refusalText(refusal, position.pieces, true))
    })
  }

  touched(): void {
    this.refusal = null
  }

  private spokenLine(moves: readonly MoveView[]): string[] {
    return moves.map((move, index) => spokenBy(index % 2 === 0 ? 'white' : 'black', move))
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.failure = null
    try {
      await work()
    } catch (thrown) {
      this.playing = false
      this.failure = CallFailed.from(thrown)
    }
  }
}

/** "Gain en 7 coups.": the result from the tables in a sentence. */
export function truthText({ result, plies, byRule }: TruthView): string {
  if (byRule) return m.truth_rule()
  switch (result) {
    case 'win':
      return plies === null ? m.truth_win() : m.truth_win_in({ count: Math.ceil(plies / 2) })
    case 'draw':
      return m.truth_draw()
    case 'loss':
      return m.truth_loss()
  }
}
