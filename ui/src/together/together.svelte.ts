// An evening from a guest's view: connection, lobby, current table. The host decides everything.
import type {
  ActionKind,
  GameView,
  GuestMessage,
  HostMessage,
  LobbyView,
  MoveView,
  OtbGameView,
  PlaceView,
  PositionView,
  PersonView,
  RealRuleView,
  Refusal,
  RefusalView,
  SeatView,
  ShotChoice,
  SharedShotView,
  SideView,
  SmallBoard,
  TableView,
  TournamentView,
} from '../client/types'
import { m } from '../i18n/messages'
import { ClockFace } from '../play/clock.svelte'
import { type Pace, type Scene, perform, realPace, still } from '../shared/board/stage'
import { other } from '../shared/game-facts'
import { Confirming } from '../shared/moves/confirming.svelte'
import { Premove } from '../shared/moves/premove.svelte'
import { Hand } from '../shared/real-board/hand.svelte'
import { irregularityText, noteText, placeName, refusalText } from '../shared/real-board/words'
import { endSentence, spokenBy, spokenMustTake } from '../shared/words'
import { announcer } from '../shell/announcer.svelte'
import { Connection, type Socket } from './connection'
import { type Memory, type Remembered, memory } from './memory'
import { ShotBoard } from './shot/shot.svelte'
import { refusedText } from './refused'

/** Identity of this guest. */
export interface Me {
  id: number
  name: string
  host: boolean
}

/** Connection state: no name yet, entering, in, disconnected and retrying, or over for the given reason. */
export type State = 'out' | 'coming' | 'in' | 'lost' | 'over'

/** Refusals that end the connection for good: a retry would be refused again. */
const LAST: readonly Refusal[] = ['wrongKey', 'closed', 'elsewhere', 'hostHereOnly', 'removed']

/** How long an absent player is waited for, in milliseconds. */
export const PATIENCE = 600_000

export class TogetherSession {
  state: State = $state('out')
  me: Me | null = $state.raw(null)
  /** Name of the evening; may be empty. Known from the address before the guest enters. */
  club = $state('')
  lobby: LobbyView | null = $state.raw(null)
  table: TableView | null = $state.raw(null)
  /** All boards, while the host looks at them. */
  boards: SmallBoard[] | null = $state.raw(null)
  /** The tournament, while it is shown. */
  tournament: TournamentView | null = $state.raw(null)
  /** The position sent to all, while it is shown. */
  shot: ShotBoard | null = $state.raw(null)
  /** The host's last choice for all. */
  lastShot: ShotChoice | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** Number of moves before the position looked at; `null` = the current position. */
  looking: number | null = $state(null)
  /** Why a move was refused. */
  refusal: RefusalView | null = $state.raw(null)
  /** Why another request was refused. */
  refused: Refusal | null = $state(null)
  /** Verdict of the official rules on a move allowed by a house rule. */
  rule: RealRuleView | null = $state.raw(null)
  turned = $state(false)
  /** The move being sent. */
  private sent: { ply: number; move: MoveView } | null = $state.raw(null)
  /** Time of the last table state, to measure absences. */
  private toldAt = 0
  private now = $state(0)
  name = $state('')
  readonly face: ClockFace
  /** The hand at a real board. */
  readonly hand: Hand
  /** Resolves an action at the real board once the host has shown it. */
  private acted: (() => void) | null = null

  private token: string | null = null
  private connection: Connection | null = null
  private watch: ReturnType<typeof setInterval> | undefined

  constructor(
    private readonly key: string,
    open: () => Socket,
    private readonly kept: Memory = memory,
    private readonly pace: Pace = realPace,
  ) {
    this.face = new ClockFace(
      () => undefined,
      (side) => announcer.say(side === this.table?.you ? m.clock_short_you() : m.clock_short({ side })),
    )
    this.hand = new Hand(
      () => this.board,
      (what, ...places) => this.act(what, ...places),
    )
    this.open = () =>
      new Connection(open, {
        opened: () => this.introduce(),
        heard: (message) => this.hear(message),
        broke: () => {
          if (this.state === 'in' || this.state === 'coming') this.state = 'lost'
          this.settle()
        },
      })
    const known = kept.read()
    if (known?.key !== key) {
      this.known = kept.known?.(key) ?? []
      return
    }
    this.name = known.name
    this.token = known.token
    // After a reload the guest is still known.
    if (known.token) this.begin()
  }

  private readonly open: () => Connection

  /** The next move, planned on the opponent's turn. */
  readonly premove = new Premove()
  /** The move that waits for confirmation. */
  readonly confirming = new Confirming((move, path) => this.play(move, path))
  /** Message about the plan. */
  note: string | null = $state(null)

