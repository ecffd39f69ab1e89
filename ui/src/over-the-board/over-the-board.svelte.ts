// A game at a real board: the actions done, the hand, and the core's rulings. The core judges.
import { CallFailed, type Client } from '../client/client'
import type { BoardView, ActionKind, PlaceView, OtbNoteView, OtbGameView } from '../client/types'
import { Hand } from '../shared/real-board/hand.svelte'
import { noteText, placeName, refusalText } from '../shared/real-board/words'
import { announcer } from '../shell/announcer.svelte'

interface Action {
  what: ActionKind
  places: PlaceView[]
}

export class OverTheBoardSession {
  board: BoardView | null = $state.raw(null)
  view: OtbGameView | null = $state.raw(null)
  arbiter = $state(false)
  readonly hand: Hand
  failure: CallFailed | null = $state.raw(null)

  private variant = ''
  private actions: Action[] = $state.raw([])
  /** Serialises the actions: each applies to the board left by the previous one. */
  private last = Promise.resolve()

  constructor(
    private readonly client: Client,
    private readonly language: () => string,
  ) {
    this.hand = new Hand(
      () => this.view,
      (what, ...places) => this.perform(what, ...places),
    )
  }

  get canUndo(): boolean {
    return this.actions.length > 0
  }

  /** Sets up the start of a game. */
  async open(variant: string): Promise<void> {
    this.variant = variant
    await this.attempt(async () => {
      this.board = (await this.client.call('line', { variant, moves: [] })).board
    })
    await this.again()
  }

  async again(): Promise<void> {
    this.hand.choose('move')
    await this.serialise(() => this.show([]))
  }

  /** Removes the last action from the history. This is not taking back a move, which is an irregularity. */
  async undo(): Promise<void> {
    this.hand.chosen = null
    await this.serialise(() => this.show(this.actions.slice(0, -1)))
  }

  /** Reloads the texts in the current language. */
  async translate(): Promise<void> {
    if (this.view) await this.serialise(() => this.show(this.actions))
  }

  async decidedBy(arbiter: boolean): Promise<void> {
    this.arbiter = arbiter
    await this.serialise(() => this.show(this.actions))
  }

  do(what: ActionKind, ...places: PlaceView[]): Promise<void> {
    return this.serialise(() => this.perform(what, ...places))
  }

  tap(place: PlaceView): Promise<void> {
    return this.serialise(() => this.hand.tap(place))
  }

  private async perform(what: ActionKind, ...places: PlaceView[]): Promise<void> {
    this.hand.chosen = null
    await this.show([...this.actions, { what, places }])
    announcer.say(this.refused, ...this.sentences())
    this.hand.settle()
  }

  /** Result of the last action in sentences; pending decisions are shown separately. */
  get said(): string[] {
    return this.sentences((note) => note.kind !== 'irregular')
  }

  private sentences(wanted: (note: OtbNoteView) => boolean = () => true): string[] {
    const notes = this.view?.notes.filter(wanted) ?? []
    return notes.map((note) => noteText(note, (place) => this.name(place)))
  }

  /** Why the last action was refused. */
  get refused(): string {
    return this.view?.refused ? refusalText(this.view.refused) : ''
  }

  /** Name of a place. */
  name(place: PlaceView): string {
    return this.board ? placeName(this.board, place) : ''
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
