// Several people on one device: switching takes two taps, and nothing is shared.
import { expect, test } from './damier'

test('Two people share a device, each with a game and a name', async ({ page, damier }) => {
  await damier.begin('In a club')
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button').first()).toBeVisible()
  await page.goto('./#/')
  const who = page.getByRole('main').getByRole('link', { name: /Who plays\?/ })
  await who.click()
  const people = page.getByRole('main').getByRole('listitem')
  await expect(people).toHaveCount(1)
  await page.getByRole('button', { name: 'Name and colour' }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await damier.press(page.getByRole('radio', { name: 'Green' }))
  await page.getByRole('button', { name: 'Keep' }).click()
  await expect(people.filter({ hasText: 'Ada' })).toContainText('Here now')

  // A new person gives a name and answers the first question.
  await page.getByRole('button', { name: 'Somebody else' }).click()
  const sheet = page.getByRole('dialog', { name: 'Somebody else' })
  await sheet.getByRole('textbox').fill('Ada')
  await expect(sheet.getByRole('button', { name: 'Begin' })).toBeDisabled()
  await sheet.getByRole('textbox').fill('Bram')
  await sheet.getByRole('button', { name: 'Begin' }).click()
  await damier.press(page.getByRole('button', { name: 'Not yet' }))
  await expect(page.getByRole('grid')).toBeVisible()
  await page.goto('./#/')
  await expect(who).toHaveAccessibleName(/Bram/)
  await expect(page.getByRole('main')).not.toContainText('Your game')

  // Two taps lead back to the waiting game.
  await who.click()
  await people.filter({ hasText: 'Ada' }).getByRole('button').first().click()
  await expect(who).toHaveAccessibleName(/Ada/)
  await page.goto('./#/play/game')
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)

  // Removing a person deletes the progress, after a warning.
  await page.goto('./#/people')
  await people.filter({ hasText: 'Bram' }).getByRole('button', { name: 'Remove Bram' }).click()
  const leaving = page.getByRole('dialog', { name: 'Remove Bram' })
  await expect(leaving).toContainText('for good')
  await leaving.getByRole('button', { name: 'Remove Bram' }).click()
  await expect(people).toHaveCount(1)
})
