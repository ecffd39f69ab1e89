// Without a network after the first visit, and without storage: a server of its own, which goes away.
import { fileURLToPath } from 'node:url'
import { serve } from '../../ui/serve.mjs'
import { expect, test } from './damier'

const dist = fileURLToPath(new URL('../../ui/dist', import.meta.url))

test.use({ serviceWorkers: 'allow' })

test('after the first visit everything works with the server gone', async ({ damier, page }) => {
  const site = await serve(dist)
  await page.goto(`http://localhost:${site.port}/`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await site.close()

  await page.reload()
  await damier.press(page.getByRole('button', { name: 'In a club' }))
  await damier.move(32, 28)
  // The computer answers: the search was kept too, though the first visit never searched.
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await page.goto(page.url().replace(/#.*/, '#/puzzles/boxwood'))
  await expect(page.getByRole('grid')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('grid')).toBeVisible()
})

test('plain http from another address: played from memory, said so, and the games can be saved', async ({ damier, page }) => {
  // Only localhost counts as secure over http; the browser is told that this name is the same machine.
  const site = await serve(dist)
  await page.goto(`http://damier.test:${site.port}/`)
  await damier.press(page.getByRole('button', { name: 'In a club' }))
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await expect(page.getByText(/keeps nothing here/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save my games' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdn$/)
  await site.close()
})

test('a second window says that the first one is open, and takes over when it is gone', async ({ damier, page, context }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  const second = await context.newPage()
  await second.goto('./#/play')
  await expect(second.getByRole('alert')).toContainText('Damier is open in another window')
  await page.close()
  await second.getByRole('button', { name: 'Try again' }).click()
  await expect(second.getByRole('region', { name: 'The moves played' }).getByRole('button')).toHaveCount(2)
})
