// Playing without sight: shows the men for a moment on request, and counts this per game. Draws nothing.
import { settings } from '../shell/settings.svelte'

/** Settings key of the counts. */
const KEY = 'reveals'
/** Time the men stay visible unless a move is made before, in milliseconds. */
const SHOWN = 5000
/** Number of newest games whose counts are kept. */
const GAMES = 40

type Counts = [game: number, times: number][]

function kept(): Counts {
  try {
    const counts = JSON.parse(settings.text(KEY) ?? '[]') as unknown
    return Array.isArray(counts) ? (counts as Counts).filter((pair) => Array.isArray(pair) && pair.every(Number.isInteger)) : []
  } catch {
    return []
  }
}

export class Reveals {
  /** The game whose men are visible now; `null` = none. */
  game: number | null = $state(null)
  private counts: Counts = $state.raw(kept())
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Number of times the men of a game were shown. */
  of(game: number): number {
    return this.counts.find(([id]) => id === game)?.[1] ?? 0
  }

  count(game: number): void {
    this.counts = [[game, this.of(game) + 1], ...this.counts.filter(([id]) => id !== game)].slice(0, GAMES) as Counts
    settings.keep(KEY, JSON.stringify(this.counts))
  }

  show(game: number): void {
    this.count(game)
    this.game = game
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.hide(), SHOWN)
  }

  hide(): void {
    clearTimeout(this.timer)
    this.game = null
  }
}
