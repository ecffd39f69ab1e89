// Every page, light and dark, on a desktop and on a phone: no fault by axe's rules, nothing pushed about while it comes, nothing lost with
// letters twice as large, 320 pixels wide, or in the platform's own colours.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './damier'
import { losses } from './losses'
import { furnish, open } from './routes'

interface AxeRun {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** By night the markup is the same: what differs are the colours. */
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** What axe finds on the page; it was put there by the first check of this document. */
async function faults(page: Page, options: object = {}): Promise<string[]> {
  const { violations } = await page.evaluate(
    (how) =>
      (window as unknown as { axe: { run: (where: Document, how: object) => Promise<AxeRun> } }).axe.run(document, {
        resultTypes: ['violations'],
        ...how,
      }),
    options,
  )
  return violations.map(
    ({ id, nodes }) =>
      `${id} ${nodes
        .map((node) => node.html.slice(0, 160))
        .slice(0, 3)
        .join(' ')}`,
  )
}

/** In forced colours grounds and shadows are dropped: what is chosen must be told by more than these. */
function untold(): string[] {
  const sign = (element: Element): string => {
    const { borderBlockEndWidth, borderBlockEndColor, borderInlineStartWidth, outlineStyle, textDecorationLine, fontWeight } =
      getComputedStyle(element)
    const { backgroundColor, color } = getComputedStyle(element)
    return [
      borderBlockEndWidth,
      borderBlockEndColor,
      borderInlineStartWidth,
      outlineStyle,
      textDecorationLine,
      fontWeight,
      backgroundColor,
      color,
    ].join()
  }
  const chosen = document.querySelectorAll('[aria-current], [aria-selected="true"], [aria-pressed="true"]')
  return [...chosen].flatMap((element) => {
    if (!element.checkVisibility() || element.closest('[role="grid"]')) return []
    const row = element.closest('ul, ol, [role="tablist"], [role="group"], [role="listbox"], .tree')
    const other = row?.querySelector(`${element.tagName}:not([aria-current], [aria-selected="true"], [aria-pressed="true"])`)
    const signs = (one: Element): string => [one, ...one.querySelectorAll('span, b')].slice(0, 2).map(sign).join(';')
    return other && signs(other) === signs(element) ? [element.outerHTML.slice(0, 120)] : []
  })
}

/** How far the page was pushed about since it was asked last, by the browser's own measure. */
const pushed = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // What was changed last has been drawn, and told.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return (window as unknown as { shifts: string[] }).shifts.splice(0)
  })

test('every page', async ({ damier, page, isMobile }) => {
  test.setTimeout(600_000)
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node }[]
      })[])
        if (!entry.hadRecentInput && entry.value > 0.0005)
          shifts.push(
            `${entry.value.toFixed(4)} ${entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent ?? ''))).join(' | ')}`,
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('./')
  await page.getByRole('button', { name: 'In a club' }).waitFor()
  expect.soft((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const addresses = await furnish(damier)
  // Puts axe into this document, where all the pages come one after another.
  await new AxeBuilder({ page }).analyze()
  const found: string[] = []
  const tell = (what: string, address: string, all: string[]): void =>
    void found.push(...all.map((one) => `${what} · #/${address}: ${one}`))
  for (const address of addresses) {
    await pushed(page)
    await open(page, address)
    tell('shift', address, await pushed(page))
    tell('light', address, await faults(page))
    // The colours are the same at every size.
    if (isMobile && !process.env.DEEP) continue
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    tell('dark', address, await faults(page, COLOURS))
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'active' })
    tell('forced colours', address, await page.evaluate(untold))
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' })
  }
  // Once more, as whoever needs large letters has them from the start; or in a window that is enlarged four times.
  if (isMobile) await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  else await page.setViewportSize({ width: 320, height: 256 })
  for (const address of addresses) {
    await open(page, address)
    tell(isMobile ? 'letters twice as large' : '320 by 256', address, await page.evaluate(losses))
  }
  expect(found).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`what opens over a page, ${colorScheme}`, async ({ damier, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await damier.begin('In a club')
    await damier.move(32, 28)
    await expect(damier.moves.getByRole('button')).toHaveCount(2)
    const check = async (where: string): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect.soft(violations.map(({ id, nodes }) => `${where}: ${id} ${nodes[0]?.html}`)).toEqual([])
    }
    await page.getByText('Moves you can play', { exact: true }).click()
    await check('moves to play')
    await damier.square(32).press('f')
    await expect(page.getByRole('button', { name: 'Back to the page' })).toBeVisible()
    await check('the board alone')
    await page.getByRole('button', { name: 'Back to the page' }).click()
    await damier.press(page.getByRole('button', { name: 'Menu' }))
    await damier.press(page.getByRole('button', { name: 'New game' }))
    await check('new game')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: /^A page/ })).toBeFocused()
    await check('go to')
  })
}
