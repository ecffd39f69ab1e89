// Scrolling a page that has just been opened. Knows no page.

/** How long a page may take to become as tall as it was; milliseconds. */
const PATIENCE = 3000

/** Scrolls so far as soon as the page is tall enough; whoever scrolls meanwhile is left alone. */
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

/** What says that somebody scrolls, or goes on. */
const BY_HAND = ['wheel', 'touchstart', 'keydown', 'popstate'] as const
