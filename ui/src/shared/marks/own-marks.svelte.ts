// Arrows and rings of one's own, kept with the position on which they were drawn. Knows positions by their FEN, draws nothing.
import type { OwnMark, Stroke } from '../../board/board'

class OwnMarks {
  private drawn: Readonly<Record<string, readonly OwnMark[]>> = $state.raw({})

  /** What was drawn on a position. */
  of(fen: string): readonly OwnMark[] {
    return this.drawn[fen] ?? []
  }

  draw(fen: string, stroke: Stroke): void {
    this.drawn = { ...this.drawn, [fen]: withStroke(this.of(fen), stroke) }
  }
}

/**
 * What is drawn after one more stroke. The same once more takes it away, in another tone changes it; a finger, which has no keys, goes
 * through the four tones before it is gone.
 */
export function withStroke(before: readonly OwnMark[], { origin, target, tone }: Stroke): OwnMark[] {
  const same = before.find((mark) => mark.origin === origin && mark.target === target)
  const others = before.filter((mark) => mark !== same)
  const next = tone === 'next' ? (same?.tone ?? 0) + 1 : tone
  const isGone = tone === 'next' ? next > 4 : same?.tone === tone
  return isGone ? others : [...others, { origin, target, tone: next as OwnMark['tone'] }]
}

export const ownMarks = new OwnMarks()
