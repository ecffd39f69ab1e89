// A game by correspondence as its page shows it: the position, what is looked at, the reply that is being prepared. The core holds
// the game and its lines.
import { CallFailed, type Client } from '../client/client'
import type { CorrespondenceView, GameView, LetterAct, MoveView, PositionView, RefusalView } from '../client/types'
import { type Pace, type Scene, perform, realPace, still } from '../shared/board/stage'

/** A reply that is being prepared: the moves so far, the other's first, and where they lead. */
export interface Plan {
  moves: readonly MoveView[]
  position: PositionView
}

export class LetterSession {
  view: CorrespondenceView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** The position after so many moves is shown instead of the one now. */
  looking: number | null = $state(null)
  refusal: RefusalView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  plan: Plan | null = $state.raw(null)
  /** Another answer to the same move is prepared already. */
  twoAnswers = $state(false)
  turned = $state(false)
  working = $state(false)

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
  ) {}

  get game(): GameView | null {
    return this.view?.game ?? null
  }

  get below(): 'white' | 'black' {
    const side = this.view?.side ?? 'white'
    return this.turned ? (side === 'white' ? 'black' : 'white') : side
  }

  async open(id: number): Promise<void> {
    this.plan = null
    this.looking = null
    await this.attempt(() => this.client.call('correspondence', { game: id }), true)
  }

  /** Shows the position after so many moves. */
  async look(ply: number): Promise<void> {
    const { game } = this
    if (!game || this.plan || ply < 0 || ply > game.ply) return
    this.refusal = null
    if (ply === game.ply) return this.toNow()
    try {
      const position = await this.client.call('gameAt', { game: game.id, ply })
      this.looking = ply
      this.scene = still(position, game.moves[ply - 1] ?? null)
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  private toNow(): void {
    const { game } = this
    this.looking = null
    if (game) this.scene = still(game.position, game.moves.at(-1) ?? null)
  }

  /** A move made on the board: one's own in the game, or the next of the reply that is being prepared. */
  async play(move: MoveView, path: readonly number[]): Promise<void> {
    if (this.plan) return this.planMove(move)
    await this.act({ kind: 'move', path: [...path] })
  }

  act(act: LetterAct): Promise<void> {
    const { game } = this
    if (!game) return Promise.resolve()
    return this.attempt(() => this.client.call('correspond', { game: game.id, ply: game.ply, act }))
  }

  /** Why a piece may not go there. */
  async why(origin: number, target: number | null): Promise<void> {
    const position = this.plan?.position ?? this.game?.position
    if (!position) return
    const { variant, fen } = position
    const refusal = await this.client.call('whyNot', { variant, fen, origin, target }).catch(() => null)
    if ((this.plan?.position ?? this.game?.position) === position) this.refusal = refusal
  }

  beginPlan(): void {
    const { game } = this
    if (!game) return
    this.toNow()
    this.refusal = null
    this.twoAnswers = false
    this.plan = { moves: [], position: game.position }
  }

  endPlan(): void {
    this.plan = null
    this.twoAnswers = false
    this.refusal = null
    this.toNow()
  }

  private async planMove(move: MoveView): Promise<void> {
    const { game, plan } = this
    if (!game || !plan) return
    this.refusal = null
    this.twoAnswers = false
    const moves = [...plan.moves, move]
    const { variant, fen } = game.position
    try {
      const line = await this.client.call('line', { variant, fen, moves: moves.map(({ notation }) => notation) })
      if (this.plan !== plan) return
      this.plan = { moves, position: line.position }
      this.scene = still(line.position, move)
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Keeps the reply that was prepared. */
  async keepPlan(): Promise<void> {
    const { view, plan } = this
    if (!view || !plan || plan.moves.length === 0 || plan.moves.length % 2 !== 0) return
    const line = plan.moves.map(({ notation }) => notation)
    // What the new one goes on from is in it.
    const others = view.replies.filter((reply) => reply.some((move, at) => move !== line[at]))
    if (others.some((reply) => answersOtherwise(reply, line))) {
      this.twoAnswers = true
      return
    }
    await this.setReplies([...others, line])
    if (!this.failure) this.endPlan()
  }

  removeReply(index: number): Promise<void> {
    return this.setReplies((this.view?.replies ?? []).filter((_, at) => at !== index))
  }

  private setReplies(replies: string[][]): Promise<void> {
    const { game } = this
    if (!game) return Promise.resolve()
    return this.attempt(() => this.client.call('planReplies', { game: game.id, ply: game.ply, replies }))
  }

  private async attempt(work: () => Promise<CorrespondenceView>, isNew = false): Promise<void> {
    this.failure = null
    this.working = true
    try {
      this.show(await work(), isNew)
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
      this.toNow()
    }
    this.working = false
  }

  private show(view: CorrespondenceView, isNew: boolean): void {
    const before = isNew ? null : this.game
    const { game } = view
    this.view = view
    if (before?.ply === game.ply) return
    this.refusal = null
    this.looking = null
    const last = game.moves.at(-1) ?? null
    if (before && game.ply === before.ply + 1 && last) void perform((scene) => (this.scene = scene), this.pace, [last], game.position)
    else this.scene = still(game.position, last)
  }
}

/** Whether two lines, the other's move first, answer the same moves differently. */
export function answersOtherwise(one: readonly string[], two: readonly string[]): boolean {
  const same = one.findIndex((move, at) => move !== two[at])
  const parts = same < 0 ? one.length : same
  return parts % 2 === 1 && parts < Math.min(one.length, two.length)
}
