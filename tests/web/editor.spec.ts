// The board editor: pieces by tap, drag and keys, refusals, texts, pictures, and a game from the position.
import { readFile } from 'node:fs/promises'
import { type Damier, expect, test } from './damier'

async function open(damier: Damier, address = '#/editor'): Promise<void> {
  await damier.begin('In a club')
  await damier.page.goto(`./${address}`)
  await expect(damier.square(32)).toBeVisible()
}

const fen = (damier: Damier) => damier.page.getByRole('textbox', { name: 'The position as text' })

test('Pieces are put, replaced and taken off, and every step is undone', { tag: ['@phone', '@main'] }, async ({ damier, page }) => {
  await open(damier)
  await damier.press(page.getByRole('button', { name: 'Clear the board' }))
  await expect(fen(damier)).toHaveValue('W:W:B')
  await damier.tap(32)
  await expect(fen(damier)).toHaveValue('W:W32:B')
  await damier.press(page.getByRole('radio', { name: 'black king' }))
  await damier.tap(3)
  await expect(fen(damier)).toHaveValue('W:W32:BK3')
  await expect(damier.square(3)).toHaveAccessibleName(/black king/)

  // A man on the promotion row is impossible, and the reason is announced.
  await damier.press(page.getByRole('radio', { name: 'white man' }))
  await damier.tap(1)
  await damier.hears('a man on the row where it would be a king')
  await expect(page.getByRole('button', { name: 'Play from here' })).toBeDisabled()
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await expect(fen(damier)).toHaveValue('W:W32:BK3')
  await expect(page.getByRole('button', { name: 'Play from here' })).toBeEnabled()

  // The eraser takes a piece off, and undo puts it back.
  await damier.press(page.getByRole('radio', { name: 'take off' }))
  await damier.tap(3)
  await expect(fen(damier)).toHaveValue('W:W32:B')
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await expect(fen(damier)).toHaveValue('W:W32:BK3')
  await damier.press(page.getByRole('radio', { name: 'Black', exact: true }))
  await expect(fen(damier)).toHaveValue('B:W32:BK3')
})

test('A link to an unknown game leads to no page and offers the editor', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto(`./#/editor/xyz/${encodeURIComponent('W:W32:BK3')}`)
  const fault = page.getByRole('alert')
  await expect(fault).toContainText('There is no such page')
  await damier.press(fault.getByRole('link', { name: 'Set up a position' }))
  await expect(damier.square(32)).toHaveAccessibleName(/white man/)
})

test('A piece is dragged over the board and off it', async ({ damier, page }) => {
  await open(damier, `#/editor/international/${encodeURIComponent('W:W32:BK3')}`)
  await expect(fen(damier)).toHaveValue('W:W32:BK3')
  const middle = async (square: number) => {
    const box = await damier.square(square).boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const [from, to] = [await middle(32), await middle(21)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x - 30, to.y + 20, { steps: 4 })
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
  await expect(fen(damier)).toHaveValue('W:W21:BK3')
  const palette = await page.getByText('man', { exact: true }).last().boundingBox()
  const there = await middle(14)
  await page.mouse.move((palette?.x ?? 0) + 5, (palette?.y ?? 0) + 5)
  await page.mouse.down()
  await page.mouse.move(there.x - 20, there.y, { steps: 4 })
  await page.mouse.move(there.x, there.y)
  await page.mouse.up()
  await expect(fen(damier)).toHaveValue('W:W21:BK3,14')
})

test('Pieces are put and taken off with keys alone', async ({ damier, page }) => {
  await open(damier)
  await page.getByRole('button', { name: 'Clear the board' }).press('Enter')
  await damier.square(1).focus()
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await expect(fen(damier)).toHaveValue('W:W:BK1')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(fen(damier)).toHaveValue('W:W6:BK1')
  await page.keyboard.press('Delete')
  await expect(fen(damier)).toHaveValue('W:W:BK1')
  await page.keyboard.press('Control+z')
  await expect(fen(damier)).toHaveValue('W:W6:BK1')
})

test('A list from a paper and a game in PDN are read, nonsense is refused', { tag: '@phone' }, async ({ damier, page }) => {
  await open(damier)
  const read = async (text: string): Promise<void> => {
    await fen(damier).fill(text)
    await damier.press(page.getByRole('button', { name: 'Read', exact: true }))
  }
  await read('Blancs : 27, 28, dame 5. Noirs : 12, 13.')
  await expect(fen(damier)).toHaveValue('W:WK5,27,28:B12,13')
  await read('Wit: 32 Zwart: 19')
  await expect(fen(damier)).toHaveValue('W:W32:B19')
  await read('[White "Ada"]\n1. 32-28 19-23 2. 28x19 14x23 *')
  await expect(fen(damier)).toHaveValue('W:W31,33-50:B1-13,15-18,20,23')
  await read('good evening')
  await damier.hears('I read no position in this text')
  await read('[GameType "25"]\n[FEN "W:Wc3:Be5"]\n*')
  await expect(damier.game('The game: Russian draughts')).toBeVisible()
  await expect(page.getByRole('gridcell')).toHaveCount(32)
})

test('A diagram is saved as a self-contained SVG and PNG', { tag: '@phone' }, async ({ damier, page }) => {
  await open(damier, `#/editor/international/${encodeURIComponent('B:W32,K46:BK3,19')}`)
  await expect(fen(damier)).toHaveValue('B:W32,K46:BK3,19')
  await damier.press(page.getByRole('button', { name: 'Diagram' }))
  const save = async (name: string): Promise<Buffer> => {
    const download = page.waitForEvent('download')
    await damier.press(page.getByRole('button', { name }))
    return readFile(await (await download).path())
  }
  const svg = (await save('SVG picture')).toString()
  expect(svg).toContain('Black to move')
  expect(svg).not.toMatch(/class=|var\(|href=|<script/)
  const png = await save('PNG picture')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.readUInt32BE(16)).toBeGreaterThan(900)
})

test('A position is analysed and played on', { tag: ['@phone', '@main'] }, async ({ damier, page }) => {
  await open(damier, `#/editor/international/${encodeURIComponent('W:W28,32,37:B10,17,19')}`)
  await expect(fen(damier)).toHaveValue('W:W28,32,37:B10,17,19')
  await damier.press(page.getByRole('button', { name: 'Analyse', exact: true }))
  const analysis = page.getByRole('region', { name: 'Analysis' })
  await expect(analysis).toContainText('28-22')
  await expect(analysis).toContainText('White wins')
  await damier.press(analysis.getByRole('button', { name: 'Stop the analysis' }))
  await damier.press(page.getByRole('button', { name: 'Play from here' }))
  await damier.press(page.getByRole('radio', { name: 'Two people, one board' }))
  await damier.press(page.getByRole('button', { name: 'Begin' }))
  await expect(page).toHaveURL(/#\/play/)
  await damier.move(28, 22)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  await expect(damier.square(17)).toHaveAccessibleName(/must take/)
})
