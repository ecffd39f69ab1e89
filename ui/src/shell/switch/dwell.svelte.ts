// A pointer that rests presses what lies under it: a control, or a square of a board that means something now.
import { controlUnder } from './controls'
import type { ScanClock } from './clock'
import { offers } from './offers.svelte'

/** A gaze trembles: leaving a target for less than this does not count, in milliseconds. */
const TREMBLE = 150

export class Dwell {
  /** The pointer rests on it. */
  target: HTMLElement | null = $state.raw(null)
  /** Pressed already: the pointer has to leave it first. */
  private spent: HTMLElement | null = null
  private leaving: (() => void) | undefined
  /** Last target under the pointer. */
  private under: HTMLElement | null = null
  private pressing: (() => void) | undefined

  constructor(
    private readonly clock: ScanClock,
    private readonly time: () => number,
  ) {}

  /** The place of the target while the pointer rests on it. */
  place(): DOMRect | null {
    const { target } = this
    return target ? (target.closest('label') ?? target).getBoundingClientRect() : null
  }

  /** Follows the pointer until the returned function is called; `moved` after each change of the target. */
  hear(moved: () => void): () => void {
    const onmove = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return
      this.under = targetAt(event)
      if (this.spent && this.spent !== this.under) this.spent = null
      if (this.under === this.target) return this.stay()
      this.leaving ??= this.clock.after(this.target ? TREMBLE : 0, () => {
        this.leaving = undefined
        this.rest(this.under === this.spent ? null : this.under, event, moved)
      })
    }
    addEventListener('pointermove', onmove, { capture: true, passive: true })
    return () => {
      removeEventListener('pointermove', onmove, { capture: true })
      this.stop()
      moved()
    }
  }

  stop(): void {
    this.stay()
    this.pressing?.()
    this.target = this.spent = null
  }

  private stay(): void {
    this.leaving?.()
    this.leaving = undefined
  }

  private rest(target: HTMLElement | null, { clientX }: PointerEvent, moved: () => void): void {
    this.pressing?.()
    this.target = target
    moved()
    if (!target) return
    this.pressing = this.clock.after(this.time(), () => {
      this.spent = target
      this.target = null
      press(target, clientX)
      moved()
    })
  }
}

/** The control under the pointer, or the square of a board that means something now. */
function targetAt({ clientX, clientY }: PointerEvent): HTMLElement | null {
  const all = document.elementsFromPoint(clientX, clientY)
  const square = all.find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset['square'] !== undefined)
  if (square && offers.takes(square)) return square
  const [top] = all
  return top ? controlUnder(top) : null
}

/** Clicks a control. A list goes to its next value, a slider to the pointer. */
function press(target: HTMLElement, x: number): void {
  if (target instanceof HTMLSelectElement) target.selectedIndex = (target.selectedIndex + 1) % target.options.length
  else if (target instanceof HTMLInputElement && target.type === 'range') {
    const { left, width } = target.getBoundingClientRect()
    target.valueAsNumber = Number(target.min) + ((x - left) / width) * (Number(target.max) - Number(target.min))
  } else {
    target.focus({ preventScroll: true })
    return target.click()
  }
  for (const type of ['input', 'change']) target.dispatchEvent(new Event(type, { bubbles: true }))
}
