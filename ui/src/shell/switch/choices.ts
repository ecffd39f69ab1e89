// The choices of one switch, and their order in groups. Draws nothing.

/** Something that one press does, or a group of such things. */
export interface Choice {
  /** Identity: a choice keeps its key when its list is made again. */
  readonly key: unknown
  /** The name that is shown and announced. */
  readonly name: string
  /** Its place in the window, for the frame; `null` if it has none. */
  place(): DOMRect | null
  /** Draws and focuses it while it is framed; returns a function that ends this. */
  show?(): (() => void) | undefined
  /** The deed of a press. */
  act?(): void
  /** The choices of a group, read when it is opened. */
  inside?(): readonly Choice[]
  /** Its element has left the page or is disabled. */
  gone?(): boolean
  /** Forced: it happens without a press after one step. */
  readonly itself?: boolean
  /** After the deed the frame returns to the start of the group around this one, as in typing. */
  readonly leaves?: boolean
}

/** Most choices of a list that is scanned one by one. */
export const MOST = 6

/** A group of choices, framed by all of them together. A single choice stays as it is. */
export function group(key: unknown, name: string, choices: readonly Choice[]): Choice[] {
  const [only, another] = choices
  if (only && !another) return [only]
  return only ? [groupOf(key, name, () => choices)] : []
}

/** A group whose choices are looked for when it is framed or opened. */
export function groupOf(key: unknown, name: string, find: () => readonly Choice[]): Choice {
  const there = (): Choice[] => find().filter((choice) => !choice.gone?.())
  return { key, name, place: () => around(there().map((choice) => choice.place())), inside: there }
}

const TO = ' – '

/** The name of a group without one of its own: from its first choice to its last. */
export function span(first: string, last: string): string {
  return `${first.split(TO)[0]}${TO}${last.split(TO).at(-1)}`
}

/** Splits a long list into groups of at most `MOST`, in order, each named by its first and last choices. */
export function inRows(choices: readonly Choice[]): readonly Choice[] {
  if (choices.length <= MOST) return choices
  const rows = Math.ceil(choices.length / MOST)
  const length = Math.ceil(choices.length / rows)
  const grouped = Array.from({ length: rows }, (_, row) => choices.slice(row * length, (row + 1) * length)).flatMap((some) =>
    group(some[0]?.key, span(some[0]?.name ?? '', some.at(-1)?.name ?? ''), some),
  )
  return inRows(grouped)
}

/** The smallest rectangle around others. */
export function around(places: readonly (DOMRect | null)[]): DOMRect | null {
  const known = places.filter((place) => place !== null)
  if (known.length === 0) return null
  const [left, top] = [Math.min(...known.map((place) => place.left)), Math.min(...known.map((place) => place.top))]
  const [right, bottom] = [Math.max(...known.map((place) => place.right)), Math.max(...known.map((place) => place.bottom))]
  return new DOMRect(left, top, right - left, bottom - top)
}
