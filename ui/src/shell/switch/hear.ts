// The switch itself: Space, Enter, or a press anywhere on the screen. While it is heard, nothing else takes these.

/** Pointer events that the page must not see: the press would also click what lies under it. */
const PRESSES = ['pointerup', 'mousedown', 'mouseup', 'touchend', 'contextmenu', 'dblclick', 'auxclick'] as const
/** Longest time between a press of the pointer and its click, in milliseconds. */
const CLICK = 1000

/** Hears the switch until the returned function is called; Escape is for a helper who ends it. */
export function hearSwitch(press: () => void, end: () => void): () => void {
  let pressed = Number.NEGATIVE_INFINITY
  const swallow = (event: Event): void => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onkey = (event: KeyboardEvent): void => {
    const isSwitch = event.key === ' ' || event.key === 'Enter'
    if (!event.isTrusted || event.altKey || event.ctrlKey || event.metaKey || (!isSwitch && event.key !== 'Escape')) return
    swallow(event)
    if (event.repeat || event.type === 'keyup') return
    if (isSwitch) press()
    else end()
  }
  const onpointer = (event: PointerEvent): void => {
    if (!event.isTrusted) return
    swallow(event)
    pressed = event.timeStamp
    if (event.isPrimary) press()
  }
  // The scanner's own clicks are not trusted. A screen reader clicks without a pointer.
  const onclick = (event: MouseEvent): void => {
    if (!event.isTrusted) return
    swallow(event)
    if (event.timeStamp - pressed > CLICK) press()
  }
  const onother = (event: Event): void => {
    if (event.isTrusted) swallow(event)
  }
  const options = { capture: true, passive: false }
  addEventListener('keydown', onkey, options)
  addEventListener('keyup', onkey, options)
  addEventListener('pointerdown', onpointer, options)
  addEventListener('click', onclick, options)
  addEventListener('touchstart', onother, options)
  for (const type of PRESSES) addEventListener(type, onother, options)
  return () => {
    removeEventListener('keydown', onkey, options)
    removeEventListener('keyup', onkey, options)
    removeEventListener('pointerdown', onpointer, options)
    removeEventListener('click', onclick, options)
    removeEventListener('touchstart', onother, options)
    for (const type of PRESSES) removeEventListener(type, onother, options)
  }
}
