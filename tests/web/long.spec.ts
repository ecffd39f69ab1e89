// The pages with texts 40 % longer than the English ones, word by word, as another language may have them: nothing runs off
// sideways, and no word is cut.
import type { Page } from '@playwright/test'
import { expect, test } from './damier'

const pages = [
  '#/',
  '#/play',
  '#/play/game',
  '#/boards',
  '#/correspondence',
  '#/people',
  '#/clock',
  '#/table',
  '#/learn',
  '#/learn/board',
  '#/placement',
  '#/diplomas',
  '#/diplomas/1/exam',
  '#/album',
  '#/album/turkish-stroke',
  '#/pictures',
  '#/words/edge',
  '#/rules',
  '#/squares',
  '#/count',
  '#/endings/opposition',
  '#/games',
  '#/puzzles',
  '#/puzzles/boxwood',
  '#/training/rated',
  '#/storm',
  '#/shot-or-not',
  '#/blind',
  '#/mix',
  '#/defend',
  '#/compose',
  '#/set-aside',
  '#/together',
  '#/programs',
  '#/study',
  '#/library',
  '#/search',
  '#/editor',
  '#/analysis',
  '#/licences',
  '#/settings',
]

/** From the next page on each message has its vowels twice. */
async function lengthen(page: Page): Promise<void> {
  await page.route(/\/assets\/(?:rest-|later-)?en-[^/]+\.js$/, async (route) => {
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

/** The texts that their frame cuts off at a side, or that run over its edge; what ends in "…" by itself is not cut. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const own = node.parentElement
      // What only screen readers read is a pixel wide.
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

for (const size of [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
]) {
  test(`texts 40 % longer fit on ${size.width}×${size.height}`, async ({ damier, page }) => {
    await page.setViewportSize(size)
    await damier.begin('In a club')
    await lengthen(page)
    await page.goto('./#/endings')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'EEndgaamees' })).toBeVisible()
    for (const address of pages) {
      const heading = page.getByRole('heading', { level: 1 })
      await heading.evaluate((here) => here.setAttribute('data-before', ''))
      await page.goto(`./${address}`)
      await expect(page.locator('h1:not([data-before])')).toHaveCount(1)
      // What the page asks for has come, and its faces.
      await expect(page.getByRole('main').getByText('Oonee moomeent…')).toHaveCount(0)
      let before = ''
      await expect.poll(async () => before === (before = await page.getByRole('main').innerText()), { intervals: [300] }).toBe(true)
      await page.evaluate(() => document.fonts.ready.then(() => true))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(wide, `${address} runs off sideways`).toBeLessThanOrEqual(0)
      expect.soft(await cut(page), `${address}: words run out of their frame`).toEqual([])
    }
  })
}
