// The clocks as shown between two answers of the core. Counts down and warns; the core decides about flags.
import { m } from '../i18n/messages'
import type { ClockView, SideView } from '../client/types'
import { keepAwake } from '../client/wake-lock'

/** Threshold of short time, in milliseconds. */
export const SHORT = 30_000
/** Interval of updates, in milliseconds. */
const TICK = 100

export class ClockFace {
  private view: ClockView | null = $state.raw(null)
  private at = 0
  private now = $state(0)
  private timer: ReturnType<typeof setInterval> | undefined
  private warned: Record<SideView, boolean> = { white: false, black: false }

  /** `time` is the wall clock: it continues while a page sleeps. */
  constructor(
    private readonly onfallen: () => void,
    private readonly onshort: (side: SideView) => void,
    private readonly time: () => number = Date.now,
  ) {}

  /** Takes the clock state from an answer of the core. The screen stays awake while a clock runs. */
  take(view: ClockView | null): void {
    this.view = view
    this.at = this.now = this.time()
    clearInterval(this.timer)
    keepAwake(this, Boolean(view?.running))
    if (!view?.running) return
    this.timer = setInterval(() => this.look(), TICK)
  }

  /** Stops the updates when the page is left, and lets the screen sleep. */
  leave(): void {
    clearInterval(this.timer)
    keepAwake(this, false)
  }

  get isThere(): boolean {
    return this.view !== null
  }

  get running(): SideView | null {
    return this.view?.running ?? null
  }

  get paused(): boolean {
    return this.view?.paused ?? false
  }

  /** Milliseconds left to a side. */
  left(side: SideView): number {
    if (!this.view) return 0
    const used = this.view.running === side ? this.now - this.at : 0
    return Math.max(0, this.view[side].left - used)
  }

  /** Number of moves before the next period. */
  movesToGo(side: SideView): number | null {
    return this.view?.[side].movesToGo ?? null
  }

  isShort(side: SideView): boolean {
    return this.view !== null && this.left(side) < SHORT
  }

  /** A side's time for display and speech; `undefined` without a clock. */
  shown(side: SideView) {
    if (!this.isThere) return undefined
    const text = clockText(this.left(side))
    return {
      text,
      words: m.clock_words({ side, text }),
      short: this.isShort(side),
      running: this.running === side,
      movesToGo: this.movesToGo(side),
    }
  }

  private look(): void {
    this.now = this.time()
    const side = this.running
    if (!side) return
    if (!this.isShort(side)) this.warned[side] = false
    else if (!this.warned[side]) {
      this.warned[side] = true
      this.onshort(side)
    }
    if (this.left(side) <= 0) {
      clearInterval(this.timer)
      this.onfallen()
    }
  }
}

/** "1:05:00", "4:59", and "0:09.4" with tenths in the last 20 seconds. */
export function clockText(millis: number): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  if (millis < 20_000) return `0:${two(Math.floor(millis / 1000))}.${Math.floor((millis % 1000) / 100)}`
  // A second in progress still counts.
  const seconds = Math.ceil(millis / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
