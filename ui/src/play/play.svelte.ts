// A game in progress: the person's moves, the computer's replies, the clock, looking back. Knows no rule and draws nothing.
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
import { Following, type Ladder } from './adapting'
import { Aftermath, goalText } from './end/aftermath.svelte'
import { announcer } from '../shell/announcer.svelte'
import { type Colour, VARIANT } from '../shell/app.svelte'
import { ClockFace } from './clock.svelte'
import { Computer } from './computer.svelte'
import { DrawTalk } from './draw-talk.svelte'
import { aidsOf, handicapOf, isItself, leadOf, moveNumber, other, personOf, sideAt, takenBy } from '../shared/game-facts'
import { Hints } from './hints.svelte'
import { Premove } from '../shared/moves/premove.svelte'
import { type NewGameOptions, anew, ownSide, toCore } from './new-game/new-game'
import { boardOf, nextBoard } from './round/round'
import { Confirming } from '../shared/moves/confirming.svelte'
import { type Pace, type Scene, perform, realPace, still } from '../shared/board/stage'
import { endSentence, refusalText, spokenBy, spokenMustTake } from '../shared/words'

/** The time a move needs to be seen before another board comes; milliseconds. */
const SEEN = 900
/** The computer's move is seen so long before the planned one answers it; milliseconds. */
const PLANNED = 250
/** While a clock runs, so often it is written down that somebody watches; milliseconds. */
const WATCH = 10_000

export class PlaySession {
  game: GameView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** Moves made before the position looked at; null = the game as it stands. */
  looking: number | null = $state(null)
  refusal: RefusalView | null = $state.raw(null)
  /** The lot that was drawn for this game's colours. */
  lot: SideView | null = $state(null)
  failure: CallFailed | null = $state.raw(null)
  /** Who sits below; null = as the players' colours say. */
  turned = $state(false)
  /** The computer plays against itself and was told to wait. */
  halted = $state(false)
  /** An engine was to move and failed: `note` says why. */
  stuck = $state(false)
  /** What is to be said of the opponent: it has grown weaker or stronger. */
  note: string | null = $state(null)
  /** A new game is being made: the one on the board takes no more moves. */
  private beginning = $state(false)
  /** The ended game is looked at on another page: who comes back finds it with its card. */
  private comesBack = false
  /** A clock is short of time: for whoever makes the sound. */
  alarms = $state(0)
  /** The person's next move, planned while the computer thinks. */
  readonly premove = new Premove()
  /** The person's move that is to be confirmed first. */
  readonly confirming = new Confirming((move, path) => this.play(move, path))
  readonly aftermath: Aftermath
  readonly hints: Hints
  readonly talk: DrawTalk
  readonly face: ClockFace = new ClockFace(
    () => void this.setClock('watch'),
    (side) => this.warn(side),
  )

