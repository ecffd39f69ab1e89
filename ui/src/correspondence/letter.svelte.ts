// A correspondence game on its page: the position shown and the conditional reply being prepared. The core holds the game and its lines.
import { CallFailed, type Client } from '../client/client'
import type { CorrespondenceView, GameView, LetterAct, MoveView, PositionView, RefusalView } from '../client/types'
import { type Pace, type Scene, perform, realPace, still } from '../shared/board/stage'

/** A conditional reply being prepared: its moves, opponent's first, and the resulting position. */
export interface Plan {
  moves: readonly MoveView[]
  position: PositionView
}

export class LetterSession {
  view: CorrespondenceView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** Number of moves before the position looked at; `null` = the current position. */
  looking: number | null = $state(null)
  refusal: RefusalView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  plan: Plan | null = $state.raw(null)
  /** Another answer to the same move exists already. */
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

  /** Shows the position after `ply` moves. */
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

  /** Handles a move on the board: the reader's move in the game, or the next of the conditional reply. */
  async play(move: MoveView, path: readonly number[]): Promise<void> {
    if (this.plan) return this.planMove(move)
    await this.act({ kind: 'move', path: [...path] })
  }

  act(act: LetterAct): Promise<void> {
    const { game } = this
    if (!game) return Promise.resolve()
    return this.attempt(() => this.client.call('correspond', { game: game.id, ply: game.ply, act }))
  }

  /** Asks why a piece may not go there. */
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

  /** Saves the prepared reply. */
  async keepPlan(): Promise<void> {
    const { view, plan } = this
    if (!view || !plan || plan.moves.length === 0 || plan.moves.length % 2 !== 0) return
    const line = plan.moves.map(({ notation }) => notation)
    // A reply that the new one extends is part of it.
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

/** True if two lines, opponent's move first, answer the same moves differently. */
export function answersOtherwise(one: readonly string[], two: readonly string[]): boolean {
  const same = one.findIndex((move, at) => move !== two[at])
  const parts = same < 0 ? one.length : same
  return parts % 2 === 1 && parts < Math.min(one.length, two.length)
}
