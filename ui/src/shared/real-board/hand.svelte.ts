// The hand at a real board: what it does next, which piece it reaches for, what a tap means to it. Judges nothing.
import type { ActionKind, OtbGameView, PlaceView } from '../../client/types'
import { same } from './words'

/** What a tap on the board does. */
export type Tool = 'move' | 'lift' | 'touch' | 'knock' | 'misplace'

export class Hand {
  tool: Tool = $state('move')
  /** The piece that is chosen, where a second place is still to come. */
  chosen: PlaceView | null = $state.raw(null)

  /** `view`: what stands on the board now; `act` does something there, and is over once the board shows it. */
  constructor(
    private readonly view: () => OtbGameView | null,
    private readonly act: (what: ActionKind, ...places: PlaceView[]) => Promise<void>,
  ) {}

  choose(tool: Tool): void {
    this.tool = tool
    this.chosen = null
  }

  /** Something was done: whoever has pieces to lift, lifts. */
  settle(): void {
    this.chosen = null
    if (this.view()?.toLift.length) this.tool = 'lift'
    else if (this.tool === 'lift') this.tool = 'move'
  }

  /** Does what a tap on a place means to the tool in hand. */
  async tap(place: PlaceView): Promise<void> {
    const view = this.view()
    const { chosen } = this
    if (!view) return
    const stands = view.pieces.some((piece) => same(piece.place, place))
    const hand = view.held.at(-1)
    if (this.tool === 'move' && hand) {
      const back = same(view.held[0] ?? hand, place)
      if (!same(hand, place) && (back || !stands)) return this.act('hold', hand, place)
      await this.act('release')
      // Whoever reaches for another piece has let go of this one.
      return same(hand, place) || this.view()?.held.length !== 0 ? undefined : this.tap(place)
    }
    if (this.tool === 'lift' || this.tool === 'touch') return stands ? this.act(this.tool, place) : undefined
    if (chosen && same(chosen, place)) this.chosen = null
    else if (stands) this.chosen = place
    else if (chosen) return this.act(this.tool === 'move' ? 'hold' : this.tool, chosen, place)
  }
}
