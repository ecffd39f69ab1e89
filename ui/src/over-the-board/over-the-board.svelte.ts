// A game at a real board: the actions done, the hand, the core's rulings, the clock. It is filed in the library after every action and
// goes on after a break. The core judges.
import { CallFailed, type Client } from '../client/client'
import type {
  ActionKind,
  BoardView,
  OtbComment,
  OtbGameView,
  OtbJournal,
  OtbNoteView,
  PlaceView,
  SideView,
  TimeControlView,
} from '../client/types'
import { Hand } from '../shared/real-board/hand.svelte'
import { noteText, placeName, refusalText } from '../shared/real-board/words'
import { announcer } from '../shell/announcer.svelte'
import { TableClock } from './table-clock.svelte'

interface Action {
  what: ActionKind
  places: PlaceView[]
}

/** Results of an action that are worth a comment on the game. */
const REMARKABLE: readonly OtbNoteView['kind'][] = ['irregular', 'incorrect', 'accepted', 'corrected']

export class OverTheBoardSession {
  board: BoardView | null = $state.raw(null)
  view: OtbGameView | null = $state.raw(null)
  arbiter = $state(false)
  /** Names of the players; empty if unknown. */
  names: Record<SideView, string> = $state({ white: '', black: '' })
  /** The game in the library, from the first action on. */
  filed: number | null = $state(null)
  readonly hand: Hand
  readonly clock: TableClock
  failure: CallFailed | null = $state.raw(null)

  private variant = ''
  private actions: Action[] = $state.raw([])
  private comments: readonly OtbComment[] = []
  /** Serialises the actions: each applies to the board left by the previous one. */
  private last = Promise.resolve()

  constructor(
    private readonly client: Client,
    private readonly language: () => string,
    onshort: () => void = () => {},
  ) {
    this.hand = new Hand(
      () => this.view,
      (what, ...places) => this.perform(what, ...places),
    )
    this.clock = new TableClock(client, () => {}, onshort)
  }

  get canUndo(): boolean {
    return this.actions.length > 0
  }

  get hasClock(): boolean {
    return this.clock.view !== null
  }

  /** Shows the unfinished game, or the start of a new one. */
  async open(variant: string): Promise<void> {
    this.variant = variant
    await this.attempt(async () => {
      this.board = (await this.client.call('line', { variant, moves: [] })).board
      const kept = await this.client.call('unfinishedOtbGame', { variant })
      if (variant !== this.variant) return
      if (kept) await this.resume(kept.id, kept.journal)
      else await this.begin()
    })
  }

  private async resume(id: number, journal: OtbJournal): Promise<void> {
    this.filed = id
    this.arbiter = journal.arbiter
    this.names = { white: journal.white, black: journal.black }
    this.comments = journal.comments
    if (journal.clock) await this.clock.resume(journal.clock)
    await this.show(journal.actions)
  }

  /** Sets up a new game; a game that was filed stays in the library. */
  async again(): Promise<void> {
    await this.serialise(async () => {
      await this.client.call('leaveOtbGame', { variant: this.variant })
      await this.begin()
    })
  }

  private async begin(): Promise<void> {
    this.hand.choose('move')
    this.filed = null
    this.comments = []
    this.clock.forget()
    await this.show([])
  }

  /** Removes the last action from the history. This is not taking back a move, which is an irregularity. */
  async undo(): Promise<void> {
    this.hand.chosen = null
    await this.serialise(async () => {
      await this.show(this.actions.slice(0, -1))
      this.comments = this.comments.filter(({ done }) => done <= this.actions.length)
      await this.keep()
    })
  }

  /** Reloads the texts in the current language. */
  async translate(): Promise<void> {
    if (this.view) await this.serialise(() => this.show(this.actions))
  }

  async decidedBy(arbiter: boolean): Promise<void> {
    this.arbiter = arbiter
    await this.serialise(async () => {
      await this.show(this.actions)
      await this.keep()
    })
  }

  /** Names a player. */
  async name(side: SideView, name: string): Promise<void> {
    this.names[side] = name.trim()
    await this.serialise(() => this.keep())
  }

  /** Sets the clocks; the first move starts the other side's. */
  async setClock(white: TimeControlView, black: TimeControlView): Promise<void> {
    await this.clock.set(white, black)
    await this.serialise(() => this.keep())
  }

  /** Stops the clock, or starts it again. */
  async halt(halts: boolean): Promise<void> {
    await this.clock.does({ action: halts ? 'pause' : 'go' })
    await this.serialise(() => this.keep())
  }

  do(what: ActionKind, ...places: PlaceView[]): Promise<void> {
    return this.serialise(() => this.perform(what, ...places))
  }

  tap(place: PlaceView): Promise<void> {
    return this.serialise(() => this.hand.tap(place))
  }

  private async perform(what: ActionKind, ...places: PlaceView[]): Promise<void> {
    this.hand.chosen = null
    const [before, turn] = [this.actions.length, this.view?.turn]
    await this.show([...this.actions, { what, places }])
    announcer.say(this.refused, ...this.sentences())
    this.hand.settle()
    if (this.actions.length === before) return
    this.remark()
    if (turn && this.view && this.view.turn !== turn && this.hasClock) await this.clock.press(turn)
    await this.keep()
  }

  /** Notes what is worth a comment on the last move. */
  private remark(): void {
    const [done, ply] = [this.actions.length, this.view?.moves.length ?? 0]
    const said = this.sentences(({ kind }) => REMARKABLE.includes(kind))
    if (said.length > 0) this.comments = [...this.comments, { done, ply, text: said.join(' ') }]
  }

  /** Files the game, once something has happened. */
  private async keep(): Promise<void> {
    if (this.actions.length === 0 && this.filed === null) return
    const { variant, arbiter, actions, comments, names } = this
    const clock = this.clock.view?.kept ?? null
    const journal = { variant, arbiter, actions, comments: [...comments], ...names, clock }
    await this.attempt(async () => {
      const { id } = await this.client.call('keepOtbGame', { journal, ...(this.filed === null ? {} : { id: this.filed }) })
      if (variant === this.variant) this.filed = id
    })
  }

  /** Result of the last action in sentences; pending decisions are shown separately. */
  get said(): string[] {
    return this.sentences((note) => note.kind !== 'irregular')
  }

  private sentences(wanted: (note: OtbNoteView) => boolean = () => true): string[] {
    const notes = this.view?.notes.filter(wanted) ?? []
    return notes.map((note) => noteText(note, (place) => this.nameOf(place)))
  }

  /** Why the last action was refused. */
  get refused(): string {
    return this.view?.refused ? refusalText(this.view.refused) : ''
  }

  /** Name of a place. */
  nameOf(place: PlaceView): string {
    return this.board ? placeName(this.board, place) : ''
  }

  leave(): void {
    this.clock.leave()
  }

  private async show(actions: Action[]): Promise<void> {
    await this.attempt(async () => {
      const { variant, arbiter } = this
      const view = await this.client.call('otbGame', { variant, arbiter, actions, language: this.language() })
      if (variant !== this.variant) return
      this.actions = actions.slice(0, view.done)
      this.view = view
    })
  }

  private serialise(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work, work)
    return this.last
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
