// Geometry of a virtual list: visible rows and position of the scroll bar. Numbers only.

/** Browsers limit the height of an element to about this many pixels; a longer list is scaled. */
export const TALLEST = 8_000_000

export interface Measure {
  readonly count: number
  /** Height of a row and of the viewport, in pixels. */
  readonly row: number
  readonly window: number
}

/** Height of the scrolled element. */
export function drawnHeight({ count, row }: Measure): number {
  return Math.min(count * row, TALLEST)
}

/** Largest scroll offset: the last row at the bottom of the viewport. */
export function farthest({ count, row, window }: Measure): number {
  return Math.max(0, count * row - window)
}

/** Position of the scroll bar for a scroll offset of the list. */
export function barOf(measure: Measure, top: number): number {
  const [far, room] = [farthest(measure), drawnHeight(measure) - measure.window]
  return far === 0 ? 0 : (top / far) * Math.max(0, room)
}

/**
 * Scroll offset after the scroll bar has moved. A small movement (wheel, finger, key) scrolls by the same pixels; a large one (dragging the
 * bar) jumps to that share of the list.
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

/** The first and last rows to draw, with some beyond either edge. */
export function seen({ count, row, window }: Measure, top: number, beyond = 6): [first: number, last: number] {
  const first = Math.max(0, Math.floor(top / row) - beyond)
  const last = Math.min(count - 1, Math.ceil((top + window) / row) + beyond)
  return [first, last]
}
