// Restores the scroll position of a page. Knows no page.

/** Longest time in milliseconds for a page to reach its former height. */
const PATIENCE = 3000

/** Scrolls to `top` as soon as the page is tall enough; stops if the user scrolls. */
export function scrollWhenTall(top: number): void {
  const tall = (): boolean => document.documentElement.scrollHeight - innerHeight >= top
  scrollTo(0, top)
  if (tall()) return
  const watch = new ResizeObserver(() => {
    if (!tall()) return
    scrollTo(0, top)
    end()
  })
  const end = (): void => {
    watch.disconnect()
    clearTimeout(timer)
    for (const kind of BY_HAND) removeEventListener(kind, end)
  }
  const timer = setTimeout(end, PATIENCE)
  for (const kind of BY_HAND) addEventListener(kind, end, { once: true, passive: true })
  watch.observe(document.body)
}

/** Events of a user who scrolls or moves on. */
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'popstate'] as const
