// The focus of a page that was just opened: at its title, where a screen reader begins. A title that comes later, with what the page
// loads, takes over from the one before. Knows no page.

/** Nobody has touched or typed anything since the page was opened. */
let untouched = false
for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, () => (untouched = false), { capture: true })

const nothingFocused = (): boolean => document.activeElement === document.body || document.activeElement === null

/** Gives the focus to the title of the page that is shown, unless the page has taken it itself. */
export function focusTitle(): void {
  untouched = true
  if (nothingFocused()) focus(document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main'))
}

/** Attached to the title of a page. */
export function title(heading: HTMLElement): void {
  if (!untouched) return
  // Once the title before has gone.
  queueMicrotask(() => {
    if (untouched && nothingFocused()) focus(heading)
  })
}

function focus(element: HTMLElement | null): void {
  element?.setAttribute('tabindex', '-1')
  element?.focus({ preventScroll: true })
}
