// The opening book of a position: moves from library games counted so far, and moves the computer played against itself. Knows no rules.
import { CallFailed, type Client } from '../../client/client'
import type { BookView, LibraryBookView, LibraryFilter, PositionView } from '../../client/types'

export class BookSession {
  /** Filter of games; empty: all of them. */
  filter: LibraryFilter = $state.raw({})
  view: LibraryBookView | null = $state.raw(null)
  /** The computer's own book; `null` until loaded. */
  own: BookView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  private position: Pick<PositionView, 'variant' | 'fen'> | null = null
  /** Number of the current request: older results are ignored. */
  private turn = 0

  constructor(private readonly client: Client) {}

  /** Looks up a position and counts in steps until done or another is requested. */
  async look(position: Pick<PositionView, 'variant' | 'fen'>): Promise<void> {
    const turn = ++this.turn
    const { variant, fen } = position
    this.position = position
    this.view = this.own = this.failure = null
    const { client, filter } = this
    client.call('bookMoves', { variant, fen }).then(
      (own) => turn === this.turn && (this.own = own),
      // Without it only the library's moves are shown.
      () => undefined,
    )
    try {
      let view = await client.call('libraryBook', { variant, fen, filter })
      while (turn === this.turn) {
        this.view = view
        if (view.done) break
        view = await client.call('libraryBookMore', { book: view.book })
      }
    } catch (thrown) {
      if (turn === this.turn) this.failure = CallFailed.from(thrown)
    }
  }

  /** Sets the filter of games; empty fields are dropped. */
  filterBy(filter: LibraryFilter): void {
    const given = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined && value !== '')
    this.filter = Object.fromEntries(given)
    if (this.position) void this.look(this.position)
  }

  /** Stops counting when the panel is closed. */
  stop(): void {
    this.turn++
  }
}