  /** Guests of this device who may go on, while none of them has. */
  known: Remembered[] = $state.raw([])

  /** Enters under a name. */
  enter(name: string): void {
    this.name = name
    this.begin()
  }

  /** Goes on as a guest of this device. */
  goOn({ name, token }: Remembered): void {
    this.name = name
    this.token = token
    this.begin()
  }

  private begin(): void {
    this.state = 'coming'
    this.refused = null
    this.connection?.end()
    this.connection = this.open()
    this.connection.begin()
    clearInterval(this.watch)
    this.watch = setInterval(() => (this.now = this.pace.now()), 1000)
  }

  /** Closes the connection when the page is left. */
  leave(): void {
    this.connection?.end()
    this.connection = null
    clearInterval(this.watch)
    this.face.leave()
    this.state = 'out'
  }

  hurry(): void {
    this.connection?.hurry()
  }

  say(message: GuestMessage): void {
    this.refused = null
    this.connection?.say(message)
  }

  // --- derived state

  get game(): GameView | null {
    return this.table?.game ?? null
  }

  /** State of a real board, if it is one. */
  get board(): OtbGameView | null {
    return this.table?.board ?? null
  }

  get you(): SideView | null {
    return this.table?.you ?? null
  }

  get below(): SideView {
    const own = this.you ?? this.game?.board.below ?? 'white'
    return this.turned ? other(own) : own
  }

  get isMyTurn(): boolean {
    const { game } = this
    return game !== null && !game.outcome && game.position.turn === this.you && this.sent === null && this.state === 'in'
  }

  /** The opponent is to move, and the next move may be planned. */
  get isPlanning(): boolean {
    const { game, you } = this
    return Boolean(
      game && you && !this.board && !game.outcome && game.position.turn !== you && this.looking === null && this.state === 'in',
    )
  }

  seat(side: SideView): SeatView | null {
    return this.table?.[side] ?? null
  }

  /** Milliseconds since the opponent left. */
  get opponentAway(): number {
    const opponent = this.you && this.seat(other(this.you))
    if (!opponent || opponent.here) return 0
    return Math.max(1, opponent.away + Math.max(0, this.now - this.toldAt))
  }

  /** Id of the guest's own table with a game in progress or an awaited opponent. */
  get ownTable(): number | null {
    return this.lobby?.tables.find((table) => table.yours && table.result === null)?.id ?? null
  }

  /** Guests present at no table. */
  get free(): PersonView[] {
    const going = (this.lobby?.tables ?? []).filter((table) => table.result === null)
    const plays = ({ name }: PersonView): boolean => going.some((table) => table.white === name || table.black === name)
    return (this.lobby?.people ?? []).filter((person) => person.here && !person.host && !plays(person))
  }

  // --- actions

  sendShot(shot: ShotChoice): void {
    this.lastShot = shot
    this.say({ kind: 'sendShot', shot })
  }

  play(move: MoveView, path: readonly number[]): void {
    const { table, game } = this
    if (!table || !game || !this.isMyTurn) return
    this.refusal = null
    this.sent = { ply: game.ply, move }
    this.say({ kind: 'play', table: table.id, ply: game.ply, path: [...path] })
  }

  /** A square was touched on the opponent's turn. */
  plan(square: number): void {
    const { game } = this
    if (game && this.isPlanning) this.note = this.premove.plan(square, game, this.you)
  }

  /** Plays the planned move, or says that it is no longer possible and asks why. */
  private playPlanned(game: GameView): void {
    const due = this.premove.due(game)
    if (!due) return
    if ('move' in due) return this.confirming.made(due.move, due.path)
    announcer.say((this.note = due.note))
    this.why(due.from, due.to)
  }

  /** Acts on the real board; resolves once the host has shown the result. */
  act(what: ActionKind, ...places: PlaceView[]): Promise<void> {
    const { table, board } = this
    if (!table || !board || this.state !== 'in' || this.acted) return Promise.resolve()
    return new Promise((resolve) => {
      this.acted = resolve
      this.say({ kind: 'act', table: table.id, done: board.done, what, places })
    })
  }

  /** Name of a place of the real board. */
  placeName(place: PlaceView): string {
    return this.game ? placeName(this.game.board, place) : ''
  }

  /** Messages about the last action at the real board: its result, and why it was refused. */
  get said(): string[] {
    const { board } = this
    if (!board) return []
    const name = (place: PlaceView): string => this.placeName(place)
    const notes = board.notes.filter((note) => note.kind !== 'irregular').map((note) => noteText(note, name))
    return board.refused ? [refusalText(board.refused), ...notes] : notes
  }

