// One walk over every page: axe's rules in light and dark, forced colours, layout shifts, the size of boards, and nothing cut off at any
// size, with large letters, or with texts 40 % longer.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './damier'
import { wordsOf } from './learner'
import { losses } from './losses'
import { atRest, drawn } from './rest'
import { addresses, furnish, hasBoard, open } from './routes'

/** Pages per test, so that two workers share the walk. */
const PART = 21

interface Screen {
  width: number
  height: number
  board?: number
}

/** Screens, each with the least width of a board there, its numbers included; CSS pixels. */
const BOARD_SCREENS: Screen[] = [
  { width: 1280, height: 800, board: 736 },
  { width: 1920, height: 1080, board: 1010 },
  { width: 768, height: 1024, board: 740 },
  { width: 640, height: 360 },
  { width: 360, height: 640, board: 360 },
]

/** A page without a board only has to fit sideways. */
const PLAIN_SCREENS: Screen[] = [
  { width: 768, height: 1024 },
  { width: 360, height: 640 },
]

interface AxeRun {
  violations: { id: string; nodes: { html: string }[] }[]
}

/** axe's rules on colours: the slowest, and the only ones that the dark theme can break. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const COLOURS_ALONE = { runOnly: COLOURS }
const ALL_BUT_COLOURS = { rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) }

/** Runs axe, which the first check put into this document. */
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

/** Forced colours drop backgrounds and shadows: a selection must show by more than these. */
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

/** Layout shifts since the last call, as measured by the browser. */
const pushed = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    // The last change is drawn and measured.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    return (window as unknown as { shifts: string[] }).shifts.splice(0)
  })

/** Doubles the vowels of each message from the next page load on. */
async function lengthen(page: Page): Promise<void> {
  await page.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
    const file = route.request().url().split('/').at(-1)
    const code = await (await route.fetch()).text()
    const list = /export\{([^}]*)\}/.exec(code)?.[1] ?? ''
    const names = list.split(',').map((one) => one.split(' as ').at(-1))
    const body = [
      `import * as plain from './${file}?plain'`,
      "const long = (say) => (inputs) => say(inputs).replace(/[aeiou]/gi, '$&$&')",
      ...names.map((name, index) => `const _${index} = long(plain.${name})`),
      `export { ${names.map((name, index) => `_${index} as ${name}`).join(', ')} }`,
    ]
    await route.fulfill({ contentType: 'text/javascript', body: body.join('\n') })
  })
}

/** Texts that their frame cuts off at a side, or that run over its edge. Text that ends in an ellipsis is not cut. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const own = node.parentElement
      // Text for screen readers only is a pixel wide.
      if (!node.textContent?.trim() || !own || own.clientWidth === 1 || own.closest('style, script, svg, option, .unseen')) continue
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      if (text.width === 0) continue
      for (let frame: HTMLElement | null = own; frame && frame !== document.body; frame = frame.parentElement) {
        const style = getComputedStyle(frame)
        if (style.textOverflow === 'ellipsis' || /auto|scroll/.test(style.overflowX)) break
        const box = frame.getBoundingClientRect()
        const ends = style.overflowX !== 'visible' || parseFloat(style.borderInlineEndWidth) > 0
        if (ends && (text.right > box.right + 1 || text.left < box.left - 1)) {
          found.push(node.textContent.trim())
          break
        }
      }
    }
    return found
  })

/** Reports everything that does not fit on the screen. */
async function misfits(page: Page, address: string, { width, height, board }: Screen): Promise<string[]> {
  const found: string[] = []
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) found.push(`runs off sideways by ${wide}`)
  if (!hasBoard(address)) return found
  const grid = page.getByRole('grid')
  if (await grid.count()) {
    const box = await grid.boundingBox()
    const whole = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
    if (!whole) found.push(`the board ${JSON.stringify(box)} is not whole on the screen`)
  }
  if (board === undefined) return found
  const area = await page.locator('.board-area').boundingBox()
  if (!area || area.width < board) found.push(`the board is ${area?.width} wide, not ${board}`)
  if (!area || area.y + area.height > height) found.push(`the board ends at ${area && area.y + area.height}`)
  return found
}

const parts = Array.from({ length: Math.ceil(addresses().length / PART) }, (_, part) => addresses().slice(part * PART, (part + 1) * PART))

