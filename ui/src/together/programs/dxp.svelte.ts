// The DXP connection to another draughts program, and its game. The native side plays, checks and stores it; this class shows the state it
// reports. Knows no rules.
import type { Client } from '../../client/client'
import { CallFailed } from '../../client/client'
import type { DxpAct, DxpView, DxpWish, GameView, MoveView, PositionView, RefusalView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'
import { ClockFace } from '../../play/clock.svelte'
import { type Pace, type Scene, perform, realPace, still } from '../../shared/board/stage'
import { Confirming } from '../../shared/moves/confirming.svelte'
import { Premove } from '../../shared/moves/premove.svelte'
import { endSentence, refusalText, spokenBy, spokenMustTake } from '../../shared/words'
import { announcer } from '../../shell/announcer.svelte'
import { singleton } from '../../shell/singleton.svelte'
import { app } from '../../shell/app.svelte'
import { work } from '../../shell/work.svelte'
import { dxpFaultText, dxpStateText } from './dxp-words'

export class DxpSession {
  /** The last reported state; `null` before the first connection. */
  view: DxpView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** Number of moves before the position looked at; `null` = the current position. */
  looking: number | null = $state(null)
  refusal: RefusalView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** Swaps the sides of the board. */
  turned = $state(false)
  readonly face = new ClockFace(
    () => undefined,
    () => undefined,
  )
  /** The person's next move, planned while the other program thinks. */
  readonly premove = new Premove()
  /** The person's move that waits for confirmation. */
  readonly confirming = new Confirming((move, path) => this.play(move, path))
  /** Message about the plan. */
  note: string | null = $state(null)
  /** Ply of a sent move that is not yet confirmed. */
  private sent: number | null = null

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
  ) {}

  get game(): GameView | null {
    return this.view?.game ?? null
  }

  /** A connection exists: it calls, waits or plays. */
  get isOn(): boolean {
    return this.view !== null && this.view.state.kind !== 'over'
  }

  get isPlaying(): boolean {
    return this.view?.state.kind === 'playing' && !this.view.ended
  }

  /** A person plays here and is to move. */
  get isMyTurn(): boolean {
    const { view, game } = this
    return this.isPlaying && view?.level === null && game !== null && !game.outcome && game.position.turn === view.own
  }

  /** A person plays here and may plan while the other program thinks. */
  get isPlanning(): boolean {
    const { view, game } = this
    return (
      this.isPlaying && view?.level === null && game !== null && !game.outcome && game.position.turn !== view.own && this.looking === null
    )
  }

  get below(): SideView {
    const own = this.view?.own ?? 'white'
    return this.turned ? (own === 'white' ? 'black' : 'white') : own
  }

  async begin(wish: DxpWish): Promise<void> {
    this.failure = null
    this.view = null
    this.scene = null
    this.looking = null
    try {
      await this.client.frame?.dxp.begin(app.home?.profile.name ?? '', wish, (view) => this.hear(view))
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  async end(): Promise<void> {
    await this.client.frame?.dxp.end().catch(() => undefined)
  }

  private act(act: DxpAct): void {
    void this.client.frame?.dxp.act(act).catch((thrown: unknown) => (this.failure = CallFailed.from(thrown)))
  }

  play(move: MoveView, path: readonly number[]): void {
    const { game } = this
    if (!game || !this.isMyTurn || this.looking !== null || this.sent === game.ply) return
    this.refusal = null
    this.sent = game.ply
    announcer.say(spokenBy(game.position.turn, move))
    this.act({ kind: 'play', ply: game.ply, path: [...path] })
  }

  /** A square was touched while the other program thinks. */
  plan(square: number): void {
    const { game } = this
    if (game && this.isPlanning) this.note = this.premove.plan(square, game, this.view?.own ?? null)
  }

  /** Plays the planned move, or says why it is no longer possible. */
  private playPlanned(game: GameView): void {
    const due = this.premove.due(game)
    if (!due) return
    if ('move' in due) return this.confirming.made(due.move, due.path)
    announcer.say((this.note = due.note))
    void this.why(due.from, due.to)
  }

  resign(): void {
    this.act({ kind: 'resign' })
  }

  proposeDraw(): void {
    this.act({ kind: 'proposeDraw' })
  }

  say(text: string): void {
    this.act({ kind: 'say', text })
  }

  /** Asks why a piece or move is refused, and announces it. */
  async why(origin: number, target: number | null): Promise<void> {
    const { game } = this
    if (!game) return
    const { variant, fen, pieces } = game.position
    const found = await this.client.call('whyNot', { variant, fen, origin, target }).catch(() => null)
    if (game !== this.game || !found) return
    this.refusal = found
    announcer.say(refusalText(found, pieces))
  }

  /** Shows the position after `ply` moves; the game itself is unchanged. */
  async look(ply: number): Promise<void> {
    const { game } = this
    if (!game) return
    const wanted = Math.max(0, Math.min(ply, game.ply))
    this.refusal = null
    this.premove.clear()
    this.confirming.drop()
    if (wanted === game.ply) {
      this.looking = null
      this.stage(game.position, wanted)
      return
    }
    this.looking = wanted
    const moves = game.moves.slice(0, wanted).map(({ notation }) => notation)
    const { variant } = game.position
    const line = await this.client.call('line', { variant, fen: game.startFen, moves }).catch(() => null)
    if (line && this.looking === wanted && this.game?.id === game.id) this.stage(line.position, wanted)
  }

  private stage(position: PositionView, ply: number): void {
    this.scene = still(position, this.game?.moves[ply - 1] ?? null)
  }

  /** Takes a reported state. */
  hear(view: DxpView): void {
    const before = this.view
    this.view = view
    const { game } = view
    if (view.fault && view.fault.kind !== before?.fault?.kind) announcer.say(dxpFaultText(view.fault))
    else if (view.state.kind !== before?.state.kind && view.state.kind !== 'playing') announcer.say(dxpStateText(view))
    const heard = view.said.at(-1)
    if (heard && !heard.own && heard !== before?.said.at(-1) && view.said.length > (before?.said.length ?? 0))
      announcer.say(`${view.opponent}: ${heard.text}`)
    if (!game) return
    this.face.take(game.clock)
    const last = game.moves.at(-1) ?? null
    const then = before?.game
    if (then?.id !== game.id || game.ply !== then.ply || view.ended) {
      this.note = null
      this.confirming.drop()
    }
    if (then?.id !== game.id || game.ply < then.ply || view.ended) this.premove.clear()
    if (then?.id !== game.id) {
      this.looking = null
      this.turned = false
      this.sent = null
      this.scene = still(game.position, last)
      announcer.say(m.together_begins({ side: view.own }))
    } else if (game.ply === then.ply + 1 && last) {
      const own = this.sent === then.ply
      this.sent = null
      this.refusal = null
      if (this.looking === null) void perform((scene) => (this.scene = scene), this.pace, [last], game.position)
      if (!own) announcer.say(spokenBy(then.position.turn, last), game.outcome ? null : this.turnWords(game))
      if (this.isMyTurn) this.playPlanned(game)
    } else if (game.ply !== then.ply) {
      this.looking = null
      this.sent = null
      this.scene = still(game.position, last)
      announcer.say(m.together_taken_back())
    }
    if (view.ended && !(before?.ended && then?.id === game.id)) announcer.say(this.endWords(game))
  }

  private turnWords(game: GameView): string {
    if (game.position.turn !== this.view?.own || this.view.level !== null) return ''
    return [m.spoken_your_turn(), spokenMustTake(game.position)].filter(Boolean).join(' ')
  }

  private endWords(game: GameView): string {
    return game.outcome ? m.spoken_end({ result: this.verdict, reason: endSentence(game.outcome) }) : m.dxp_no_result()
  }

  /** The result in words. */
  get verdict(): string {
    const winner = this.game?.outcome?.winner
    if (!winner) return m.end_draw()
    if (this.view?.level) return m.end_side_wins({ side: winner })
    return winner === this.view?.own ? m.end_you_win() : m.end_you_lose()
  }

  /** Shows the current position again after a cancelled move. */
  restore(): void {
    if (this.game) this.stage(this.game.position, this.game.ply)
  }
}

export const dxpSession = singleton(() => {
  const session = new DxpSession(app.client)
  // A reloaded page has lost its connection, so the old one is ended.
  void session.end()
  work.add(() => session.isOn)
  return session
})
