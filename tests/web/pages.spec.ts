// Pages are loaded when first opened: what is shown meanwhile, and the message if one fails to load.
import { expect, test } from './damier'
import { atStudy, library } from './site'

test('The page before stays until the next is loaded', async ({ page }) => {
  let go = (): void => undefined
  const held = new Promise<'goes'>((resolve) => (go = () => resolve('goes')))
  await atStudy(page, './', () => held)
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(page).toHaveURL(/#\/library$/)
  await expect(page.getByRole('link', { name: 'Library' })).toBeVisible()
  await expect(page).toHaveTitle('Study · Damier')
  go()
  await expect(library(page)).toBeVisible()
  await expect(page).toHaveTitle('Library · Damier')
  await expect(library(page)).toBeFocused()
})

test('A page that fails to load says why and loads on a second try', async ({ page }) => {
  let there = false
  await atStudy(page, './', () => Promise.resolve(there ? 'goes' : 'fails'))
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(page.getByRole('alert')).toContainText('A part of Damier is not on this device yet.')
  await expect(page).toHaveTitle('Library · Damier')
  // Other pages still open.
  await page.evaluate(() => (location.hash = '#/settings'))
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('alert')).toBeVisible()
  there = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(library(page)).toBeVisible()
})

test('The other pages are loaded before they are opened', async ({ page }) => {
  await page.goto('./')
  const here = () =>
    page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /assets\/[A-Z]\w+-.{8}\.js$/.test(name)).length)
  await expect.poll(here).toBeGreaterThan(20)
})

test('The first question is answered before the core has loaded', { tag: '@main' }, async ({ page }) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/damier_app_bg-[^/]+\.wasm$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('./')
  await page.getByRole('button', { name: 'In a club' }).click()
  await expect(page.getByRole('heading', { name: 'Do you know draughts?' })).toBeVisible()
  release()
  await expect(page.getByRole('grid')).toBeVisible()
})