for (const [part, some] of parts.entries()) {
  test(
    `pages ${part * PART + 1} to ${part * PART + some.length} have no fault`,
    { tag: '@both' },
    async ({ damier, page, isMobile, viewport }) => {
      await page.addInitScript(() => {
        const shifts: string[] = []
        Object.assign(window, { shifts })
        interface Shift extends PerformanceEntry {
          value: number
          hadRecentInput: boolean
          sources: { node?: Node }[]
        }
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            const nodes = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent ?? '')))
            if (!hadRecentInput && value > 0.0005) shifts.push(`${value.toFixed(4)} ${nodes.join(' | ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const { set, letter, link } = await furnish(damier)
      // The last part has the furnished pages too.
      const all = part === parts.length - 1 ? [...some, set, `${set}/sheet`, letter, link] : some
      // Puts axe into this document, which then shows one page after another.
      await new AxeBuilder({ page }).analyze()
      const found: string[] = []
      for (const address of all) {
        const tell = (what: string, faults: string[]): void => void found.push(...faults.map((one) => `${what} · #/${address}: ${one}`))
        await pushed(page)
        await open(page, address)
        tell('shift', await pushed(page))
        // Colours and screens do not depend on the finger.
        tell('light', await faults(page, isMobile ? ALL_BUT_COLOURS : {}))
        if (!isMobile) {
          await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
          tell('dark', await faults(page, COLOURS_ALONE))
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'active' })
          tell('forced colours', await page.evaluate(untold))
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' })
        }
        if (isMobile) {
          tell('phone', await misfits(page, address, { width: 360, height: 640, board: 360 }))
          continue
        }
        for (const screen of hasBoard(address) ? BOARD_SCREENS : PLAIN_SCREENS) {
          await page.setViewportSize(screen)
          await drawn(page)
          tell(`${screen.width}×${screen.height}`, await misfits(page, address, screen))
        }
        // A window of 1280 pixels, enlarged four times.
        await page.setViewportSize({ width: 320, height: 256 })
        await drawn(page)
        tell('320×256', await page.evaluate(losses))
        if (viewport) await page.setViewportSize(viewport)
      }
      // Opened again, because a list measures its rows when it opens.
      if (isMobile) await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
      for (const address of isMobile ? all : []) {
        await open(page, address)
        found.push(...(await page.evaluate(losses)).map((one) => `letters twice as large · #/${address}: ${one}`))
      }
      expect(found).toEqual([])
    },
  )

  // The longest texts are tested below; this is for those to come.
  test(`texts 40 % longer fit on pages ${part * PART + 1} to ${part * PART + some.length}`, { tag: '@deep' }, async ({ damier, page }) => {
    await damier.begin('In a club')
    await lengthen(page)
    await page.goto('./#/endings')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'EEndgaamees' })).toBeVisible()
    const found: string[] = []
    for (const address of some.filter((one) => one !== 'endings')) {
      await open(page, address)
      await expect(page.getByRole('main').getByText('Oonee moomeent…')).toHaveCount(0)
      for (const size of [
        { width: 360, height: 640 },
        { width: 1280, height: 800 },
      ]) {
        await page.setViewportSize(size)
        await drawn(page)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (wide > 0) found.push(`#/${address} runs off sideways on ${size.width}×${size.height}`)
        found.push(...(await cut(page)).map((text) => `#/${address}: “${text}” runs out of its frame on ${size.width}×${size.height}`))
      }
    }
    expect(found).toEqual([])
  })
}

for (const [locale, tag] of [
  // The longest words of a Latin alphabet, and of another.
  ['de-DE', []],
  ['ru-RU', []],
  ...['es-ES', 'fr-FR', 'it-IT', 'nl-NL', 'pt-BR', 'tr-TR'].map((other) => [other, ['@deep']] as const),
] as const)
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 360, height: 640 } })
    test('every text fits its place on a narrow phone', { tag: [...tag] }, async ({ damier, page }) => {
      await damier.begin(wordsOf(locale.slice(0, 2)).first_in_a_club ?? '')
      const found: string[] = []
      for (const address of addresses()) {
        await open(page, address)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (wide > 0) found.push(`#/${address} runs off sideways by ${wide}`)
        found.push(...(await cut(page)).map((text) => `#/${address}: “${text}”`))
      }
      expect(found).toEqual([])
    })
  })

test('The first question has no fault', { tag: '@both' }, async ({ damier: { page } }) => {
  await page.goto('./')
  await page.getByRole('button', { name: 'In a club' }).waitFor()
  await atRest(page)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('What opens over a page has no fault', { tag: '@both' }, async ({ damier, page, isMobile }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  // Puts axe into this document.
  await new AxeBuilder({ page }).analyze()
  const found: string[] = []
  const check = async (where: string): Promise<void> => {
    found.push(...(await faults(page)).map((one) => `${where}: ${one}`))
    if (isMobile) return
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    found.push(...(await faults(page, COLOURS_ALONE)).map((one) => `${where}, dark: ${one}`))
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  }
  await damier.openMoves()
  await check('moves to play')
  await damier.square(32).press('f')
  await expect(page.getByRole('button', { name: 'Back to the page' })).toBeVisible()
  await check('the board alone')
  await page.getByRole('button', { name: 'Back to the page' }).click()
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'New game' }))
  await check('new game')
  await damier.press(damier.game())
  await expect(page.getByRole('dialog', { name: 'The game' }).getByRole('button', { pressed: true })).toBeFocused()
  await check('the wall of games')
  await page.keyboard.press('Escape')
  await expect(damier.game()).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Page, lesson/ })).toBeFocused()
  await check('go to')
  expect(found).toEqual([])
})
