// Specific messages for wrong files, damaged files and nonsense addresses, and limits for long texts.
import { type Damier, expect, test } from './damier'
import { readFile } from 'node:fs/promises'

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const GAME = '[White "Ada"]\n[Black "Ben"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n'

async function pick(damier: Damier, name: string, bytes: Buffer): Promise<void> {
  await damier.page.locator('input[type="file"][multiple]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
}

async function close(damier: Damier): Promise<void> {
  await damier.press(damier.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
  await expect(damier.page.getByRole('dialog')).toHaveCount(0)
}

test('A wrong file is named, and a damaged backup gives the rest', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/library')
  const report = page.getByRole('dialog', { name: 'Not imported' })
  await pick(damier, 'board.pdn', PNG)
  await expect(report).toContainText('This is a picture (PNG). Choose a file of games (PDN).')
  await expect(report).not.toContainText('Games read')
  await close(damier)
  await pick(damier, 'letter.pdn', Buffer.from('Dear Ada,\n\nhow are you?\n'))
  await expect(report).toContainText('There is nothing of draughts in this text.')
  await close(damier)
  await pick(damier, 'games.pdn', Buffer.from(Array.from({ length: 20 }, (_, number) => GAME.replace('Ada', `Ada ${number}`)).join('\n')))
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText('All 20 games are in.')
  await close(damier)

  await damier.press(page.getByRole('button', { name: 'The library' }))
  const download = page.waitForEvent('download')
  await damier.press(page.getByRole('button', { name: 'Back everything up' }))
  const backup = await readFile(await (await download).path(), 'utf8')
  const restore = page.locator('dialog input[type="file"]')
  const give = (text: string | Buffer) => restore.setInputFiles({ name: 'backup', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await give(PNG)
  await expect(page.getByRole('dialog')).toContainText('This is a picture (PNG). Choose a backup made by Damier.')
  await give(GAME)
  await expect(page.getByRole('dialog')).toContainText('This is a file of games (PDN). Import it in the library.')
  await give('')
  await expect(page.getByRole('dialog')).toContainText('This file is empty.')
  await close(damier)
  await pick(damier, 'backup.pdn', Buffer.from(backup))
  await expect(report).toContainText('This is a backup of Damier. Restore it from the library’s menu.')
  await close(damier)

  await damier.press(page.getByRole('button', { name: 'The library' }))
  await damier.press(page.getByRole('button', { name: 'Erase everything' }))
  await damier.press(page.getByRole('button', { name: 'Erase', exact: true }))
  await damier.press(page.getByRole('button', { name: 'Not yet' }))
  await expect(page.getByRole('grid')).toBeVisible()
  await page.goto('./#/library')
  await damier.press(page.getByRole('button', { name: 'The library' }))
  const lines = backup.split('\n')
  const bad = lines.findIndex((line) => line.startsWith('{"game"'))
  lines[bad] = lines[bad]?.slice(0, 60) ?? ''
  await give(lines.join('\n'))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('19 games restored')
  await expect(dialog).toContainText('1 line could not be read and was left out.')
  await damier.press(dialog.getByText('Which lines'))
  await expect(dialog).toContainText(`Line ${bad + 1}: it is damaged.`)
  await expect(page.getByText(/file with your games is damaged/)).toHaveCount(0)
  // Letters twice as large fit on a narrow screen.
  await close(damier)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const box = await page.getByRole('button', { name: 'Import', exact: true }).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('A file that is no lesson is named', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/learn')
  const add = page.locator('input[type="file"]').first()
  const give = (name: string, buffer: Buffer) => add.setInputFiles({ name, mimeType: 'text/plain', buffer })
  await give('faulty.toml', Buffer.from('id = "mine"\nvariant = "chess"\n'))
  await expect(page.getByRole('main').getByText(/fault.* not added/)).toBeVisible()
  await expect(page.locator('.faults li')).toHaveCount(1)
  await give('board.toml', PNG)
  await expect(page.getByRole('main').getByText('This is a picture (PNG). Choose a lesson file (TOML).')).toBeVisible()
  await expect(page.locator('.faults li')).toHaveCount(0)
  await give('large.toml', Buffer.from('id = "mine"\nvariant = "international"\n'.repeat(8000)))
  await expect(page.getByRole('main').getByText('The file is too large: 200 kB at most.')).toBeVisible()
})

/** Nonsense addresses: unknown pages, and unknown things on each page. */
const NOWHERE = [
  'nosuchpage',
  'library/999999999999999999999',
  'library/999999',
  'library/x',
  'sets/99999999999999999999',
  'sets/99999',
  'sets/99999/sheet',
  'training/x',
  'training/length/99999',
  'training/length/99',
  'training/theme/nosuch',
  'training/set/99999',
  'learn/nosuch',
  'learn/nosuch/3',
  'learn/board/99999',
  'rules/chess',
  'table/chess',
  'words/nosuch',
  'endings/nosuch',
  'puzzles/nosuch',
  'article/x',
  'editor/chess',
  'play/x',
  'settings/a/b',
]

test('An address with nonsense leads to no page, and a way on', async ({ damier, page }) => {
  await damier.begin('Not yet')
  for (const path of NOWHERE) {
    await page.goto(`./#/${path}`)
    const main = page.getByRole('main')
    await expect(main, path).toContainText(/There is no such page|no such article|No such article|There are no puzzles|No puzzle/i)
    await expect(main.getByRole('link').first(), path).toBeVisible()
    await expect(main, path).not.toContainText(/line \d+ column|expected|invalid (type|value)|out of range|Something went wrong/)
  }
  await page.goto('./#/nosuchpage')
  await damier.press(page.getByRole('main').getByRole('link', { name: 'Back to the start' }))
  await expect(page).toHaveURL(/#\/$/)
  // A faulty position is reported in the editor.
  await page.goto('./#/editor/chess/xyz')
  await damier.hears('I read no position in this text. Write a FEN, or for example White: 27, 28. Black: 3.')
})

const moves = (damier: Damier) => damier.page.getByRole('region', { name: 'The moves of the game' })

test('Long names, tags and comments are shortened', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/library')
  const name = 'Long'.repeat(500)
  const tags = Array.from({ length: 3000 }, (_, number) => `[Tag${number} "value ${number} ${'x'.repeat(500)}"]`).join('\n')
  await pick(
    damier,
    `${'name'.repeat(50)}.pdn`,
    Buffer.from(
      `[White "${name}"]\n[Black "${name}"]\n[Event "${name}"]\n${tags}\n\n{${'word '.repeat(20_000)}end} 1. 32-28 {${'letters'.repeat(9000)}} *\n`,
    ),
  )
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toBeVisible()
  const fits = async (): Promise<void> =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await fits()
  await close(damier)
  await fits()
  await damier.press(page.getByRole('listbox').getByRole('option').first())
  await expect(moves(damier).getByRole('button', { name: '1. 32-28' })).toBeVisible()
  await fits()
  expect((await moves(damier).innerText()).length).toBeLessThan(3000)
  await damier.press(moves(damier).getByRole('button', { name: 'Show all' }).first())
  await expect(moves(damier)).toContainText('word end')
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Details and note' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'White' })).toHaveValue(name)
  await expect(dialog.locator('dd')).toHaveCount(40)
  await damier.press(dialog.getByRole('button', { name: /\d+ more/ }))
  await expect(dialog.locator('dd')).toHaveCount(80)
  await fits()
})

test('The longest games draw only the visible moves', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/library')
  const kings = ['50-45', '1-6', '45-50', '6-1']
  const plies = Array.from({ length: 40_000 }, (_, ply) => `${ply % 2 ? '' : `${ply / 2 + 1}. `}${kings[ply % 4]}`).join(' ')
  const answers = ['18-22 2. 37-32', '20-25 2. 34-29', '16-21 2. 31-26', '17-22 2. 28x17 11x22']
  const variations = Array.from({ length: 10_000 }, (_, number) => `(1... ${answers[number % 4]})`).join('\n')
  await pick(
    damier,
    'long.pdn',
    Buffer.from(`[White "Long"]\n[FEN "W:WK50:BK1"]\n\n${plies} *\n\n[White "Wide"]\n\n1. 32-28 19-23 ${variations} 2. 28x19 14x23 *\n`),
  )
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText('All 2 games are in.')
  await close(damier)
  for (const [name, last] of [
    ['Long', /20000… /],
    ['Wide', /2… 14×23/],
  ] as const) {
    await page.goto('./#/library')
    await damier.press(page.getByRole('option', { name: new RegExp(name) }))
    await expect(moves(damier).getByRole('button').first()).toBeVisible()
    expect(await moves(damier).getByRole('button').count()).toBeLessThan(1500)
    // The end is reached, drawn and in view.
    await damier.press(page.getByRole('button', { name: 'End', exact: true }))
    const end = moves(damier).getByRole('button', { name: last })
    await expect(end).toHaveAttribute('aria-current', 'step')
    await expect(end).toBeInViewport()
    expect(await moves(damier).getByRole('button').count()).toBeLessThan(1500)
  }
})
