// A board explored by touch, for who does not see it and has no screen reader running: the finger slides and hears the squares,
// two quick taps press the one heard last, two fingers ask. Knows cells and their names, no draughts.

/** What two fingers ask: tap, swipe sideways, down, up. */
export type Asked = 'again' | 'moves' | 'rows' | 'position'

export interface Listener {
  /** The finger has come to this cell. */
  say(cell: Element): void
  press(cell: Element): void
  ask(what: Asked): void
}

/** A finger that stays so long is exploring, in milliseconds; one that leaves before has tapped. */
const HOLD = 150
/** Two taps with at most so much between them are one double tap, in milliseconds. */
const DOUBLE = 350
/** A finger that moves less than this stays where it is, in pixels. */
const SLACK = 12
/** Two fingers that move more than this swipe, in pixels. */
const SWIPE = 40

type Spot = Pick<PointerEvent, 'clientX' | 'clientY'>

const far = (from: Spot, to: Spot): number => Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY)

/** Takes every touch on `place` for exploring, before the board sees it; a mouse passes. Returns what ends that. */
export function exploreByTouch(place: HTMLElement, listener: Listener): () => void {
  const fingers = new Map<number, { from: Spot; now: Spot }>()
  let heard: Element | null = null
  let exploring = false
  let twoFingers = false
  let holding: ReturnType<typeof setTimeout> | undefined
  /** A single tap waits for the second one. */
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
    // The first of two fingers that leaves says what both have asked.
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
  // The click that follows a touch would be taken for a screen reader's.
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
