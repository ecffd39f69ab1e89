// The first visit of a page of a server of its own, and what is kept of it.
import type { Page } from '@playwright/test'
import { expect } from './damier'

export { Site, buildAgain, dist } from '../paths/site.mjs'

/** Comes for the first time, and stays until the app is kept. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** What is kept of the files that come later: "puzzles-russian". */
export async function stocked(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => (await (await caches.open('damier-assets')).keys()).map(({ url }) => url))
  return names
    .map((url) => /\/((?:texts|lessons|puzzles|tables|books|weights)-[\w-]+?)-.{8}\.\w+$/.exec(url)?.[1] ?? '')
    .filter(Boolean)
    .toSorted()
}
