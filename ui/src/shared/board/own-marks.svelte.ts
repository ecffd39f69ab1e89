// Arrows and rings of one's own, kept with the position on which they were drawn. Knows positions by their FEN, draws nothing.
import type { OwnMark } from '../../board/board'

class OwnMarks {
  private drawn: Readonly<Record<string, readonly OwnMark[]>> = $state.raw({})

  /** What was drawn on a position. */
  of(fen: string): readonly OwnMark[] {
    return this.drawn[fen] ?? []
  }

  /** Draws; the same once more takes it away, in another tone changes it. */
  draw(fen: string, mark: OwnMark): void {
    this.drawn = { ...this.drawn, [fen]: withMark(this.of(fen), mark) }
  }
}

/** What is drawn after one more stroke. */
export function withMark(before: readonly OwnMark[], mark: OwnMark): OwnMark[] {
  const same = before.find(({ origin, target }) => origin === mark.origin && target === mark.target)
  const others = before.filter((one) => one !== same)
  return same?.tone === mark.tone ? others : [...others, mark]
}

export const ownMarks = new OwnMarks()
