// Nothing on the screen moves by itself.
import { expect, test } from './damier'
import { atRest, drawn } from './rest'

const sizes = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 1920, height: 1080 },
]
for (const size of sizes) {
  test(`nothing shifts from a tap to the end of the reply, ${size.width}×${size.height}`, async ({ damier, page }) => {
    await page.setViewportSize(size)
    await damier.begin('In a club')
    await expect.poll(() => damier.movable()).not.toHaveLength(0)
    await atRest(page)
    await page.evaluate(() => {
      const shifts: string[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[]) {
          // Shifts after a tap count too.
          if (entry.value > 0.001)
            shifts.push(`${entry.value}: ${entry.sources.map(({ node }) => (node as Element)?.className).join(', ')}`)
        }
      }).observe({ type: 'layout-shift' })
    })
    await damier.tap(20)
    await damier.move(32, 28)
    await expect(damier.moves.getByRole('button')).toHaveCount(2)
    await expect.poll(() => damier.movable()).not.toHaveLength(0)
    await drawn(page)
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
  })
}

test('Back leads to the start, with the game kept', async ({ damier, page }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Resume the game' })).toBeVisible()
  await page.goForward()
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
})

test('Nothing is pushed down while a page loads', async ({ damier, page }) => {
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
        if (!hadRecentInput && value >= 0.001) moved.push(...sources.map(({ node }) => node?.textContent ?? 'a removed element'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await damier.begin('In a club')
  for (const address of ['#/', '#/play', '#/learn', '#/puzzles', '#/study', '#/library', '#/squares', '#/count', '#/pictures']) {
    await page.goto(`./${address}`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await atRest(page)
    expect.soft(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), `${address} moves`).toEqual([])
  }
})
