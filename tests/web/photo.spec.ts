// A picture of a diagram is read, corrected and used as a position, or refused.
import { AxeBuilder } from '@axe-core/playwright'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { type Damier, expect, test } from './damier'

const FEN = 'W:W28,32,33,38,39,K46:BK5,8,13,18,19,24'

/** The diagram of the position, as the editor saves it for print. */
async function diagram(damier: Damier): Promise<Buffer> {
  const { page } = damier
  await damier.begin('In a club')
  await page.goto(`./#/editor/international/${encodeURIComponent(FEN)}`)
  await expect(fen(page)).toHaveValue(FEN)
  await damier.press(page.getByRole('button', { name: 'Diagram' }))
  await damier.press(page.getByRole('radio', { name: 'For printing' }))
  const download = page.waitForEvent('download')
  await damier.press(page.getByRole('button', { name: 'PNG picture' }))
  const picture = await readFile(await (await download).path())
  await page.keyboard.press('Escape')
  return picture
}

/** The picture as a photo of `size` pixels: turned, in uneven light, on a dark table. */
async function photographed(page: Page, picture: Buffer, size = 900): Promise<Buffer> {
  const data = await page.evaluate(
    async ([base64, wide]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${base64}`
      await image.decode()
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: wide, height: wide })
      const pen = canvas.getContext('2d')
      if (!pen) return ''
      pen.fillStyle = '#4a3b30'
      pen.fillRect(0, 0, wide, wide)
      pen.translate(wide / 2, wide / 2)
      pen.rotate(0.12)
      pen.fillStyle = '#fff'
      pen.fillRect(-wide * 0.4, -wide * 0.44, wide * 0.8, wide * 0.88)
      pen.drawImage(image, -wide * 0.36, -wide * 0.36, wide * 0.72, (wide * 0.72 * image.height) / image.width)
      pen.resetTransform()
      const light = pen.createLinearGradient(0, 0, wide, wide)
      light.addColorStop(0, 'rgba(0,0,0,0)')
      light.addColorStop(1, 'rgba(0,0,0,0.35)')
      pen.fillStyle = light
      pen.fillRect(0, 0, wide, wide)
      return canvas.toDataURL('image/jpeg', 0.8).split(',')[1] ?? ''
    },
    [picture.toString('base64'), size] as const,
  )
  return Buffer.from(data, 'base64')
}

const fen = (page: Page): Locator => page.getByRole('textbox', { name: 'The position as text' })
const chooser = (page: Page): Locator => page.getByLabel('Choose a picture')
const read = (page: Page): Locator => page.getByRole('region', { name: 'What was read' })
const said = 'Compare both boards.'

async function give(page: Page, name: string, buffer: Buffer): Promise<void> {
  await chooser(page).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

test('A photo is read, corrected and used as a position', async ({ damier, page }) => {
  const photo = await photographed(page, await diagram(damier))
  await damier.press(page.getByRole('button', { name: 'From a picture' }))
  await expect(page.getByText('It stays on this device.')).toBeVisible()
  await give(page, 'photo.jpg', photo)
  await damier.hears(said)
  await expect(damier.square(46)).toHaveAccessibleName(/white king/)
  await expect(damier.square(5)).toHaveAccessibleName(/black king/)
  await expect(damier.square(33)).toHaveAccessibleName(/white man/)
  await expect(damier.square(1)).toHaveAccessibleName(/empty/)
  await expect(read(page).getByRole('gridcell', { name: /(man|king)/ })).toHaveCount(12)

  // A misplaced corner spoils the reading; moved back, the reading is right again.
  const corner = page.getByRole('button', { name: 'Upper left corner' })
  const middle = async (): Promise<{ x: number; y: number }> => {
    await corner.scrollIntoViewIfNeeded()
    const box = await corner.boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const drag = async (by: number): Promise<void> => {
    const at = await middle()
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.mouse.move(at.x + by / 2, at.y + by / 2)
    await page.mouse.move(at.x + by, at.y + by)
    await page.mouse.up()
  }
  await drag(60)
  await expect(read(page).getByRole('gridcell', { name: /(man|king)/ })).not.toHaveCount(12)
  await drag(-60)
  await expect(read(page).getByRole('gridcell', { name: /(man|king)/ })).toHaveCount(12)
  const before = await middle()
  await corner.press('ArrowRight')
  await expect.poll(async () => (await middle()).x - before.x).toBeGreaterThan(0.1)

  await damier.press(page.getByRole('radio', { name: 'black man' }))
  await damier.tap(10)
  await expect(damier.square(10)).toHaveAccessibleName(/black man/)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  await damier.press(page.getByRole('button', { name: 'Use this position' }))
  await expect(fen(page)).toHaveValue('W:W28,32,33,38,39,K46:BK5,8,10,13,18,19,24')
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await expect(fen(page)).toHaveValue(FEN)
})

test('A picture without a board and a file that is no picture are refused', { tag: '@phone' }, async ({ damier, page }) => {
  const photo = await photographed(page, await diagram(damier))
  await page.goto('./#/picture')
  await give(page, 'photo.jpg', photo)
  await damier.hears(said)
  await give(page, 'letter.txt', Buffer.from('Dear friend'))
  await damier.hears('letter.txt is no picture that can be read here.')
  await give(page, 'empty.png', Buffer.alloc(0))
  await damier.hears('empty.png is no picture that can be read here.')
  await expect(read(page).getByRole('gridcell', { name: /(man|king)/ })).toHaveCount(12)

  const noise = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 400, height: 300 })
    const pen = canvas.getContext('2d')
    const image = pen?.createImageData(400, 300)
    if (!pen || !image) return ''
    for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251
    pen.putImageData(image, 0, 0)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await give(page, 'cat.png', Buffer.from(noise, 'base64'))
  await damier.hears('I find no board in this picture.')
  await expect(page.getByRole('button', { name: 'Lower right corner' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use this position' })).toBeDisabled()

  // The board upside down, and a game with another board.
  await give(page, 'photo.jpg', photo)
  await expect(damier.square(46)).toHaveAccessibleName(/white king/)
  await damier.press(page.getByRole('group', { name: 'Below in the picture' }).getByRole('radio', { name: 'Black' }))
  await expect(damier.square(5)).toHaveAccessibleName(/white king/)
  await damier.press(page.getByRole('button', { name: /^The game/ }))
  await damier.press(page.getByRole('dialog').getByRole('button', { name: /^Russian draughts/ }))
  await damier.hears('This looks like a board 10 squares wide')
})

test('A picture is dropped and pasted on any page', async ({ damier, page }) => {
  const photo = await photographed(page, await diagram(damier))
  const come = async (kind: 'drop' | 'paste'): Promise<void> => {
    await page.goto('./#/study')
    await expect(page.getByRole('heading', { level: 1, name: 'Study' })).toBeVisible()
    await page.evaluate(
      async ([base64, how]) => {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0) ?? 0)
        const data = new DataTransfer()
        data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
        if (how === 'drop') document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
        else document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }))
      },
      [photo.toString('base64'), kind] as const,
    )
    await expect(page.getByRole('heading', { level: 1, name: 'Position from a picture' })).toBeVisible()
    await expect(damier.square(46)).toHaveAccessibleName(/white king/)
  }
  await come('drop')
  await come('paste')
})

test('A picture of fifty million pixels is read', async ({ damier, page }) => {
  test.slow()
  const photo = await photographed(page, await diagram(damier), 7100)
  await page.goto('./#/picture')
  await expect(chooser(page)).toBeEnabled()
  await give(page, 'large.jpg', photo)
  await damier.hears(said)
  await expect(damier.square(46)).toHaveAccessibleName(/white king/)
})
