// The hand at a real board: the current tool, the chosen piece, the meaning of a tap. The core judges.
import type { ActionKind, OtbGameView, PlaceView } from '../../client/types'
import { same } from './words'

/** Effect of a tap on the board. */
export type Tool = 'move' | 'lift' | 'touch' | 'knock' | 'misplace'

export class Hand {
  tool: Tool = $state('move')
  /** The chosen piece, while a second place is awaited. */
  chosen: PlaceView | null = $state.raw(null)

  /** `view` returns the current board. `act` performs an action and resolves once the board shows it. */
  constructor(
    private readonly view: () => OtbGameView | null,
    private readonly act: (what: ActionKind, ...places: PlaceView[]) => Promise<void>,
  ) {}

  choose(tool: Tool): void {
    this.tool = tool
    this.chosen = null
  }

  /** After an action: selects lifting while captured pieces remain to be lifted. */
  settle(): void {
    this.chosen = null
    if (this.view()?.toLift.length) this.tool = 'lift'
    else if (this.tool === 'lift') this.tool = 'move'
  }

  /** Applies the current tool to a place. */
  async tap(place: PlaceView): Promise<void> {
    const view = this.view()
    const { chosen } = this
    if (!view) return
    const stands = view.pieces.some((piece) => same(piece.place, place))
    const hand = view.held.at(-1)
    if (this.tool === 'move' && hand) {
      const back = same(view.held[0] ?? hand, place)
      if (!same(hand, place) && (back || !stands)) return this.carry(hand, place)
      await this.act('release')
      // Tapping another piece releases the held one.
      return same(hand, place) || this.view()?.held.length !== 0 ? undefined : this.tap(place)
    }
    if (this.tool === 'lift' || this.tool === 'touch') return stands ? this.act(this.tool, place) : undefined
    if (chosen && same(chosen, place)) this.chosen = null
    else if (stands) this.chosen = place
    else if (chosen) return this.tool === 'move' ? this.carry(chosen, place) : this.act(this.tool, chosen, place)
  }

  /** Carries a piece, and lets it go where a legal move ends and nothing is left to decide. */
  private async carry(from: PlaceView, to: PlaceView): Promise<void> {
    await this.act('hold', from, to)
    if (this.view()?.heldWhole) await this.act('release')
  }
}
