// A damaged store: announced on every page until dismissed, its file can be downloaded, and the first question is not asked again.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Damier, expect, test } from './damier'

const GAMES = 163

/** Leaves a begun game and a library behind. */
async function livedIn(damier: Damier, page: Page): Promise<void> {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await page.goto('./#/library')
  const games = Array.from(
    { length: GAMES },
    (_, n) => `[White "W${n}"]\n[Result "1-1"]\n\n1. 32-28 19-23 2. 28x19 14x23 {${`${n} `.repeat(100)}} 1-1\n`,
  )
  await page
    .locator('input[type="file"][multiple]')
    .setInputFiles({ name: 'many.pdn', mimeType: 'text/plain', buffer: Buffer.from(games.join('\n')) })
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText(`All ${GAMES} games are in.`)
}

/** Damage between two shares of the file, 0 to 1: overwritten, or cut off. */
type Damage = { from: number; to: number; cut?: boolean }

/** Damages the store's file while no page of the app has it open. Returns its size without the pool's header. */
async function damage(page: Page, how: Damage): Promise<number> {
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }))
  await page.goto('./icon-192.png')
  return page.evaluate(async ({ from, to, cut }) => {
    const HEADER = 4096
    const find = async (of: FileSystemDirectoryHandle): Promise<FileSystemFileHandle | undefined> => {
      for await (const handle of of.values()) {
        if (handle.kind === 'directory') {
          const found = await find(handle as FileSystemDirectoryHandle)
          if (found) return found
          continue
        }
        const name = await (await (handle as FileSystemFileHandle).getFile()).slice(0, 12).text()
        if (name.startsWith('damier.db\0')) return handle as FileSystemFileHandle
      }
      return undefined
    }
    const file = await find(await navigator.storage.getDirectory())
    if (!file) throw new Error('there is no damier.db')
    const size = (await file.getFile()).size - HEADER
    const position = HEADER + Math.floor(size * from)
    // The app's worker may hold the file briefly after its page has closed.
    const open = (): Promise<FileSystemWritableFileStream> =>
      file.createWritable({ keepExistingData: true }).catch(async (thrown: DOMException) => {
        if (thrown.name !== 'NoModificationAllowedError') throw thrown
        await new Promise((resolve) => setTimeout(resolve, 100))
        return open()
      })
    const out = await open()
    if (cut) await out.truncate(position)
    else await out.write({ type: 'write', position, data: new Uint8Array(Math.floor(size * (to - from))).fill(0xa5) })
    await out.close()
    return (await file.getFile()).size - HEADER
  }, how)
}

test('A damaged store is announced on every page, and its file can be downloaded', async ({ damier, page }) => {
  // A wide range, because damage in rebuilt tables is not reported.
  await livedIn(damier, page)
  const size = await damage(page, { from: 0.35, to: 0.6 })
  const note = page.getByRole('status', { name: 'The file with your games was damaged' })
  for (const address of ['./', './#/learn', './#/library', './#/settings']) {
    await page.goto(address)
    await page.reload()
    await expect(note).toContainText(/kept in this browser, untouched, as damier\.db/)
    await expect(note).toContainText(/games: \d+ \(moves: \d+\)/)
    await expect(note).toContainText(/Of the file.s \d+ parts, \d+ could not be read/)
  }
  await page.goto('./')
  await expect(page.getByRole('button', { name: 'Not yet' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await note.getByRole('button', { name: 'Download the damaged file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('damier.db')
  const bytes = readFileSync(await file.path())
  expect(bytes.length).toBe(size)
  expect(bytes.subarray(0, 15).toString()).toBe('SQLite format 3')
  expect(bytes[Math.floor(size * 0.55)]).toBe(0xa5)
  await note.getByRole('button', { name: 'I have read this' }).click()
  await expect(note).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Study', exact: true })).toBeVisible()
  await expect(note).toHaveCount(0)
})

const whole: [string, Damage][] = [
  ['whose beginning is lost', { from: 0, to: 0.02 }],
  // A small store begins with the empty roots of its tables.
  ['whose end is cut off', { from: 0.9, to: 1, cut: true }],
]
for (const [name, how] of whole) {
  test(`a store ${name} never looks like a first visit`, async ({ damier, page }) => {
    await livedIn(damier, page)
    await damage(page, how)
    await page.goto('./')
    const note = page.getByRole('status', { name: 'The file with your games was damaged' })
    await expect(note).toContainText(/games: \d{2,}/)
    await expect(page.getByRole('button', { name: 'Not yet' })).toHaveCount(0)
    await page.goto('./#/library')
    await expect(page.getByRole('listbox', { name: 'The games' }).getByRole('option').nth(5)).toBeVisible()
  })
}

test('A store with nothing left is announced above the first question', async ({ damier, page }) => {
  await livedIn(damier, page)
  await damage(page, { from: 0, to: 1 })
  await page.goto('./')
  await expect(page.getByRole('status', { name: 'The file with your games was damaged' })).toContainText('Nothing in it could be read.')
  await expect(page.getByRole('button', { name: 'Not yet' })).toBeVisible()
})
