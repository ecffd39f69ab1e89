// On every screen the board is whole, nothing runs off sideways, and nothing moves that was not moved.
import { expect, test } from './damier'
import { open } from './routes'

const sizes = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 1920, height: 1080 },
]
const school = [
  '#/diplomas',
  '#/album',
  '#/album/turkish-stroke',
  '#/pictures',
  '#/words',
  '#/words/edge',
  '#/rules',
  '#/squares',
  '#/count',
  '#/endings',
  '#/endings/opposition',
]
const pages = [
  '#/',
  '#/play',
  '#/play/game',
  '#/study',
  '#/boards',
  '#/correspondence',
  '#/people',
  '#/games',
  '#/learn',
  '#/learn/board',
  ...school,
  '#/puzzles',
  '#/puzzles/boxwood',
  '#/storm',
  '#/shot-or-not',
  '#/blind',
  '#/mix',
  '#/defend',
  '#/compose',
  '#/set-aside',
  '#/settings',
  '#/editor',
  '#/library',
  '#/search',
]

for (const size of sizes) {
  test(`${size.width}×${size.height}`, async ({ damier, page }) => {
    await page.setViewportSize(size)
    await damier.begin('In a club')
    await expect(damier.square(32)).toBeVisible()
    for (const address of pages) {
      await open(page, address.slice(2))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(wide, `${address} runs off sideways`).toBeLessThanOrEqual(0)
      const board = page.getByRole('grid')
      if (await board.count()) {
        const box = await board.boundingBox()
        const inside = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width && box.y + box.height <= size.height
        expect.soft(inside, `${address}: the board ${JSON.stringify(box)} is whole on the screen`).toBe(true)
      }
    }
  })

  test(`no layout shift from a tap to the end of the reply, ${size.width}×${size.height}`, async ({ damier, page }) => {
    await page.setViewportSize(size)
    await damier.begin('In a club')
    await expect.poll(() => damier.movable()).not.toHaveLength(0)
    // The page has come in full, its faces too: what moves from now on moves for the tap.
    await page.evaluate(() => document.fonts.ready.then(() => true))
    await page.evaluate(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
          // With or without a recent tap: neither may move the page.
          if (entry.value > 0.001)
            shifts.push(`${entry.value}: ${entry.sources.map(({ node }) => (node as Element)?.className).join(', ')}`)
        }
      }).observe({ type: 'layout-shift' })
    })
    await damier.tap(20)
    await damier.move(32, 28)
    await expect(damier.moves.getByRole('button')).toHaveCount(2)
    await expect.poll(() => damier.movable()).not.toHaveLength(0)
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  })
}

test('back leads to the start, with the game kept', async ({ damier, page }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Resume the game' })).toBeVisible()
  await page.goForward()
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
})

test('nothing is pushed down while a page comes', async ({ damier, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    interface Shift extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput && value >= 0.001) moved.push(...sources.map(({ node }) => node?.textContent ?? 'what is gone'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await damier.begin('In a club')
  for (const address of ['#/', '#/play', '#/learn', '#/puzzles', '#/study', '#/library', '#/squares', '#/count', '#/pictures']) {
    await page.goto(`./${address}`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    // What comes has come: the core is asked nothing any more.
    await page.waitForTimeout(1000)
    expect.soft(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), `${address} moves`).toEqual([])
  }
})
