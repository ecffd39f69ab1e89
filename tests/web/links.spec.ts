// Links between devices: made and opened without a network, or refused with a reason.
import { type Damier, expect, test } from './damier'

/** The code in the address shown by the sheet. */
async function codeOf({ page }: Damier): Promise<string> {
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'The address' })
  await expect(field).toHaveValue(/#\/link\/[\w-]+$/)
  await expect(page.getByRole('img', { name: 'A picture of dots for a camera' }).locator('svg')).toBeVisible()
  return (await field.inputValue()).split('/').at(-1) ?? ''
}

/** The code of the lesson "mazette". */
async function codeOfMazette(damier: Damier): Promise<string> {
  await damier.begin('In a club')
  await damier.page.goto('./#/learn/mazette')
  await damier.press(damier.page.getByRole('button', { name: 'Share' }))
  return codeOf(damier)
}

test('A shared game opens with its moves', async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.move(32, 28)
  await damier.move(19, 23)
  await damier.move(28, 19)
  await expect(damier.moves.getByRole('button')).toHaveCount(3)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Share' }))
  const code = await codeOf(damier)
  await page.goto(`./#/link/${code}`)
  // The game's own page shows the same board until the link opens.
  await expect(page.getByRole('link', { name: 'Go on from here' })).toBeVisible()
  await expect(damier.square(19)).toHaveAccessibleName(/white man/)
  await expect(damier.moves).toContainText('28×19')
  // The moves are stepped through by a button, a key, the wheel and the list.
  await damier.press(page.getByRole('button', { name: 'Move back' }))
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
  await page.keyboard.press('ArrowLeft')
  await expect(damier.square(23)).toHaveAccessibleName(/empty/)
  const middle = await damier.middle(23)
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.wheel(0, 120)
  await expect(damier.square(23)).toHaveAccessibleName(/black man/)
  await damier.press(damier.moves.getByRole('button').last())
  await expect(damier.square(19)).toHaveAccessibleName(/white man/)
  await expect(page.getByRole('button', { name: 'Next move' })).toBeDisabled()
  await damier.press(page.getByRole('link', { name: 'Go on from here' }))
  await expect(page).toHaveURL(/#\/editor\/international\//)
})

test('A shared lesson opens at its own page', async ({ damier, page }) => {
  const lesson = await codeOfMazette(damier)
  await page.goto(`./#/link/${lesson}`)
  await expect(page).toHaveURL(/#\/learn\/mazette$/)
})

test('A cut link, a foreign link and a whole one are told apart', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/editor')
  await damier.press(page.getByRole('button', { name: 'Share' }))
  const code = await codeOf(damier)
  await page.goto(`./#/link/${code.slice(0, -3)}`)
  await expect(page.getByText('The link is incomplete or was changed on its way.')).toBeVisible()
  await page.goto('./#/link/nothing')
  await expect(page.getByText('This is no link of Damier.')).toBeVisible()
  await page.goto(`./#/link/${code}`)
  await expect(page).toHaveURL(/#\/editor\/international\//)
})

test('A pasted address opens although line breaks were put into it', async ({ damier, page }) => {
  const code = await codeOfMazette(damier)
  await page.goto('./#/study')
  await page.evaluate(
    (text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    },
    `damier://link/${code.slice(0, 8)}\n${code.slice(8)}`,
  )
  await expect(page).toHaveURL(/#\/learn\/mazette$/)
})
