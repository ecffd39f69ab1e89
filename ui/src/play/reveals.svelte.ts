// Playing without sight: on wish the men are shown for a moment, and how often is counted, game by game. Draws nothing.
import { settings } from '../shell/settings.svelte'

/** The key under which the counts are kept: they outlive the page. */
const KEY = 'reveals'
/** So long the men are seen, unless a move is made before; milliseconds. */
const SHOWN = 5000
/** The newest games whose counts are kept. */
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
  /** The game whose men are seen now; null = of none. */
  game: number | null = $state(null)
  private counts: Counts = $state.raw(kept())
  private timer: ReturnType<typeof setTimeout> | undefined

  /** How often the men of a game were shown. */
  of(game: number): number {
    return this.counts.find(([id]) => id === game)?.[1] ?? 0
  }

  /** They were seen once more. */
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
