// After the first visit without a network, without room, and without storage. Each test has its own server, which it stops.
import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Damier, expect, test } from './damier'
import { Site, dist, stocked, visit } from './site'

/** The extra files that a first visit fetches. */
const first = ['lessons-first-steps', 'texts-en', 'texts-en-first-steps']

test.use({ serviceWorkers: 'allow' })

/** Lets a minute pass without a call. */
async function rest(page: Page): Promise<void> {
  await page.clock.fastForward('01:01')
}

async function settings(damier: Damier, page: Page): Promise<void> {
  await page.goto(page.url().replace(/#.*/, '#/settings'))
  await expect(page.getByRole('heading', { name: 'Without a network' })).toBeVisible()
  await damier.press(page.getByRole('heading', { name: 'Without a network' }))
}

test('The first visit works without the server and names what is missing', { tag: '@main' }, async ({ damier, page }) => {
  const site = await Site.of(dist)
  await visit(page, site.address)
  await page.context().setOffline(true)
  await site.close()

  await page.reload()
  await damier.press(page.getByRole('button', { name: 'In a club' }))
  await damier.move(32, 28)
  // The computer answers: the search was kept although the first visit never searched.
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await page.goto(page.url().replace(/#.*/, '#/puzzles/boxwood'))
  await expect(page.getByRole('grid')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()

  await page.goto(page.url().replace(/#.*/, '#/training/rated'))
  await expect(page.getByRole('alert')).toContainText(
    'The puzzles of International draughts are not on this device yet. There is no network: connect once',
  )
  // A language that cannot be fetched is named, and English stays.
  await page.goto(page.url().replace(/#.*/, '#/settings'))
  await damier.press(page.getByRole('radio', { name: 'Français' }))
  await expect(page.getByRole('status').filter({ hasText: 'The language you chose (French)' })).toContainText('There is no network')
})

/** Texts of the tracks, and those that all lessons share, in every language. */
const textFiles = readdirSync(new URL('../../core/lessons/data', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /(^|\/)text\/\w+\.toml$/.test(name),
).length

test('A quiet minute fetches all languages, puzzles and tables', async ({ damier, page }) => {
  await page.clock.install()
  const site = await Site.of(dist)
  await visit(page, site.address)
  await damier.press(page.getByRole('button', { name: 'In a club' }))
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  const games = ['brazilian', 'canadian', 'english', 'frisian', 'international', 'italian', 'russian', 'spanish', 'turkish']
  const all = ['books-international', ...games.map((game) => `puzzles-${game}`), 'tables-international', 'weights-international']
  const isOfLessons = (name: string) => /^(texts|lessons)-/.test(name)
  // A call at the end of the minute restarts it.
  await expect
    .poll(async () => {
      await rest(page)
      const stock = await stocked(page)
      const ofLessons = stock.filter(isOfLessons)
      const tracks = ofLessons.filter((name) => name.startsWith('lessons-'))
      const texts = tracks.includes('lessons-tactics') && ofLessons.length - tracks.length === textFiles
      return { others: stock.filter((name) => !isOfLessons(name)), texts }
    })
    .toEqual({ others: all, texts: true })
  await settings(damier, page)
  await expect(page.getByText('Ready for flight mode', { exact: true })).toBeVisible()
  await site.close()

  await damier.press(page.getByRole('radio', { name: 'Français' }))
  await expect(page.getByRole('heading', { name: 'Réglages' })).toBeVisible()
  for (const [where, what] of [
    ['#/endings/four-kings', 'grid'],
    ['#/training/rated', 'grid'],
    ['#/learn', 'list'],
    ['#/learn/philippe', 'grid'],
  ] as const) {
    await page.goto(site.address + where)
    await expect(page.getByRole(what).first()).toBeVisible()
  }
})

test('A device that saves data fetches everything only by a button', async ({ damier, page }) => {
  await page.clock.install()
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const site = await Site.of(dist)
  await visit(page, site.address)
  await damier.press(page.getByRole('button', { name: 'Not yet' }))
  await expect(page.getByRole('grid')).toBeVisible()
  await rest(page)
  await settings(damier, page)
  await expect(page.getByText('Your device saves data')).toBeVisible()
  expect(await stocked(page)).toEqual(first)
  await damier.press(page.getByRole('button', { name: /Fetch everything/ }))
  await expect(page.getByText('Ready for flight mode', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Fetch everything/ })).toHaveCount(0)
  const here = await stocked(page)
  for (const some of ['lessons-tactics', 'texts-nl-tactics', 'puzzles-turkish', 'tables-international', 'weights-frisian'])
    expect(here).toContain(some)
  await site.close()
})

test('A full storage keeps nothing more and blocks nothing', async ({ damier, page }) => {
  const site = await Site.of(dist)
  await visit(page, site.address)
  await damier.press(page.getByRole('button', { name: 'In a club' }))
  await expect(page.getByRole('grid')).toBeVisible()
  const storage = await page.context().newCDPSession(page)
  await storage.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.address).origin, quotaSize: 1 })

  await page.goto(`${site.address}#/training/rated`)
  await expect(page.getByRole('grid')).toBeVisible()
  await settings(damier, page)
  await damier.press(page.getByRole('button', { name: /Fetch everything/ }))
  await expect(page.getByText('There is no room left on this device')).toBeVisible()
  await damier.press(page.getByRole('radio', { name: 'Français' }))
  await expect(page.getByRole('heading', { name: 'Réglages' })).toBeVisible()
  expect(await stocked(page)).toEqual(first)
  await site.close()
})

test('Plain http plays from memory, says so, and saves the games as a file', async ({ damier, page }) => {
  // Over http only localhost counts as secure; the browser maps this other name to the same machine.
  const site = await Site.of(dist)
  await page.goto(site.address.replace('localhost', 'damier.test'))
  await damier.press(page.getByRole('button', { name: 'In a club' }))
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await expect(page.getByText(/keeps nothing here/)).toBeVisible()
  // Every page says so, and leaving asks for confirmation.
  for (const route of ['learn', 'puzzles', 'settings', 'library']) {
    await page.goto(page.url().replace(/#.*/, `#/${route}`))
    await expect(page.getByText(/keeps nothing here/)).toBeVisible()
  }
  const asked = page.waitForEvent('dialog')
  void page.reload().catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save my games' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdn$/)
  // The other pages are still being fetched, and must not ask a stopped server.
  await page.close()
  await site.close()
})
