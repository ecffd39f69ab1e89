// Moves the focus to the title of a page that was opened, where screen readers start. A title that appears later, when the page has loaded,
// takes the focus over. Knows no page.

/** True until the user touches or types something on the new page. */
let untouched = false
for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, () => (untouched = false), { capture: true })

const nothingFocused = (): boolean => document.activeElement === document.body || document.activeElement === null

/** Focuses the title of the current page, unless the page has moved the focus itself. */
export function focusTitle(): void {
  untouched = true
  if (nothingFocused()) focus(document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main'))
}

/** Attachment for the title of a page. */
export function title(heading: HTMLElement): void {
  if (!untouched) return
  // After the previous title is removed.
  queueMicrotask(() => {
    if (untouched && nothingFocused()) focus(heading)
  })
}

function focus(element: HTMLElement | null): void {
  element?.setAttribute('tabindex', '-1')
  element?.focus({ preventScroll: true })
}