  /** Huffs: removes a piece that missed a capture. */
  huff(square: number): void {
    if (this.table && this.game) this.say({ kind: 'huff', table: this.table.id, ply: this.game.ply, square })
  }

  /** Asks for the official verdict on the move that led to `ply`. */
  askRule(ply: number): void {
    if (this.table) this.say({ kind: 'askRule', table: this.table.id, ply })
  }

  why(origin: number, target: number | null): void {
    if (this.table) this.say({ kind: 'askWhy', table: this.table.id, origin, target })
  }

  /** Sends a request that needs a table. */
  ask(kind: 'offerDraw' | 'askTakeBack' | 'resign' | 'claim' | 'again' | 'takeHome' | 'closeTable'): void {
    if (this.table) this.say({ kind, table: this.table.id })
  }

  answer(kind: 'answerDraw' | 'answerTakeBack', accept: boolean): void {
    if (this.table) this.say({ kind, table: this.table.id, accept })
  }

  /** Returns from the table to the lobby. */
  toLobby(): void {
    if (!this.table) return
    this.table = null
    this.scene = null
    this.face.take(null)
    this.say({ kind: 'leave' })
  }

  look(ply: number): void {
    const { table, game } = this
    if (!table || !game) return
    const wanted = Math.max(0, Math.min(ply, game.ply))
    if (wanted === (this.looking ?? game.ply)) return
    this.refusal = null
    this.rule = null
    this.premove.clear()
    this.confirming.drop()
    if (wanted === game.ply) {
      this.looking = null
      this.scene = still(game.position, game.moves.at(-1) ?? null)
      return
    }
    this.looking = wanted
    this.say({ kind: 'lookAt', table: table.id, ply: wanted })
  }

  // --- messages of the host

  private introduce(): void {
    if (this.token) this.connection?.say({ kind: 'resume', key: this.key, token: this.token })
    else this.connection?.say({ kind: 'enter', key: this.key, name: this.name })
  }

  private hear(message: HostMessage): void {
    switch (message.kind) {
      case 'entered': {
        const { club, id, name, token, host } = message
        this.club = club
        if (this.me?.id === id && this.name !== name) {
          // Renamed by the host.
          this.kept.write({ key: this.key, name: this.name, token: null })
        }
        this.me = { id, name, host }
        this.name = name
        this.token = token
        this.state = 'in'
        this.sent = null
        this.kept.write({ key: this.key, name, token })
        return
      }
      case 'lobby':
        this.turnTo(null)
        this.lobby = message.lobby
        return
      case 'boards':
        this.turnTo('boards')
        this.boards = message.boards
        return
      case 'tournament':
        this.turnTo('tournament')
        this.tournament = message.tournament
        return
      case 'shot':
        return this.showShot(message.shot)
      case 'table':
        return this.show(message.table)
      case 'position':
        if (message.table === this.table?.id && message.ply === this.looking) this.stage(message.position, message.ply)
        return
      case 'why':
        if (message.table !== this.table?.id || !message.refusal) return
        this.refusal = message.refusal
        return
      case 'rule':
        if (message.table === this.table?.id) this.rule = message.rule
        return
      case 'home':
        return save(message.name, message.text)
      case 'refused':
        return this.hearRefusal(message.refusal)
    }
  }

  /** Leaves the table and shows another page, closing the rest. */
  private turnTo(page: 'boards' | 'tournament' | 'shot' | null): void {
    this.table = null
    this.scene = null
    this.rule = null
    this.face.take(null)
    if (page !== 'boards') this.boards = null
    if (page !== 'tournament') this.tournament = null
    if (page !== 'shot') this.shot = null
  }

  private showShot(view: SharedShotView): void {
    this.turnTo('shot')
    if (this.shot?.view.id === view.id) return this.shot.hear(view)
    this.shot = new ShotBoard(view, this.pace, (path, found) => this.say({ kind: 'tryShot', shot: view.id, found, path: [...path] }))
    announcer.say(m.shot_came())
  }

  private hearRefusal(refusal: Refusal): void {
    if (refusal === 'unknownToken') {
      // Away too long: the name is still known, the seat is not.
      this.forget()
      this.connection?.end()
      this.state = 'out'
    } else if (LAST.includes(refusal)) {
      if (refusal === 'removed') this.forget()
      this.connection?.end()
      this.state = 'over'
    } else if (this.me === null) {
      this.connection?.end()
      this.state = 'out'
    }
    this.refused = refusal
    announcer.say(refusedText(refusal))
    this.settle()
    // Takes back a move that was not played.
    if (this.sent && this.game) this.scene = still(this.game.position, this.game.moves.at(-1) ?? null)
    this.sent = null
    this.shot?.giveBack()
  }

