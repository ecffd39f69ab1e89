// The opening book of a position: what the library's games played, as far as it is counted, and what the computer played against itself.
// Knows no rule.
import { CallFailed, type Client } from '../../client/client'
import type { BookView, LibraryBookView, LibraryFilter, PositionView } from '../../client/types'

export class BookSession {
  /** Which games are asked; empty: all of them. */
  filter: LibraryFilter = $state.raw({})
  view: LibraryBookView | null = $state.raw(null)
  /** The computer's own book; null until it is here. */
  own: BookView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** What is looked at. */
  private position: Pick<PositionView, 'variant' | 'fen'> | null = null
  /** Counts questions: what an older one brings is void. */
  private turn = 0

  constructor(private readonly client: Client) {}

  /** Looks a position up, and counts on until all is counted or another is asked for. */
  async look(position: Pick<PositionView, 'variant' | 'fen'>): Promise<void> {
    const turn = ++this.turn
    const { variant, fen } = position
    this.position = position
    this.view = this.own = this.failure = null
    const { client, filter } = this
    client.call('bookMoves', { variant, fen }).then(
      (own) => turn === this.turn && (this.own = own),
      // Without it the library's games are shown alone.
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

  /** Asks other games from now on; what is empty asks for nothing. */
  filterBy(filter: LibraryFilter): void {
    const given = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined && value !== '')
    this.filter = Object.fromEntries(given)
    if (this.position) void this.look(this.position)
  }

  /** Nobody looks any more. */
  stop(): void {
    this.turn++
  }
}
