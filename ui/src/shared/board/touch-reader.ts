// Exploring a board by touch without a screen reader. A sliding finger announces squares, a double tap presses the last one announced, two
// fingers ask questions. Knows cells and their names, no draughts.

/** Questions by two fingers: tap, horizontal swipe, down, up. */
export type Asked = 'again' | 'moves' | 'rows' | 'position'

export interface Listener {
  /** The finger has reached this cell. */
  say(cell: Element): void
  press(cell: Element): void
  ask(what: Asked): void
}

/** Minimum duration of an exploring touch, in milliseconds; a shorter one is a tap. */
const HOLD = 150
/** Maximum interval of a double tap, in milliseconds. */
const DOUBLE = 350
/** Maximum movement of a resting finger, in pixels. */
const SLACK = 12
/** Minimum movement of a two-finger swipe, in pixels. */
const SWIPE = 40

type Spot = Pick<PointerEvent, 'clientX' | 'clientY'>

const far = (from: Spot, to: Spot): number => Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY)

/** Handles every touch on `place` before the board does; mouse events pass through. Returns a function that removes the handlers. */
export function exploreByTouch(place: HTMLElement, listener: Listener): () => void {
  const fingers = new Map<number, { from: Spot; now: Spot }>()
  let heard: Element | null = null
  let exploring = false
  let twoFingers = false
  let holding: ReturnType<typeof setTimeout> | undefined
  /** A single tap waits for a second one. */
  let waiting: ReturnType<typeof setTimeout> | undefined

  function cellAt({ clientX, clientY }: Spot): Element | undefined {
    return [...place.querySelectorAll('[role="gridcell"]')].find((cell) => {
      const { left, right, top, bottom } = cell.getBoundingClientRect()
      return clientX >= left && clientX < right && clientY >= top && clientY < bottom
    })
  }

  function comeTo(spot: Spot, anew: boolean): void {
    const cell = cellAt(spot)
    if (!cell || (cell === heard && !anew)) return
    heard = cell
    listener.say(cell)
  }

  function explore(spot: Spot): void {
    clearTimeout(holding)
    const anew = !exploring
    exploring = true
    comeTo(spot, anew)
  }

  function tapped(spot: Spot): void {
    if (waiting === undefined) {
      waiting = setTimeout(() => {
        waiting = undefined
        comeTo(spot, true)
      }, DOUBLE)
      return
    }
    clearTimeout(waiting)
    waiting = undefined
    if (heard?.isConnected) listener.press(heard)
  }

  function askedBy(): Asked {
    const [first] = fingers.values()
    if (!first) return 'again'
    const [x, y] = [first.now.clientX - first.from.clientX, first.now.clientY - first.from.clientY]
    if (Math.hypot(x, y) < SWIPE) return 'again'
    if (Math.abs(x) > Math.abs(y)) return 'moves'
    return y > 0 ? 'rows' : 'position'
  }

  function down(event: PointerEvent): void {
    clearTimeout(holding)
    fingers.set(event.pointerId, { from: event, now: event })
    twoFingers ||= fingers.size > 1
    exploring = false
    if (!twoFingers) holding = setTimeout(() => explore(event), HOLD)
  }

  function moved(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId)
    if (!finger) return
    finger.now = event
    if (!twoFingers && (exploring || far(finger.from, event) > SLACK)) explore(event)
  }

  function up(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId)
    if (!finger) return
    finger.now = event
    clearTimeout(holding)
    if (!twoFingers && !exploring) tapped(finger.from)
    // The question is decided when the first of two fingers leaves.
    if (twoFingers && fingers.size > 1) listener.ask(askedBy())
    lost(event)
  }

  function lost({ pointerId }: PointerEvent): void {
    clearTimeout(holding)
    fingers.delete(pointerId)
    if (fingers.size === 0) exploring = twoFingers = false
  }

  const take = (work: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    event.stopPropagation()
    work(event)
  }
  const ends = new AbortController()
  const options = { capture: true, signal: ends.signal }
  place.addEventListener('pointerdown', take(down), options)
  place.addEventListener('pointermove', take(moved), options)
  place.addEventListener('pointerup', take(up), options)
  place.addEventListener('pointercancel', take(lost), options)
  // Stops the click after a touch: the board would take it for a screen reader's.
  place.addEventListener(
    'click',
    (event) => event.detail > 0 && 'pointerType' in event && event.pointerType === 'touch' && event.stopPropagation(),
    options,
  )
  return () => {
    ends.abort()
    clearTimeout(holding)
    clearTimeout(waiting)
  }
}
