// A phone's app, in which the system's bars lie over the page.
import { expect, test } from './damier'

const [STATUS, GESTURES, CAMERA] = [40, 24, 32]

/** The controls and titles that a bar covers, now or after scrolling to the end. */
function covered([top, bottom, left]: [number, number, number]): string[] {
  const found = new Set<string>()
  /** False where a scrolled part of the page hides it. */
  const shown = (one: Element, x: number, y: number): boolean => one.contains(document.elementFromPoint(x, y))
  for (const end of [false, true]) {
    scrollTo(0, end ? document.body.scrollHeight : 0)
    for (const one of document.querySelectorAll<HTMLElement>('main :is(a, button, h1, input, [role=grid]), nav.places :is(a, button)')) {
      const box = one.getBoundingClientRect()
      if (box.width * box.height === 0 || box.left < -box.width / 2 || !one.checkVisibility({ opacityProperty: true })) continue
      // Parts that scroll out of the window may pass below the bars.
      const above = !end && box.top < top
      const below = end && box.bottom > innerHeight - bottom && shown(one, box.x + box.width / 2, Math.min(box.bottom, innerHeight) - 2)
      const beside = box.left < left && shown(one, Math.max(box.left, 0) + 2, box.y + box.height / 2)
      if (above || below || beside) found.add(`${one.tagName} ${one.ariaLabel ?? one.textContent}`.slice(0, 60))
    }
  }
  scrollTo(0, 0)
  return [...found]
}

for (const [way, width, height] of [
  ['upright', 390, 844],
  ['on its side', 844, 390],
] as const)
  test(`The bars of a phone ${way} cover no control`, async ({ damier, page }) => {
    await page.setViewportSize({ width, height })
    const session = await page.context().newCDPSession(page)
    const left = way === 'upright' ? 0 : CAMERA
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: STATUS, bottom: GESTURES, left, right: left } })
    await damier.begin('In a club')
    await expect(page.locator('body')).toHaveCSS('padding-top', `${STATUS}px`)
    for (const address of [
      '',
      'play',
      'learn',
      'puzzles',
      'study',
      'settings',
      'editor',
      'puzzles/boxwood',
      'learn/must-take',
      'library',
    ]) {
      await page.goto(`./#/${address}`)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect
        .poll(() => page.evaluate(covered, [STATUS, GESTURES, left] as [number, number, number]), { message: address })
        .toEqual([])
    }
  })
