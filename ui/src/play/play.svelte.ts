// A game in progress: the person's moves, the computer's replies, the clock, looking back. Knows no rules and draws nothing.
import { CallFailed, type Client, EngineFailed } from '../client/client'
import type {
  AidsView,
  ClockAction,
  GameView,
  Handicap,
  MoveView,
  NewGame,
  PlayerView,
  PositionView,
  RefusalView,
  SearchResult,
  SideView,
} from '../client/types'
import { m } from '../i18n/messages'
import { AdaptiveOpponent, type Ladder } from './adapting'
import { Aftermath, goalText } from './end/aftermath.svelte'
import { announcer } from '../shell/announcer.svelte'
import { type Colour, VARIANT } from '../shell/app.svelte'
import { ClockFace } from './clock.svelte'
import { Computer } from './computer.svelte'
import { Coach } from './coach/coach.svelte'
import { DrawOffers } from './draw-offers.svelte'
import { aidsOf, handicapOf, isItself, leadOf, moveNumber, other, personOf, sideAt, takenBy } from '../shared/game-facts'
import { Hints } from './hints.svelte'
import { Premove } from '../shared/moves/premove.svelte'
import { type NewGameOptions, anew, ownSide, toCore } from './new-game/new-game'
import { boardOf, nextBoard } from './round/round'
import { engineTrouble } from '../shared/engines/engine-words'
import { Confirming } from '../shared/moves/confirming.svelte'
import { type Pace, type Scene, perform, realPace, still } from '../shared/board/stage'
import { endSentence, refusalText, spokenBy, spokenMustTake } from '../shared/words'

/** Time to see a move before another board appears, in milliseconds. */
const SEEN = 900
/** Time to see the computer's move before the planned move answers it, in milliseconds. */
const PLANNED = 250
/** Interval at which a running clock is saved while the page is open, in milliseconds. */
const WATCH = 10_000

export class PlaySession {
  game: GameView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** Number of moves before the position looked at; `null` = the current position. */
  looking: number | null = $state(null)
  refusal: RefusalView | null = $state.raw(null)
  /** The side drawn at random as the reader's, if the colour was left to chance. */
  drawnColour: SideView | null = $state(null)
  failure: CallFailed | null = $state.raw(null)
  /** True if the board is turned; else the players' colours decide who sits below. */
  turned = $state(false)
  /** The computer plays against itself and is paused. */
  halted = $state(false)
  /** An engine failed on its turn: `note` says why. */
  stuck = $state(false)
  /** Note about the opponent, such as a change of its strength. */
  note: string | null = $state(null)
  /** A new game is being created: the current one accepts no more moves. */
  private beginning = $state(false)
  /** The finished game is shown on another page; coming back restores the end page. */
  private comesBack = false
  /** Increases with every short-time alarm; the view plays the sound. */
  alarms = $state(0)
  /** The person's next move, planned while the computer thinks. */
  readonly premove = new Premove()
  /** The person's move that waits for confirmation. */
  readonly confirming = new Confirming((move, path) => this.play(move, path))
  readonly aftermath: Aftermath
  readonly hints: Hints
  readonly coach: Coach
  readonly drawOffers: DrawOffers
  readonly face: ClockFace = new ClockFace(
    () => void this.setClock('watch'),
    (side) => this.warn(side),
  )

