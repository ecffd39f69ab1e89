// First visits to a server of the test, and the files kept from them.
import type { Locator, Page } from '@playwright/test'
import { expect } from './damier'

export { Site, buildAgain, dist } from '../paths/site.mjs'

/** Makes a first visit and waits until the app is kept. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

const LIBRARY = '**/assets/Library-*.js'
export const library = (page: Page): Locator => page.getByRole('heading', { name: 'Library', level: 1 })

/** Makes a first visit and opens Study, while `hold` holds back the file of the page Library. */
export async function atStudy(page: Page, address: string, hold: () => Promise<'goes' | 'fails'>): Promise<void> {
  await page.route(LIBRARY, async (route) => ((await hold()) === 'goes' ? route.continue() : route.abort('internetdisconnected')))
  await page.goto(address)
  await page.getByRole('button', { name: 'In a club' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.evaluate(() => (location.hash = '#/study'))
  await expect(page.getByRole('link', { name: 'Library' })).toBeVisible()
}

/** Names of the kept extra files, such as "puzzles-russian". */
export async function stocked(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => (await (await caches.open('damier-assets')).keys()).map(({ url }) => url))
  return names
    .map((url) => /\/((?:texts|lessons|puzzles|tables|books|weights)-[\w-]+?)-.{8}\.\w+$/.exec(url)?.[1] ?? '')
    .filter(Boolean)
    .toSorted()
}
