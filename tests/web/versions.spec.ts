// Two built versions of the app: the newer one is loaded between two activities, never during one. ../paths tests its note and button.
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Damier, expect, test } from './damier'
import { Site, atStudy, buildAgain, dist, library, visit } from './site'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

let newer = ''
let site: Site

test.beforeAll(async () => {
  // Builds the pages, beside running tests.
  test.setTimeout(300_000)
  newer = await buildAgain()
})
test.afterAll(() => rm(newer, { recursive: true }))
test.beforeEach(async () => {
  site = await Site.of(dist)
})
test.afterEach(async ({ page }) => {
  // The page still fetches others when idle, and must not ask a stopped server.
  await page.goto('about:blank')
  await site.close()
})

/** The page's first script, whose name has the hash of its version. */
function version(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')
}

/** Waits until the page runs another version. */
async function leaves(page: Page, old: string): Promise<void> {
  await expect.poll(() => version(page).catch(() => old)).not.toBe(old)
}

/** Begins a game and lets the page notice a newer version. */
async function inGame(damier: Damier, page: Page): Promise<string> {
  await visit(page, site.address)
  await damier.press(page.getByRole('button', { name: 'In a club' }))
  await damier.twoPeopleFromMenu()
  await damier.move(31, 26)
  await damier.move(20, 25)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await site.become(newer)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true)
  return version(page)
}

test('A newer version comes at the next start', async ({ damier, page }) => {
  const old = await inGame(damier, page)
  await page.reload()
  await leaves(page, old)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
})

test('A file of the old version that is gone brings the newer version', async ({ damier, page }) => {
  await visit(page, site.address)
  await damier.press(page.getByRole('button', { name: 'In a club' }))
  await expect(page.getByRole('grid')).toBeVisible()
  const old = await version(page)
  await site.become(newer)
  await page.evaluate(() => (location.hash = '#/training/rated'))
  await leaves(page, old)
  await expect(page).toHaveURL(/training\/rated/)
  await expect(page.getByRole('grid')).toBeVisible()
})

test('The page that takes over the store brings the newer version to both', async ({ damier, page, context, hasTouch }) => {
  const old = await inGame(damier, page)
  const other = await context.newPage()
  const second = new Damier(other, hasTouch ?? false)
  await other.goto(`${site.address}#/play/game`)
  await expect(other.getByRole('alert')).toContainText('Damier is open in another window')
  expect(await version(other)).toBe(old)
  await second.press(other.getByRole('button', { name: 'Use it here' }))
  await expect(second.moves.getByRole('button')).toHaveCount(2)
  expect(await version(other)).not.toBe(old)
  // The old page leaves its version too.
  await leaves(page, old)
  await expect(page.getByRole('alert')).toContainText('in another window')
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('A missing file brings the newer version without a service worker', async ({ page }) => {
    let fails = true
    await atStudy(page, site.address, () => Promise.resolve(fails ? 'fails' : 'goes'))
    const old = await version(page)
    await site.become(newer)
    fails = false
    // Later: the page may leave at once, and an evaluation that it interrupts fails.
    await page.evaluate(() => void setTimeout(() => (location.hash = '#/library')))
    await leaves(page, old)
    await expect(library(page)).toBeVisible()
    await expect(page).toHaveURL(/#\/library$/)
  })
})