  private entering: Promise<void> | null = null
  private watching: ReturnType<typeof setInterval> | undefined
  private readonly computer: Computer
  private readonly adaptiveOpponent: AdaptiveOpponent

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
    private readonly ladder: Ladder = { name: (_, key) => key, step: () => undefined },
  ) {
    this.computer = new Computer(client, pace)
    const advise = (game: GameView, millis: number): Promise<SearchResult> => this.computer.advise(game, millis)
    this.aftermath = new Aftermath(client)
    this.hints = new Hints(client, advise, (game) => this.computer.threat(game))
    this.coach = new Coach(client)
    this.drawOffers = new DrawOffers(client, advise)
    this.adaptiveOpponent = new AdaptiveOpponent(client, ladder, advise)
  }

  // --- derived from the game

  /** Colour of the single person; `null` with two people or none. */
  get person(): SideView | null {
    return this.game && personOf(this.game)
  }

  get thinking(): boolean {
    return this.computer.thinking
  }

  get isOver(): boolean {
    return Boolean(this.game?.outcome)
  }

  /** A person is to move in the current position. */
  get isPersonsTurn(): boolean {
    const game = this.game
    return (
      game !== null &&
      !game.outcome &&
      !this.beginning &&
      !this.thinking &&
      !this.face.paused &&
      this.player(game.position.turn)?.kind === 'human'
    )
  }

  /** The computer is to move and the person may plan the next move. */
  get isPlanning(): boolean {
    const { game, person } = this
    return Boolean(game && person && !game.outcome && game.position.turn !== person && this.looking === null && !this.face.paused)
  }

  get below(): SideView {
    const below = this.person ?? this.game?.board.below ?? 'white'
    return this.turned ? other(below) : below
  }

  get canTakeBack(): boolean {
    if (!this.game || this.isOver || !this.isHelped) return false
    if (this.isItself) return false
    return this.game.ply >= (this.person === 'black' ? 2 : 1)
  }

  get isItself(): boolean {
    return this.game !== null && isItself(this.game)
  }

  /** Amount of help a side has. */
  aids(side: SideView): AidsView {
    return this.game ? aidsOf(this.game, side) : 'all'
  }

  /** Hints and take-backs are available, for the single person or the side to move. */
  get isHelped(): boolean {
    return this.game !== null && this.aids(this.person ?? this.game.position.turn) === 'all'
  }

  player(side: SideView): PlayerView | undefined {
    return this.game?.[side]
  }

  /** The side that makes the move after `ply` moves. */
  sideAt(ply: number): SideView {
    return this.game ? sideAt(this.game, ply) : 'white'
  }

  /** Material lead of a side in the position shown. */
  lead(side: SideView): number {
    return this.scene ? leadOf(this.scene.position, side) : 0
  }

  /** Number of pieces a side has taken up to the position shown. */
  takenBy(side: SideView): number {
    return this.game ? takenBy(this.game, side, this.looking ?? this.game.ply) : 0
  }

  /** Number of men each side started without. */
  get handicap(): Handicap {
    return this.game ? handicapOf(this.game) : { white: 0, black: 0 }
  }

  // --- opening and starting

  /** Opens the board: continues the unfinished game, or starts one at this level. */
  enter(level: string, colour: Colour = 'white', variant = VARIANT): Promise<void> {
    this.entering ??= this.open(level, colour, variant).finally(() => (this.entering = null))
    return this.entering
  }

  private async open(level: string, colour: Colour, variant: string): Promise<void> {
    const { comesBack } = this
    this.comesBack = false
    if (this.game && (!this.isOver || comesBack)) {
      if (!this.thinking) void this.reply()
      return
    }
    try {
      await this.resume(await this.client.call('game', {}))
    } catch (thrown) {
      const failed = CallFailed.from(thrown)
      if (failed.kind === 'notFound') await this.begin({ variant, level, colour, handicap: { own: 0, opposite: 0 } })
      else this.failure = failed
    }
  }

  /** Leaves a finished game to look at it on another page. */
  leave(): void {
    this.comesBack = this.isOver
  }

  /** Continues a stored game, replacing the one on the board. */
  async goOn(id: number): Promise<void> {
    this.computer.cancel()
    await this.attempt(async () => {
      this.turned = false
      this.halted = false
      await this.resume(await this.client.call('game', { id }))
    })
  }

  private async resume(game: GameView): Promise<void> {
    const before = this.game
    const isOther = before?.id !== game.id
    // A clock runs only while its board is shown.
    if (before && isOther && this.face.running) await this.client.call('clock', { game: before.id, action: 'pause' }).catch(() => null)
    this.show(game)
    const { clock } = game
    // Switching boards in a round restarts the clock; after the app was closed, it stays paused.
    if (before && isOther && boardOf(before.id) && boardOf(game.id)) {
      if (clock?.paused || clock?.running) await this.setClock('go')
    } else if (isOther && clock?.running) await this.setClock('wake')
    announcer.say(m.spoken_resume({ move: moveNumber(game.ply) }), this.turnWords())
    void this.reply()
  }

  /** Starts a new game; the current one stays stored as it is. */
  async begin(options: NewGameOptions): Promise<void> {
    const random: SideView = this.pace.seed() % 2 === 0 ? 'white' : 'black'
    const own = ownSide(options, random)
    await this.start(toCore(options, own))
    this.drawnColour = options.colour === 'lot' && this.person ? own : null
  }

  /** Starts a game of the same players on the same terms, with colours swapped on request; `level` replaces the computer's level. */
  async again(change: { colours?: boolean; level?: string; adapts?: boolean }): Promise<void> {
    const game = this.game
    if (!game) return
    const level = change.level ?? (this.person ? this.adaptiveOpponent.levelAfter(game, this.person) : undefined)
    const params = anew(game, { colours: change.colours ?? false, level })
    await this.start(change.adapts ? { ...params, terms: { ...game.terms, adapts: true } } : params)
    if (level && !change.level) this.note = m.adapted_next({ level: this.ladder.name(game.position.variant, level) })
  }

  /** Starts a new game from the position before move `ply` of a game, by default the one looked at. */
  async playOn(ply = this.looking, game = this.game?.id): Promise<void> {
    if (game === undefined || ply === null) return
    this.computer.cancel()
    await this.attempt(async () => {
      this.show(await this.client.call('playOn', { game, ply }))
      announcer.say(m.spoken_play_on({ move: moveNumber(ply) }), this.turnWords())
      void this.reply()
    })
  }

  private async start(params: NewGame): Promise<void> {
    this.computer.cancel()
    await this.attempt(async () => {
      this.turned = false
      this.halted = false
      this.adaptiveOpponent.begin()
      this.beginning = true
      try {
        this.show(await this.client.call('newGame', params))
      } finally {
        this.beginning = false
      }
      const person = this.person
      const computer = [params.white, params.black].find((player) => player.kind === 'computer')
      announcer.say(
        person && computer
          ? m.spoken_start_computer({ side: person, level: this.ladder.name(params.variant, computer.level) })
          : m.spoken_start_two(),
        this.turnWords(),
      )
      // The clock of a serious game does not wait for the first move.
      if (params.terms?.serious) await this.setClock('go')
      void this.reply()
    })
  }

  // --- the person's moves

  /** Handles a move of the person, on the board or typed: plays it, or waits for confirmation if the reader wants that. */
  made(move: MoveView, path: readonly number[] = move.routes[0] ?? [move.origin, move.target], byHand = false): void {
    const isCareful = this.isCoached && this.coach.looks
    if (this.confirming.isOn) {
      this.confirming.hold(move, path, byHand)
      if (isCareful && this.game) void this.coach.looksAgain(this.game, move)
    } else if (isCareful) void this.lookAgain(move, path, byHand)
    else void this.play(move, path)
  }

  /** A coach may speak: a person plays the computer with every help. */
  private get isCoached(): boolean {
    return this.person !== null && this.isHelped && this.coach.isOn
  }

  /** Plays a move unless the coach finds that it loses something: then it waits for confirmation. */
  private async lookAgain(move: MoveView, path: readonly number[], byHand: boolean): Promise<void> {
    const { game } = this
    if (!game || !this.isPersonsTurn) return
    const warns = await this.coach.looksAgain(game, move)
    // A clock that was saved meanwhile has replaced the game by an equal one.
    if (game.id !== this.game?.id || game.ply !== this.game.ply || this.looking !== null) return
    if (warns) this.confirming.hold(move, path, byHand)
    else await this.play(move, path)
  }

  /** Lets the coach speak about the person's move in a game as it was before; what it says counts as a hint. */
  private async hearCoach(before: GameView, move: MoveView): Promise<void> {
    if (!this.isCoached || this.failure || this.isOver) return
    // The count is seen with the next move: the computer thinks about this very game.
    if (await this.coach.hear(before, move)) await this.client.call('countHint', { game: before.id }).catch(() => undefined)
  }

  /** Plays a move of the person. `path` is the route taken, if the board knows it. */
  async play(move: MoveView, path: readonly number[] = move.routes[0] ?? [move.origin, move.target]): Promise<void> {
    if (!this.isPersonsTurn || this.looking !== null) return
    this.computer.cancelAdvice()
    this.note = null
    const before = this.game
    const side = before?.position.turn
    await this.send(move, path)
    if (before) void this.hearCoach(before, move)
    if (this.game?.terms.adapts && !this.failure) await this.attempt(() => this.adapt())
    const replied = this.reply()
    if (side && !this.failure) await this.attempt(() => this.follow(side, replied))
  }

  /** One against several: shows the next board once the move, and the computer's reply if any, has been seen. */
  private async follow(side: SideView, replied: Promise<void>): Promise<void> {
    const id = this.game?.id
    if (id === undefined || boardOf(id)?.side !== side) return
    if (this.person) await replied
    const { game } = this
    await this.pace.wait(SEEN)
    if (game !== this.game || game?.id !== id) return
    const next = await nextBoard(this.client, id)
    if (next && game === this.game) await this.resume(next)
  }

  /** Asks the core why a piece or move is refused, and announces it. */
  async refuse(from: number, to: number | null = null): Promise<void> {
    const game = this.game
    if (!game || this.looking !== null || this.thinking) return
    await this.attempt(async () => {
      const { variant, fen, pieces } = game.position
      const refusal = await this.client.call('whyNot', { variant, fen, origin: from, target: to, houseRule: game.terms.houseRule ?? null })
      if (game !== this.game) return
      this.refusal = refusal
      if (refusal) announcer.say(refusalText(refusal, pieces, true))
    })
  }

  /** True if a press on this square picks up a piece of the side that moves or plans. */
  carries(square: number): boolean {
    const { game, person } = this
    if (!game || this.looking !== null) return false
    const side = this.isPlanning ? person : this.isPersonsTurn ? game.position.turn : null
    return game.position.pieces.some((piece) => piece.square === square && piece.side === side)
  }

  /** A square was touched while the computer thinks: starts the planned move, continues it, or takes back a step. */
  async plan(square: number): Promise<void> {
    const { game, person, premove } = this
    if (!game || !this.isPlanning) return
    this.note = null
    const isOwn = game.position.pieces.some((piece) => piece.square === square && piece.side === person)
    if (isOwn || premove.path.length > 0) premove.touch(square, isOwn)
    else await this.planTo(game, square)
    premove.say(game.board)
  }

  /** The target was touched first: picks the only piece that reaches it, or says what to touch. */
  private async planTo(game: GameView, square: number): Promise<void> {
    const { variant, fen } = game.position
    const own = `${this.person === 'white' ? 'W' : 'B'}${fen.slice(1)}`
    const line = await this.client.call('line', { variant, fen: own, moves: [] }).catch(() => null)
    if (game !== this.game || this.premove.path.length > 0) return
    const movers = new Set(line?.position.legal.filter(({ target }) => target === square).map(({ origin }) => origin))
    const [mover] = movers
    if (mover !== undefined && movers.size === 1) this.premove.path = [mover, square]
    else announcer.say((this.note = m.premove_piece_first()))
  }

  /** Plays the planned move, or says why it is no longer possible. */
  private async playPlanned(): Promise<void> {
    const { game, premove } = this
    if (!game || !this.isPersonsTurn) return premove.clear()
    const due = premove.due(game)
    if (!due) return
    await this.pace.wait(PLANNED)
    if (game !== this.game) return
    if ('move' in due) return this.made(due.move, due.path)
    await this.refuse(due.from, due.to)
    if (!this.refusal) announcer.say((this.note = due.note))
  }

  /** A piece was picked up, so the last refusal has been read. */
  touched(): void {
    this.refusal = null
    this.drawOffers.markRead()
  }

  async takeBack(): Promise<void> {
    const game = this.game
    if (!game || !this.canTakeBack) return
    this.computer.cancel()
    await this.attempt(async () => {
      const back = (ply: number): Promise<GameView> => this.client.call('takeBack', { game: game.id, ply })
      this.show(
        await back(game.ply).catch(async (thrown: unknown) => {
          if (CallFailed.from(thrown).kind !== 'stale') throw thrown
          // The computer's reply was already on its way: it is taken back too.
          return back((await this.client.call('game', { id: game.id })).ply)
        }),
      )
      announcer.say(m.spoken_taken_back(), this.turnWords())
      void this.reply()
    })
  }

  /** Huffs: removes a piece that missed a capture, by the historic rule. The same side then moves. */
  async huff(square: number): Promise<void> {
    const game = this.game
    if (!game || !this.isPersonsTurn || this.looking !== null) return
    this.computer.cancelAdvice()
    await this.attempt(async () => {
      const next = await this.client.call('huff', { game: game.id, ply: game.ply, square })
      if (game !== this.game) return
      this.show(next)
      announcer.say(m.huffed({ square: game.board.labels[square - 1] ?? String(square) }), this.turnWords())
      if (next.outcome) this.sayEnd()
    })
  }

  async resign(): Promise<void> {
    const game = this.game
    if (!game || this.isItself) return
    this.computer.cancel()
    await this.attempt(async () => {
      const side = this.person ?? game.position.turn
      this.show(await this.client.call('resign', { game: game.id, side }))
      this.sayEnd()
    })
  }

  /** Offers a draw. The computer decides by a short search; two people have agreed beforehand. */
  async offerDraw(): Promise<void> {
    const game = this.game
    if (!game || !this.isPersonsTurn) return
    await this.attempt(async () => this.settle(await this.drawOffers.ask(game, () => game === this.game)))
  }

  async acceptDraw(): Promise<void> {
    const game = this.game
    if (game) await this.attempt(async () => this.settle(await this.drawOffers.accept(game)))
  }

  /** Shows the game after a draw offer. */
  private settle(game: GameView | null): void {
    if (!game) return
    this.show(game)
    if (game.outcome) this.sayEnd()
  }

  // --- the computer

  /** Makes the computer play the best move found so far. */
  moveNow(): void {
    this.computer.moveNow()
  }

  /** Lets the computer move if it is its turn. */
  private async reply(): Promise<void> {
    const game = this.game
    if (!game || game.outcome || this.halted || this.face.paused) return
    const player = this.player(game.position.turn)
    if (player?.kind !== 'computer') {
      // Loads the engine ahead, since it is needed as soon as the person has moved.
      if (this.person) this.client.prepare?.(game.position.variant)
      return
    }
    try {
      const moved = await this.computer.move(game, player.level, async (best, { offersDraw, info }) => {
        await this.send(best, best.routes[0] ?? [best.origin, best.target])
        if (offersDraw && this.game) this.drawOffers.consider(this.game, info.score)
      })
      if (moved && !this.failure) void this.playPlanned()
      // The computer against itself answers its own move.
      if (moved && this.isItself && !this.failure) void this.reply()
    } catch (thrown) {
      if (!(thrown instanceof EngineFailed)) {
        this.failure = CallFailed.from(thrown)
        return
      }
      if (game !== this.game) return
      this.note = engineTrouble(thrown)
      this.stuck = true
      announcer.say(this.note)
    }
  }

  /** Asks the failed engine again. */
  askAgain(): void {
    this.stuck = false
    this.note = null
    void this.reply()
  }

  /** Pauses the computer that plays against itself, or resumes it. */
  halt(): void {
    this.halted = !this.halted
    if (this.halted) this.computer.cancel()
    else void this.reply()
  }

  // --- the clock

  /** Applies an action to the clock; a fallen flag ends the game. */
  async setClock(action: ClockAction): Promise<void> {
    const game = this.game
    if (!game?.clock || game.outcome) return
    await this.attempt(async () => {
      const next = await this.client.call('clock', { game: game.id, action })
      if (game.id !== this.game?.id) return
      if (next.outcome) {
        this.computer.cancel()
        this.show(next)
        this.sayEnd()
        return
      }
      if (next.ply !== this.game.ply) return
      this.game = { ...this.game, clock: next.clock }
      this.takeClock(next)
      if (action === 'go') void this.reply()
      if (action === 'pause') this.computer.cancel()
    })
  }

  private takeClock(game: GameView): void {
    this.face.take(game.outcome ? game.clock && { ...game.clock, running: null } : game.clock)
    clearInterval(this.watching)
    if (this.face.running) this.watching = setInterval(() => void this.setClock('watch'), WATCH)
  }

  private warn(side: SideView): void {
    if (this.player(side)?.kind !== 'human') return
    this.alarms++
    announcer.say(this.person ? m.clock_short_you() : m.clock_short({ side }))
  }

  // --- an adaptive opponent

  /** After the person's move: changes the computer's level by a step if the game is too one-sided, and announces it. */
  private async adapt(): Promise<void> {
    const game = this.game
    if (!game || !this.person) return
    const moved = await this.adaptiveOpponent.after(game, this.person)
    if (!moved || game !== this.game) return
    this.game = { ...game, white: moved.game.white, black: moved.game.black }
    this.note = moved.note
    announcer.say(this.note)
  }

  /** Shows the next stronger hint, or the threat of the other side. */
  async askHint(what: 'move' | 'threat' = 'move'): Promise<void> {
    const game = this.game
    if (!game || !this.isPersonsTurn || !this.isHelped || this.looking !== null) return
    this.refusal = null
    await this.attempt(async () => {
      const isStill = (): boolean => game === this.game
      const found = await (what === 'move' ? this.hints.ask(game, isStill) : this.hints.askThreat(game, isStill))
      if (found) this.game = { ...game, hints: game.hints + 1 }
    })
  }

  // --- looking back

  /** Shows the position after `ply` moves; the game itself is unchanged. */
  async look(ply: number): Promise<void> {
    const game = this.game
    if (!game) return
    const wanted = Math.max(0, Math.min(ply, game.ply))
    const from = this.looking ?? game.ply
    if (wanted === from) return
    const last = game.moves[wanted - 1] ?? null
    const via = wanted === from + 1 ? last : null
    this.refusal = null
    this.premove.clear()
    this.confirming.drop()
    if (wanted === game.ply) {
      this.looking = null
      this.stage(game.position, last, via)
      return
    }
    this.looking = wanted
    await this.attempt(async () => {
      const position = await this.client.call('gameAt', { game: game.id, ply: wanted })
      if (this.looking === wanted && game.id === this.game?.id) this.stage(position, last, via)
    })
  }

  // --- internals

  /** Sends a move to the core and shows the game it returns. */
  private async send(move: MoveView, path: readonly number[]): Promise<void> {
    const game = this.game
    if (!game) return
    const side = game.position.turn
    await this.attempt(async () => {
      try {
        const next = await this.client.call('playMove', { game: game.id, ply: game.ply, path: [...path] })
        if (game.id !== this.game?.id) return
        this.show(next, move)
        announcer.say(spokenBy(side, move), next.outcome ? null : this.turnWords())
        if (next.outcome) this.sayEnd()
      } catch (thrown) {
        // Another game is on the board by now; do not show the old one.
        if (game.id !== this.game?.id) return
        await this.recover(CallFailed.from(thrown), game, move)
      }
    })
  }

  /** Handles a rejected move: the stored game differs (double click, finished game), or a rule forbids the move. */
  private async recover(failed: CallFailed, game: GameView, move: MoveView): Promise<void> {
    if (failed.kind === 'stale' || failed.kind === 'gameOver') {
      const now = await this.client.call('game', { id: game.id })
      this.show(now)
      // After a double click the stored move is the same; a move from another window is announced.
      if (now.moves[game.ply]?.notation !== move.notation && this.player(game.position.turn)?.kind === 'human') {
        this.note = m.play_elsewhere()
        announcer.say(this.note)
      }
    } else if (failed.kind === 'illegalMove') {
      this.show(game)
      await this.refuse(move.origin, move.target)
    } else {
      // The move was not saved, so the board takes it back.
      this.show(game)
      throw failed
    }
  }

  /** Shows a game as it stands; `via` is the move that led to it. */
  private show(game: GameView, via: MoveView | null = null): void {
    // A reader who looks at an earlier position stays there when a reply arrives.
    const stays = this.looking !== null && game.id === this.game?.id && via !== null
    if (game.id !== this.game?.id || game.ply !== this.game.ply) this.drawOffers.clear()
    if (game.id !== this.game?.id || game.ply < this.game.ply || game.outcome) this.premove.clear()
    this.game = game
    this.confirming.drop()
    this.refusal = null
    this.hints.clear()
    // The coach's sentence stays while the computer answers.
    if (via === null) this.coach.clear()
    this.failure = null
    this.drawnColour = null
    this.stuck = false
    this.aftermath.clear()
    this.takeClock(game)
    if (stays) return
    this.looking = null
    this.stage(game.position, game.moves.at(-1) ?? null, via)
  }

  /** Puts a position on the board, animated by the move `via` or at once. */
  private stage(position: PositionView, last: MoveView | null, via: MoveView | null): void {
    if (via) void perform((scene) => (this.scene = scene), this.pace, [via], position)
    else this.scene = still(position, last)
  }

  /** Announcement of the side to move; empty while the computer is about to move. */
  private turnWords(): string {
    const game = this.game
    if (!game || game.outcome || this.player(game.position.turn)?.kind === 'computer') return ''
    const turn = this.person ? m.spoken_your_turn() : m.status_turn({ side: game.position.turn })
    return [turn, spokenMustTake(game.position)].filter(Boolean).join(' ')
  }

  private sayEnd(): void {
    const outcome = this.game?.outcome
    if (outcome) announcer.say(m.spoken_end({ result: this.verdict, reason: endSentence(outcome) }), this.game && goalText(this.game))
    if (this.game) void this.aftermath.look(this.game)
  }

  /** The result in words: "Vous gagnez", "Remise", "Les Noirs gagnent". */
  get verdict(): string {
    const winner = this.game?.outcome?.winner
    if (!winner) return m.end_draw()
    if (!this.person) return m.end_side_wins({ side: winner })
    return winner === this.person ? m.end_you_win() : m.end_you_lose()
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.failure = null
    try {
      await work()
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }
}
