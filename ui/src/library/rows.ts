// Which rows of a very long list are seen, and where its scroll bar stands. Numbers only: knows no element and no game.

/** No browser lays out an element much taller than this, in pixels: beyond it the scroll bar stands for more than it measures. */
export const TALLEST = 8_000_000

export interface Measure {
  /** Rows in all. */
  readonly count: number
  /** Height of a row and of the window they are seen through, in pixels. */
  readonly row: number
  readonly window: number
}

/** Height of what scrolls. */
export function drawnHeight({ count, row }: Measure): number {
  return Math.min(count * row, TALLEST)
}

/** How far the list can be scrolled: the last row at the foot of the window. */
export function farthest({ count, row, window }: Measure): number {
  return Math.max(0, count * row - window)
}

/** Where the bar stands when the list is scrolled by so many pixels of its own. */
export function barOf(measure: Measure, top: number): number {
  const [far, room] = [farthest(measure), drawnHeight(measure) - measure.window]
  return far === 0 ? 0 : (top / far) * Math.max(0, room)
}

/**
 * How far the list is scrolled once the bar has moved. A small movement (wheel, finger, key) moves the rows by as many
 * pixels; a great one (the bar drawn by hand) goes to that share of the list.
 */
export function scrolled(measure: Measure, top: number, before: number, bar: number): number {
  const far = farthest(measure)
  const room = Math.max(1, drawnHeight(measure) - measure.window)
  if (far <= room) return Math.min(far, Math.max(0, bar))
  if (bar <= 0) return 0
  if (bar >= room - 1) return far
  const moved = bar - before
  const next = Math.abs(moved) < 3 * measure.window ? top + moved : (bar / room) * far
  return Math.min(far, Math.max(0, next))
}

/** The rows to draw, first and last, with some beyond either edge. */
export function seen({ count, row, window }: Measure, top: number, beyond = 6): [first: number, last: number] {
  const first = Math.max(0, Math.floor(top / row) - beyond)
  const last = Math.min(count - 1, Math.ceil((top + window) / row) + beyond)
  return [first, last]
}
