// A game at a real board: what was done, what the hand does next, what the core makes of it. Judges nothing itself.
import { CallFailed, type Client } from '../client/client'
import type { BoardView, ActionKind, IrregularityView, PlaceView, OtbNoteView, OtbRefusalView, OtbGameView } from '../client/types'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { typeset } from '../i18n/text'

/** What a tap on the board does. */
export type Tool = 'move' | 'lift' | 'touch' | 'knock' | 'misplace'

interface Action {
  what: ActionKind
  places: PlaceView[]
}

export class OverTheBoardSession {
  board: BoardView | null = $state.raw(null)
  view: OtbGameView | null = $state.raw(null)
  tool: Tool = $state('move')
  arbiter = $state(false)
  /** The piece that is chosen, where a second place is still to come. */
  chosen: PlaceView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)

  private variant = ''
  private actions: Action[] = $state.raw([])
  /** One action after another, however fast the hand: each is done at the table that the one before it left. */
  private last = Promise.resolve()

  constructor(
    private readonly client: Client,
    private readonly language: () => string,
  ) {}

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
    this.tool = 'move'
    this.chosen = null
    await this.inTurn(() => this.show([]))
  }

  /** The newest action never happened: not a move taken back, which is an irregularity. */
  async undo(): Promise<void> {
    this.chosen = null
    await this.inTurn(() => this.show(this.actions.slice(0, -1)))
  }

  /** Takes the words again, in the language of now. */
  async translate(): Promise<void> {
    if (this.view) await this.inTurn(() => this.show(this.actions))
  }

  async decidedBy(arbiter: boolean): Promise<void> {
    this.arbiter = arbiter
    await this.inTurn(() => this.show(this.actions))
  }

  choose(tool: Tool): void {
    this.tool = tool
    this.chosen = null
  }

  do(what: ActionKind, ...places: PlaceView[]): Promise<void> {
    return this.inTurn(() => this.perform(what, ...places))
  }

  tap(place: PlaceView): Promise<void> {
    return this.inTurn(() => this.take(place))
  }

  private async perform(what: ActionKind, ...places: PlaceView[]): Promise<void> {
    this.chosen = null
    await this.show([...this.actions, { what, places }])
    announcer.say(this.refused, ...this.sentences())
    if (this.view?.toLift.length) this.tool = 'lift'
    else if (this.tool === 'lift') this.tool = 'move'
  }

  /** Does what a tap on a place means to the tool in hand. */
  private async take(place: PlaceView): Promise<void> {
    const { view, chosen } = this
    if (!view) return
    const stands = view.pieces.some((piece) => same(piece.place, place))
    const hand = view.held.at(-1)
    if (this.tool === 'move' && hand) {
      const back = same(view.held[0] ?? hand, place)
      if (!same(hand, place) && (back || !stands)) return this.perform('hold', hand, place)
      await this.perform('release')
      // Whoever reaches for another piece has let go of this one.
      return same(hand, place) || this.view?.held.length !== 0 ? undefined : this.take(place)
    }
    if (this.tool === 'lift' || this.tool === 'touch') return stands ? this.perform(this.tool, place) : undefined
    if (chosen && same(chosen, place)) this.chosen = null
    else if (stands) this.chosen = place
    else if (chosen) return this.perform(this.tool === 'move' ? 'hold' : this.tool, chosen, place)
  }

  /** What came of the newest action, in sentences; what is to be decided about is told apart. */
  get said(): string[] {
    return this.sentences((note) => note.kind !== 'irregular')
  }

  private sentences(wanted: (note: OtbNoteView) => boolean = () => true): string[] {
    const notes = this.view?.notes.filter(wanted) ?? []
    return notes.map((note) => noteText(note, (place) => this.name(place)))
  }

  /** Why the newest action could not be done. */
  get refused(): string {
    return this.view?.refused ? refusalText(this.view.refused) : ''
  }

  /** How a place is called: by its number, or a light square by file and rank. */
  name(place: PlaceView): string {
    const { board } = this
    const square = board?.squares.findIndex((one) => same(one, place)) ?? -1
    const [column, row] = place
    return board?.labels[square] ?? m.table_light({ square: `${'abcdefghijkl'[column]}${(board?.rows ?? 10) - row}` })
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

  private inTurn(work: () => Promise<void>): Promise<void> {
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

/** Whether two places are one. */
export function same(one: PlaceView, other: PlaceView): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

const editions: Record<string, () => string> = {
  'international-2004': m.edition_international_2004,
  'international-2015': m.edition_international_2015,
  'frisian-2011': m.edition_frisian_2011,
}

/** Whose rules they are, of what year. */
export function editionName(key: string): string {
  return editions[key]?.() ?? key
}

/** "White: A capture was missed (art. 5.4.6)." */
export function irregularityText({ by, text, article }: Pick<IrregularityView, 'by' | 'text' | 'article'>): string {
  return m.table_fault({ side: by, text: typeset(text), article })
}

function noteText(note: OtbNoteView, name: (place: PlaceView) => string): string {
  const square = note.place ? name(note.place) : ''
  const side = note.side ?? 'white'
  const text = typeset(note.text)
  switch (note.kind) {
    case 'played':
      return m.table_played({ move: text })
    case 'irregular':
    case 'incorrect':
      return irregularityText({ by: side, text, article: note.article ?? '' })
    case 'accepted':
      return m.table_accepted({ text })
    case 'corrected':
      return m.table_corrected({ text })
    case 'mustPlay':
      return m.table_must_play({ square })
    case 'mayLeave':
      return m.table_may_leave({ square })
    case 'mayAdjust':
      return m.table_may_adjust({ side })
    case 'asksToAdjust':
      return m.table_asks({ side })
    case 'inHand':
      return m.table_in_hand({ square })
    case 'lifted':
      return m.table_lifted({ square })
    case 'allLifted':
      return m.table_all_lifted()
    case 'crowned':
      return m.table_crowned({ square })
    case 'setUpAgain':
      return m.table_set_up()
    case 'noConsequence':
      return m.table_nothing()
  }
}

function refusalText({ why }: OtbRefusalView): string {
  switch (why) {
    case 'occupied':
      return m.table_no_occupied()
    case 'begun':
      return m.table_no_begun()
    case 'no-move':
      return m.table_no_move()
    case 'nothing-to-decide':
      return m.table_no_decide()
    case 'not-asked':
      return m.table_no_asked()
    case 'game-over':
      return m.table_no_over()
    default:
      return m.table_no_other()
  }
}
