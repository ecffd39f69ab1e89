// Mouse, touch and pen: turns pointer events into presses, taps and drags. Knows no pieces.
import type { Point } from '../geometry'
import type { Stroke } from '../state'

/** Handlers of pointer gestures. Points are in squares of the board as shown. */
export interface PointerUse {
  /** The pointer went down. Returns true if a piece there can be dragged. */
  press(point: Point): boolean
  /** The pointer went up near where it went down. */
  tap(point: Point): void
  /** The pressed piece is dragged; `lifted` = by a finger or pen, which hides the square below. */
  drag(point: Point, lifted: boolean): void
  /** The dragged piece has rested at this point for a moment. */
  rest(point: Point): void
  drop(point: Point): void
  /** The system took the pointer away. */
  cancel(): void
  /** True if drawing on this board is possible. */
  readonly draws: boolean
  /** A shape was drawn with the right button, whose modifier keys choose the tone, or after a long press. */
  draw(from: Point, to: Point, tone: Stroke['tone']): void
}

/** Largest movement of a tap, in CSS pixels. */
const SLACK = { mouse: 4, other: 9 }
/** How long, in milliseconds, and within how many pixels a dragged piece must rest to fix a leg. */
const REST_TIME = 140
const REST_SLACK = 6
/** Duration of a long press, in milliseconds. It starts a drawing where no piece can be dragged. */
const LONG_PRESS = 550

/** Binds pointer events to a board field of `columns` columns. Returns a function that unbinds them. */
export function bindPointer(field: HTMLElement, columns: () => number, use: PointerUse): () => void {
  let active: { id: number; x: number; y: number; draggable: boolean; dragging: boolean } | null = null
  let rest: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null

  /** The drawing in progress: its pointer and starting point. */
  let drawn: { id: number; from: Point; tone: Stroke['tone'] } | null = null
  let pressing: ReturnType<typeof setTimeout> | undefined

  const pointOf = (event: PointerEvent): Point => {
    const box = field.getBoundingClientRect()
    const side = box.width / columns() || 1
    return { x: (event.clientX - box.left) / side, y: (event.clientY - box.top) / side }
  }
  const stopRest = (): void => {
    if (rest) clearTimeout(rest.timer)
    rest = null
  }
  const down = (event: PointerEvent): void => {
    // A second finger cancels the gesture of the first. Only the main button counts.
    if (active && event.pointerId !== active.id) return cancel()
    drawn = null
    const from = pointOf(event)
    if (event.button === 2 && use.draws) {
      drawn = { id: event.pointerId, from, tone: toneOf(event) }
      capture(event)
      return
    }
    if (event.button !== 0) return
    active = { id: event.pointerId, x: event.clientX, y: event.clientY, draggable: false, dragging: false }
    active.draggable = use.press(from)
    if (use.draws && event.pointerType !== 'mouse' && !active.draggable) {
      pressing = setTimeout(() => {
        cancel()
        drawn = { id: event.pointerId, from, tone: 'next' }
      }, LONG_PRESS)
    }
    capture(event)
  }
  const capture = (event: PointerEvent): void => {
    try {
      field.setPointerCapture(event.pointerId)
    } catch {
      // A synthetic event (test, assistive technology) has no pointer to capture.
    }
  }
  const move = (event: PointerEvent): void => {
    if (active && Math.hypot(event.clientX - active.x, event.clientY - active.y) > SLACK.other) clearTimeout(pressing)
    if (!active || event.pointerId !== active.id || !active.draggable) return
    const slack = event.pointerType === 'mouse' ? SLACK.mouse : SLACK.other
    if (!active.dragging && Math.hypot(event.clientX - active.x, event.clientY - active.y) < slack) return
    active.dragging = true
    const point = pointOf(event)
    use.drag(point, event.pointerType !== 'mouse')
    if (rest && Math.hypot(event.clientX - rest.x, event.clientY - rest.y) < REST_SLACK) return
    stopRest()
    const timer = setTimeout(() => use.rest(point), REST_TIME)
    rest = { x: event.clientX, y: event.clientY, timer }
  }
  const up = (event: PointerEvent): void => {
    clearTimeout(pressing)
    if (drawn && event.pointerId === drawn.id) {
      const { from, tone } = drawn
      drawn = null
      use.draw(from, pointOf(event), tone)
      return
    }
    if (!active || event.pointerId !== active.id) return
    const { dragging } = active
    active = null
    stopRest()
    if (dragging) use.drop(pointOf(event))
    else use.tap(pointOf(event))
  }
  const cancel = (): void => {
    clearTimeout(pressing)
    drawn = null
    if (!active) return
    active = null
    stopRest()
    use.cancel()
  }

  // A long press opens no context menu; on a board for drawing the right button opens none either.
  const menu = (event: Event): void => {
    if (active || use.draws) event.preventDefault()
  }

  field.addEventListener('pointerdown', down)
  field.addEventListener('contextmenu', menu)
  field.addEventListener('pointermove', move)
  field.addEventListener('pointerup', up)
  field.addEventListener('pointercancel', cancel)
  return () => {
    stopRest()
    clearTimeout(pressing)
    field.removeEventListener('pointerdown', down)
    field.removeEventListener('contextmenu', menu)
    field.removeEventListener('pointermove', move)
    field.removeEventListener('pointerup', up)
    field.removeEventListener('pointercancel', cancel)
  }
}

/** The four tones: no key, Shift, Control or Alt, both. */
function toneOf({ shiftKey, ctrlKey, altKey }: PointerEvent): 1 | 2 | 3 | 4 {
  if (ctrlKey || altKey) return shiftKey ? 4 : 3
  return shiftKey ? 2 : 1
}
