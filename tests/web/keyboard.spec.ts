// The first question and a game by keyboard, with the announcements of a screen reader.
import { expect, test } from './damier'

test('A game is begun from the first question with keys alone', { tag: '@main' }, async ({ damier, page }) => {
  await page.goto('./')
  const focused = page.locator(':focus')
  const tabTo = async (name: RegExp | string): Promise<void> => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      const label = await focused.evaluate((at) => at.getAttribute('aria-label') ?? at.textContent ?? '').catch(() => '')
      if (typeof name === 'string' ? label.includes(name) : name.test(label)) return
    }
    throw new Error(`Tab never came to ${name}`)
  }

  await page.getByRole('button', { name: 'In a club' }).waitFor()
  await tabTo('In a club')
  await page.keyboard.press('Enter')
  await expect(damier.square(32)).toHaveAccessibleName(/white man/)

  // Onto the board, to 32, and one row up to 28.
  await tabTo(/^\d+, /)
  await page.keyboard.press('Control+Home')
  await expect(focused).toHaveAccessibleName(/^1, black man/)
  await page.keyboard.press('PageDown')
  await expect(focused).toHaveAccessibleName(/^46, white man/)
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp')
  await expect(focused).toHaveAccessibleName(/^31, white man/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(damier.square(32)).toHaveAccessibleName(/in your hand/)
  await page.keyboard.press('Escape')
  await expect(damier.square(32)).not.toHaveAccessibleName(/in your hand/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  while (!/^28,/.test((await focused.getAttribute('aria-label')) ?? '')) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(damier.moves.getByRole('button')).toHaveCount(2)

  await tabTo('Menu')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(focused).toHaveAccessibleName('Menu')
})

test('A game is typed without seeing the screen, and everything is announced', async ({ damier, page }) => {
  await page.goto('./')
  await page.getByRole('button', { name: 'Play without seeing the screen' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const box = page.getByRole('textbox', { name: 'Type a move' })
  await expect(box).toBeFocused()
  await damier.hears(/The game begins\. You have White/)

  await page.keyboard.type('nonsense')
  await page.keyboard.press('Enter')
  await damier.hears('I read no move in “nonsense”')
  await box.fill('31 22')
  await page.keyboard.press('Enter')
  await damier.hears('A man goes one square at a time.')
  await box.fill('32 28')
  await page.keyboard.press('Enter')
  await damier.hears(/White: 32 to 28/)
  await damier.hears(/Black: \d+ (to|takes) .*Your move/)

  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  await page.getByRole('button', { name: 'Resign' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).press('Enter')
  await damier.hears(/Game over\. .*White resigns/)
})
