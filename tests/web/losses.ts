// Finds texts of a page that cannot be read or reached at a narrow width or with large letters. Runs in the page.

/** Returns what runs off sideways and the texts that are cut. */
export function losses(): string[] {
  const found = new Set<string>()
  const name = (element: Element): string => `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`
  const off = document.documentElement.scrollWidth - innerWidth
  if (off > 0) found.add(`the page runs off sideways by ${off}`)

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const { parentElement: parent } = node
    const text = node.textContent?.trim() ?? ''
    if (!parent || text === '' || parent.closest('.unseen, .skip, [role="log"], script, style, option')) continue
    if (!parent.checkVisibility({ visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    for (let frame: Element | null = parent; frame && boxes.length > 0; frame = frame.parentElement) {
      const style = getComputedStyle(frame)
      const box = frame.getBoundingClientRect()
      if (/auto|scroll/.test(style.overflowX) && frame.scrollWidth > frame.clientWidth + 1 && !frame.querySelector('table, pre')) {
        found.add(`${name(frame)} scrolls sideways`)
      }
      // For screen readers, and for eyes once it has the focus.
      if (style.clipPath === 'inset(50%)') break
      // Scrolling reaches it.
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break
      if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue
      const cut = boxes.some((one) => one.right > box.right + 2 || one.left < box.left - 2 || one.bottom > box.bottom + 4)
      if (cut) found.add(`"${text.slice(0, 40)}" is cut by ${name(frame)}`)
    }
    const outside = boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1)
    if (outside && !parent.closest('table, pre')) found.add(`"${text.slice(0, 40)}" is outside the window`)
  }
  return [...found]
}