  private forget(): void {
    this.token = null
    this.kept.write({ key: this.key, name: this.name, token: null })
    this.known = this.known.filter(({ name }) => name !== this.name)
  }

  private show(table: TableView): void {
    const before = this.table?.id === table.id ? this.table.game : null
    const { game } = table
    const isNew = before?.id !== game?.id
    this.table = table
    this.boards = null
    this.tournament = null
    this.shot = null
    this.toldAt = this.now = this.pace.now()
    if (!game) {
      this.scene = null
      this.face.take(null)
      return
    }
    this.face.take(game.outcome ? game.clock && { ...game.clock, running: null } : game.clock)
    if (table.board) return this.showBoard(table.board, game, isNew, before)
    if (isNew) {
      this.looking = null
      this.turned = false
    }
    const { sent } = this
    if (isNew || game.ply !== before?.ply || game.outcome) {
      this.refusal = null
      this.rule = null
      this.sent = null
      this.note = null
      this.confirming.drop()
    }
    if (isNew || game.outcome || (before && game.ply < before.ply)) this.premove.clear()
    const last = game.moves.at(-1) ?? null
    const huffed = before && game.ply === before.ply && game.huffed.length > before.huffed.length
    if (huffed) {
      this.scene = still(game.position, last)
      announcer.say(m.together_huffed(), this.turnWords(game))
    } else if (isNew || !before) {
      this.scene = still(game.position, last)
      if (this.you) announcer.say(m.together_begins({ side: this.you }))
    } else if (game.ply === before.ply + 1 && last) {
      const own = sent?.ply === before.ply
      if (this.looking === null) void perform((scene) => (this.scene = scene), this.pace, [last], game.position)
      if (!own) announcer.say(spokenBy(before.position.turn, last), game.outcome ? null : this.turnWords(game))
      if (this.isMyTurn) this.playPlanned(game)
    } else if (game.ply !== before.ply) {
      this.looking = null
      this.scene = still(game.position, last)
      announcer.say(m.together_taken_back())
    }
    if (game.outcome && !before?.outcome && before) this.sayEnd(game)
    this.sayQuestions(table)
  }

  /** Shows a real board after an action, or for the first time. */
  private showBoard(board: OtbGameView, game: GameView, isNew: boolean, before: GameView | null): void {
    this.looking = null
    this.scene = still(game.position, null)
    if (isNew) {
      this.turned = false
      this.hand.choose('move')
      if (this.you) announcer.say(m.together_begins({ side: this.you }))
    } else {
      announcer.say(
        ...this.said,
        ...board.pending.map(irregularityText),
        board.decides && board.decides === this.you ? m.table_yours_to_decide() : null,
      )
    }
    if (game.outcome && before && !before.outcome) this.sayEnd(game)
    this.settle()
    if (this.table) this.sayQuestions(this.table)
  }

  /** Resolves the pending action at the real board. */
  private settle(): void {
    this.hand.settle()
    const { acted } = this
    this.acted = null
    acted?.()
  }

  private sayEnd(game: GameView): void {
    if (game.outcome) announcer.say(m.spoken_end({ result: this.verdict, reason: endSentence(game.outcome) }))
  }

  private asked: 'draw' | 'takeBack' | null = null

  /** Announces a request of the opponent once. */
  private sayQuestions({ draw, takeBack, you }: TableView): void {
    const asked = you && draw === other(you) ? 'draw' : you && takeBack === other(you) ? 'takeBack' : null
    if (asked !== this.asked && asked) announcer.say(asked === 'draw' ? m.together_draw_asked() : m.together_back_asked())
    this.asked = asked
  }

  private turnWords(game: GameView): string {
    const turn = game.position.turn === this.you ? m.spoken_your_turn() : m.status_turn({ side: game.position.turn })
    return [turn, spokenMustTake(game.position)].filter(Boolean).join(' ')
  }

  /** The result in words. */
  get verdict(): string {
    const winner = this.game?.outcome?.winner
    if (!winner) return m.end_draw()
    if (!this.you) return m.end_side_wins({ side: winner })
    return winner === this.you ? m.end_you_win() : m.end_you_lose()
  }

  private stage(position: PositionView, ply: number): void {
    this.scene = still(position, this.game?.moves[ply - 1] ?? null)
  }
}

/** Saves a text as a file by a download link, which also works over plain http. */
function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/x-draughts-pdn' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
