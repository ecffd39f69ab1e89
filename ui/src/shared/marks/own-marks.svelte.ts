// The reader's arrows and rings, stored by position (FEN). Draws nothing.
import type { OwnMark, Stroke } from '../../board/board'

class OwnMarks {
  private drawn: Readonly<Record<string, readonly OwnMark[]>> = $state.raw({})

  of(fen: string): readonly OwnMark[] {
    return this.drawn[fen] ?? []
  }

  draw(fen: string, stroke: Stroke): void {
    this.drawn = { ...this.drawn, [fen]: withStroke(this.of(fen), stroke) }
  }
}

/**
 * The drawings after one more stroke. Repeating a stroke removes it, another tone changes it. Without modifier keys (touch) it cycles
 * through the four tones before it is removed.
 */
export function withStroke(before: readonly OwnMark[], { origin, target, tone }: Stroke): OwnMark[] {
  const same = before.find((mark) => mark.origin === origin && mark.target === target)
  const others = before.filter((mark) => mark !== same)
  const next = tone === 'next' ? (same?.tone ?? 0) + 1 : tone
  const isGone = tone === 'next' ? next > 4 : same?.tone === tone
  return isGone ? others : [...others, { origin, target, tone: next as OwnMark['tone'] }]
}

export const ownMarks = new OwnMarks()