  private entering: Promise<void> | null = null
  private watching: ReturnType<typeof setInterval> | undefined
  private readonly computer: Computer
  private readonly following: Following

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
    private readonly ladder: Ladder = { name: (_, key) => key, step: () => undefined },
  ) {
    this.computer = new Computer(client, pace)
    const advise = (game: GameView, millis: number): Promise<SearchResult> => this.computer.advise(game, millis)
    this.aftermath = new Aftermath(client)
    this.hints = new Hints(client, advise, (game) => this.computer.threat(game))
    this.talk = new DrawTalk(client, advise)
    this.following = new Following(client, ladder, advise)
  }

  // --- what can be read off the game

  /** The colour of the one person; null with two people or none. */
  get person(): SideView | null {
    return this.game && personOf(this.game)
  }

  get thinking(): boolean {
    return this.computer.thinking
  }

  get isOver(): boolean {
    return Boolean(this.game?.outcome)
  }

  /** A person is to move, in the game as it stands. */
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

  /** The computer is to move, and the person may plan the next move. */
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

  /** The computer plays against itself. */
  get isItself(): boolean {
    return this.game !== null && isItself(this.game)
  }

  /** How much help a side has. */
  aids(side: SideView): AidsView {
    return this.game ? aidsOf(this.game, side) : 'all'
  }

  /** Hints and take-backs are to be had: of the one person, or of whoever is to move. */
  get isHelped(): boolean {
    return this.game !== null && this.aids(this.person ?? this.game.position.turn) === 'all'
  }

  player(side: SideView): PlayerView | undefined {
    return this.game?.[side]
  }

  /** The side that made, or makes, the move after `ply` moves. */
  sideAt(ply: number): SideView {
    return this.game ? sideAt(this.game, ply) : 'white'
  }

  /** Pieces of this side on the board shown, less those of the other. */
  lead(side: SideView): number {
    return this.scene ? leadOf(this.scene.position, side) : 0
  }

  /** How many pieces this side has taken up to the position shown. */
  takenBy(side: SideView): number {
    return this.game ? takenBy(this.game, side, this.looking ?? this.game.ply) : 0
  }

  /** The men each side started without. */
  get handicap(): Handicap {
    return this.game ? handicapOf(this.game) : { white: 0, black: 0 }
  }

  // --- opening and beginning

  /** Comes to the board: goes on with the unfinished game, or begins one at this level. */
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

  /** Leaves an ended game to look at it on another page. */
  leave(): void {
    this.comesBack = this.isOver
  }

  /** Goes on with a game of the store, whatever was on the board. */
  async goOn(id: number): Promise<void> {
    this.computer.silence()
    await this.attempt(async () => {
      this.turned = false
      this.halted = false
      await this.resume(await this.client.call('game', { id }))
    })
  }

  private async resume(game: GameView): Promise<void> {
    const before = this.game
    const isOther = before?.id !== game.id
    // A clock runs while its board is shown: nobody can move on another.
    if (before && isOther && this.face.running) await this.client.call('clock', { game: before.id, action: 'pause' }).catch(() => null)
    this.show(game)
    const { clock } = game
    // From board to board of a round it goes on by itself; where the app was closed, it stands.
    if (before && isOther && boardOf(before.id) && boardOf(game.id)) {
      if (clock?.paused || clock?.running) await this.setClock('go')
    } else if (isOther && clock?.running) await this.setClock('wake')
    announcer.say(m.spoken_resume({ move: moveNumber(game.ply) }), this.turnWords())
    void this.reply()
  }

  /** Begins a new game; the one on the board stays in the store as it is. */
  async begin(options: NewGameOptions): Promise<void> {
    const lot: SideView = this.pace.seed() % 2 === 0 ? 'white' : 'black'
    const own = ownSide(options, lot)
    await this.start(toCore(options, own))
    this.lot = options.colour === 'lot' && this.person ? own : null
  }

  /** The same players under the same terms, with colours changed; `level` replaces the computer's, which may follow from now on. */
  async again(change: { colours?: boolean; level?: string; adapts?: boolean }): Promise<void> {
    const game = this.game
    if (!game) return
    const level = change.level ?? (this.person ? this.following.levelAfter(game, this.person) : undefined)
    const params = anew(game, { colours: change.colours ?? false, level })
    await this.start(change.adapts ? { ...params, terms: { ...game.terms, adapts: true } } : params)
    if (level && !change.level) this.note = m.adapted_next({ level: this.ladder.name(game.position.variant, level) })
  }

  /** A new game that goes on from the position looked at. */
  async playOn(): Promise<void> {
    const { game, looking } = this
    if (!game || looking === null) return
    this.computer.silence()
    await this.attempt(async () => {
      this.show(await this.client.call('playOn', { game: game.id, ply: looking }))
      announcer.say(m.spoken_play_on({ move: moveNumber(looking) }), this.turnWords())
      void this.reply()
    })
  }

  private async start(params: NewGame): Promise<void> {
    this.computer.silence()
    await this.attempt(async () => {
      this.turned = false
      this.halted = false
      this.following.begin()
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

  /** Plays a move of the person's. `path` tells which way was taken when the board knows it. */
  async play(move: MoveView, path: readonly number[] = move.routes[0] ?? [move.origin, move.target]): Promise<void> {
    if (!this.isPersonsTurn || this.looking !== null) return
    this.computer.dismiss()
    this.note = null
    const side = this.game?.position.turn
    await this.send(move, path)
    if (this.game?.terms.adapts && !this.failure) await this.attempt(() => this.adapt())
    const replied = this.reply()
    if (side && !this.failure) await this.attempt(() => this.follow(side, replied))
  }

  /** One against several: once their move has been seen, and the computer's reply where it is one, the next board comes. */
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

  /** Asks the core why a piece or a move is refused, and says so. */
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

  /** Whether a finger that goes down on this square takes a piece: one of whoever moves now, or plans to. */
  carries(square: number): boolean {
    const { game, person } = this
    if (!game || this.looking !== null) return false
    const side = this.isPlanning ? person : this.isPersonsTurn ? game.position.turn : null
    return game.position.pieces.some((piece) => piece.square === square && piece.side === side)
  }

  /** While the computer thinks, a square was touched: it begins the planned move, goes on with it or takes a step of it back. */
  async plan(square: number): Promise<void> {
    const { game, person, premove } = this
    if (!game || !this.isPlanning) return
    this.note = null
    const isOwn = game.position.pieces.some((piece) => piece.square === square && piece.side === person)
    if (isOwn || premove.path.length > 0) premove.touch(square, isOwn)
    else await this.planTo(game, square)
    premove.say(game.board)
  }

  /** The end of a move was touched first: one piece alone would reach it as it stands, or it is said what to touch. */
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

  /** Plays what was planned, or says why it cannot be played any more. */
  private async playPlanned(): Promise<void> {
    const { game, premove } = this
    if (!game || !this.isPersonsTurn) return premove.clear()
    const due = premove.due(game)
    if (!due) return
    await this.pace.wait(PLANNED)
    if (game !== this.game) return
    if ('move' in due) return this.confirming.made(due.move, due.path)
    await this.refuse(due.from, due.to)
    if (!this.refusal) announcer.say((this.note = due.note))
  }

  /** A piece was taken in hand: the last refusal has been read. */
  touched(): void {
    this.refusal = null
    this.talk.read()
  }

  async takeBack(): Promise<void> {
    const game = this.game
    if (!game || !this.canTakeBack) return
    this.computer.silence()
    await this.attempt(async () => {
      this.show(await this.client.call('takeBack', { game: game.id, ply: game.ply }))
      announcer.say(m.spoken_taken_back(), this.turnWords())
      void this.reply()
    })
  }

  /** Takes a piece off the board that missed a capture, by the historic rule; then the same side moves. */
  async huff(square: number): Promise<void> {
    const game = this.game
    if (!game || !this.isPersonsTurn || this.looking !== null) return
    this.computer.dismiss()
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
    this.computer.silence()
    await this.attempt(async () => {
      const side = this.person ?? game.position.turn
      this.show(await this.client.call('resign', { game: game.id, side }))
      this.sayEnd()
    })
  }

  /** Offers a draw. The computer decides by a short search; between two people the offer has been accepted already. */
  async offerDraw(): Promise<void> {
    const game = this.game
    if (!game || !this.isPersonsTurn) return
    await this.attempt(async () => this.settle(await this.talk.ask(game, () => game === this.game)))
  }

  /** The person takes the draw that the computer has offered. */
  async acceptDraw(): Promise<void> {
    const game = this.game
    if (game) await this.attempt(async () => this.settle(await this.talk.accept(game)))
  }

  /** Shows what came of an offer. */
  private settle(game: GameView | null): void {
    if (!game) return
    this.show(game)
    if (game.outcome) this.sayEnd()
  }

  // --- the computer

  /** The computer plays what it has found so far. */
  moveNow(): void {
    this.computer.moveNow()
  }

  /** Lets the computer move, if it is its turn. */
  private async reply(): Promise<void> {
    const game = this.game
    if (!game || game.outcome || this.halted || this.face.paused) return
    const player = this.player(game.position.turn)
    if (player?.kind !== 'computer') {
      // It is asked as soon as the person has moved.
      if (this.person) this.client.prepare?.(game.position.variant)
      return
    }
    try {
      const moved = await this.computer.move(game, player.level, async (best, { offersDraw, info }) => {
        await this.send(best, best.routes[0] ?? [best.origin, best.target])
        if (offersDraw && this.game) this.talk.hear(this.game, info.score)
      })
      if (moved && !this.failure) void this.playPlanned()
      // Against itself it answers itself.
      if (moved && this.isItself && !this.failure) void this.reply()
    } catch (thrown) {
      if (!(thrown instanceof EngineFailed)) {
        this.failure = CallFailed.from(thrown)
        return
      }
      const { engineTrouble } = await import('../shared/engines/engine-words')
      const note = await engineTrouble(thrown)
      if (game !== this.game) return
      this.note = note
      this.stuck = true
      announcer.say(this.note)
    }
  }

  /** The engine that failed is asked once more. */
  askAgain(): void {
    this.stuck = false
    this.note = null
    void this.reply()
  }

  /** The computer that plays against itself waits, or goes on. */
  halt(): void {
    this.halted = !this.halted
    if (this.halted) this.computer.silence()
    else void this.reply()
  }

  // --- the clock

  /** Does this to the clock; a flag that has fallen ends the game. */
  async setClock(action: ClockAction): Promise<void> {
    const game = this.game
    if (!game?.clock || game.outcome) return
    await this.attempt(async () => {
      const next = await this.client.call('clock', { game: game.id, action })
      if (game.id !== this.game?.id) return
      if (next.outcome) {
        this.computer.silence()
        this.show(next)
        this.sayEnd()
        return
      }
      if (next.ply !== this.game.ply) return
      this.game = { ...this.game, clock: next.clock }
      this.takeClock(next)
      if (action === 'go') void this.reply()
      if (action === 'pause') this.computer.silence()
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

  // --- an opponent that follows

  /** After the person's move: where the game leans too far, the computer's level is moved by a step, and it says so. */
  private async adapt(): Promise<void> {
    const game = this.game
    if (!game || !this.person) return
    const moved = await this.following.after(game, this.person)
    if (!moved || game !== this.game) return
    this.game = { ...game, white: moved.game.white, black: moved.game.black }
    this.note = moved.note
    announcer.say(this.note)
  }

  /** The next stronger hint, or what the other side threatens. */
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

  /** Shows the position after this many moves; the game itself stays where it is. */
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

  // --- inside

  /** Sends a move to the core. What it answers is the game from now on. */
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
        // Another game is on the board by now: that one is not to come back.
        if (game.id !== this.game?.id) return
        await this.recover(CallFailed.from(thrown), game, move)
      }
    })
  }

  /** A move did not go through: the store knows better (a doubled click, an ended game), or a rule forbids it. */
  private async recover(failed: CallFailed, game: GameView, move: MoveView): Promise<void> {
    if (failed.kind === 'stale' || failed.kind === 'gameOver') {
      const now = await this.client.call('game', { id: game.id })
      this.show(now)
      // A doubled click finds its own move there; a move of another window is told.
      if (now.moves[game.ply]?.notation !== move.notation && this.player(game.position.turn)?.kind === 'human') {
        this.note = m.play_elsewhere()
        announcer.say(this.note)
      }
    } else if (failed.kind === 'illegalMove') {
      this.show(game)
      await this.refuse(move.origin, move.target)
    } else {
      // The board takes the move back: it is not saved.
      this.show(game)
      throw failed
    }
  }

  /** Shows a game as it stands; `via` is the move that led here. */
  private show(game: GameView, via: MoveView | null = null): void {
    // A reader who looks back at an earlier position is not pulled away from it by a reply.
    const stays = this.looking !== null && game.id === this.game?.id && via !== null
    if (game.id !== this.game?.id || game.ply !== this.game.ply) this.talk.clear()
    if (game.id !== this.game?.id || game.ply < this.game.ply || game.outcome) this.premove.clear()
    this.game = game
    this.confirming.drop()
    this.refusal = null
    this.hints.clear()
    this.failure = null
    this.lot = null
    this.stuck = false
    this.aftermath.clear()
    this.takeClock(game)
    if (stays) return
    this.looking = null
    this.stage(game.position, game.moves.at(-1) ?? null, via)
  }

  /** Puts a position on the board, by the move that leads to it or at once. */
  private stage(position: PositionView, last: MoveView | null, via: MoveView | null): void {
    if (via) void perform((scene) => (this.scene = scene), this.pace, [via], position)
    else this.scene = still(position, last)
  }

  /** Whose turn it is, for the ear; silent while the computer is about to move. */
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
