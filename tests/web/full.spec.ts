// Full storage: the game goes on and is saved once there is room. The limit is set through Chromium's protocol.
import { type CDPSession, type Page } from '@playwright/test'
import { type Damier, expect, test } from './damier'

/** Moves of both sides, without a capture. */
const LINE: [number, number][] = [
  [31, 26],
  [20, 25],
  [37, 31],
  [14, 20],
  [41, 37],
  [10, 14],
  [46, 41],
  [5, 10],
]

async function limit(wire: CDPSession, page: Page, quotaSize?: number): Promise<void> {
  await wire.send('Storage.overrideQuotaForOrigin', {
    origin: new URL(page.url()).origin,
    ...(quotaSize === undefined ? {} : { quotaSize }),
  })
}

async function play(damier: Damier, from: number, to: number): Promise<void> {
  for (const move of LINE.slice(from, to)) await damier.move(...move)
  await expect(damier.moves.getByRole('button')).toHaveCount(to)
}

test('A game goes on while the storage is full, and is saved once there is room', async ({ damier, page, context }) => {
  const wire = await context.newCDPSession(page)
  await damier.twoPeople()
  await play(damier, 0, 2)
  await limit(wire, page, 1000)
  await play(damier, 2, 4)
  await expect(page.getByRole('complementary', { name: 'Not saved' })).toContainText('The storage is full.')
  await damier.hears('The storage is full.')
  await play(damier, 4, 6)
  // A second try without room is refused again and loses nothing.
  await damier.press(page.getByRole('button', { name: 'Try again' }))
  await expect(damier.announcements.getByText('The storage is full.')).toHaveCount(2)
  await expect(page.getByRole('complementary', { name: 'Not saved' })).toContainText('The storage is full.')
  await limit(wire, page)
  await damier.press(page.getByRole('button', { name: 'Try again' }))
  await expect(page.getByRole('complementary', { name: 'Not saved' })).toHaveCount(0)
  await damier.hears('All is saved again.')
  await play(damier, 6, 8)
  await page.reload()
  await expect(damier.moves.getByRole('button')).toHaveCount(8)
})
