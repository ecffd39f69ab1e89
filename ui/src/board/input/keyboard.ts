// The keyboard cursor: arrows walk over the played squares, Enter taps, Escape rewinds, letters choose a route.
import type { Geometry } from '../geometry'

export interface KeyUse {
  cursor(): number
  focus(square: number): void
  tap(square: number): void
  /** Returns true if there was something to take back. */
  rewind(): boolean
  /** Chooses the nth of the routes on offer; returns false without a choice. */
  choose(index: number): boolean
}

/** The Latin letter of a key, in lower case, on a Cyrillic keyboard that of its place; null for other keys. */
export function latinLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  const [, place] = /^Key([A-Z])$/.exec(code) ?? []
  return place !== undefined && /^\p{Script=Cyrillic}$/u.test(key) ? place.toLowerCase() : null
}

/** The square a key leads to. Works by rows and places in the row, so that arrows alone reach every played square. */
export function walk(geometry: Geometry, square: number, key: string, far: boolean): number | undefined {
  const lines = geometry.lines
  const row = lines.findIndex((line) => line.includes(square))
  const line = lines[row]
  if (!line) return undefined
  const place = line.indexOf(square)
  const at = (r: number, p: number): number | undefined => {
    const other = lines[r]
    return other?.[Math.min(p, other.length - 1)]
  }
  switch (key) {
    case 'ArrowLeft':
      return line[place - 1]
    case 'ArrowRight':
      return line[place + 1]
    case 'ArrowUp':
      return at(row - 1, place)
    case 'ArrowDown':
      return at(row + 1, place)
    case 'PageUp':
      return at(0, place)
    case 'PageDown':
      return at(lines.length - 1, place)
    case 'Home':
      return far ? lines[0]?.[0] : line[0]
    case 'End':
      return far ? lines.at(-1)?.at(-1) : line.at(-1)
    default:
      return undefined
  }
}

/** Binds the keys to the grid of squares. Returns a function that unbinds them. */
export function bindKeyboard(grid: HTMLElement, geometry: () => Geometry, use: KeyUse): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== 'Home' && event.key !== 'End')) return
    if (handle(event)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  const handle = (event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' || event.key === ' ') {
      if (!event.repeat) use.tap(use.cursor())
      return true
    }
    if (event.key === 'Escape') return use.rewind()
    const letter = latinLetter(event)
    if (letter) return use.choose(letter.charCodeAt(0) - 97)
    const next = walk(geometry(), use.cursor(), event.key, event.ctrlKey)
    if (next !== undefined) use.focus(next)
    // An arrow key at the edge still belongs to the board: the page must not scroll.
    return next !== undefined || event.key.startsWith('Arrow')
  }
  grid.addEventListener('keydown', press)
  return () => grid.removeEventListener('keydown', press)
}
