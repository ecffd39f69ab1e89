// Other programs in a browser: it cannot reach them, and says what can.
import { expect, test } from './damier'

test('A browser says that it cannot reach other programs', async ({ page, damier }) => {
  await page.goto('./')
  await damier.begin('In a club')
  await page.goto('./#/programs')
  await expect(page.getByRole('heading', { name: 'Other programs' })).toBeVisible()
  await expect(page.getByRole('main').getByText('A browser can neither start other programs nor open a line to them.')).toBeVisible()
  await expect(page.getByRole('main').getByText('“damier dxp”')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Call' })).toHaveCount(0)
  // The board of a line that cannot be leads back there, and a new game offers no engine.
  await page.goto('./#/programs/board')
  await expect(page).toHaveURL(/#\/programs$/)
  await page.goto('./#/play')
  await page.getByRole('button', { name: 'New game' }).click()
  await expect(page.getByRole('dialog').getByText('Level', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Engines …')).toHaveCount(0)
})
