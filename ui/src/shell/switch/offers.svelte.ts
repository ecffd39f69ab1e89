// Registry of the choices that boards offer to one switch. Knows no board.
import type { Choice } from './choices'

/** Choices of one board. Its getters are read again after every change. */
export interface Offer {
  readonly choices: readonly Choice[]
  /** Its choices are about to come. */
  readonly coming: boolean
  /** True if a tap on this element of the board means something now. */
  takes(element: HTMLElement): boolean
}

class Offers {
  private all: readonly Offer[] = $state.raw([])

  /** Registers a board; returns a function that removes it. */
  add(offer: Offer): () => void {
    this.all = [...this.all, offer]
    return () => (this.all = this.all.filter((other) => other !== offer))
  }

  /** The choices of each board that has any. */
  get boards(): readonly (readonly Choice[])[] {
    return this.all.map(({ choices }) => choices).filter((choices) => choices.length > 0)
  }

  get coming(): boolean {
    return this.all.some(({ coming }) => coming)
  }

  takes(element: HTMLElement): boolean {
    return this.all.some((offer) => offer.takes(element))
  }
}

export const offers = new Offers()
