// The composer's bench: a problem is set up, checked, kept, printed and restored after a reload.
import { expect, test } from './damier'

/** A coup de mazette with one unneeded man. */
const SOUND = 'W:W28,32,37,46:B10,17,19'

test('A problem is set up in two taps from Today and has no solution yet', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/today')
  await damier.press(page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Puzzles' }))
  await damier.press(page.getByRole('link', { name: /^Composer’s bench/ }))
  const main = page.getByRole('main')
  await expect(main.getByText(/Set up a position that the side to move wins/)).toBeVisible()
  await damier.tap(32)
  await damier.press(page.getByRole('radio', { name: 'black king' }))
  await damier.tap(5)
  await expect(damier.square(5)).toHaveAccessibleName(/black king/)
  await damier.press(page.getByRole('button', { name: 'Check the problem' }))
  await expect(main.getByText('No solution: no first move wins.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Put into a set' })).toHaveCount(0)
  // A reload keeps the draft.
  await page.reload()
  await expect(damier.square(5)).toHaveAccessibleName(/black king/)
  await expect(damier.square(32)).toHaveAccessibleName(/white man/)
})

test('A problem from the editor is checked, kept and printed', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto(`./#/editor/international/${encodeURIComponent(SOUND)}`)
  await damier.press(page.getByRole('button', { name: 'Check as a problem' }))
  const main = page.getByRole('main')
  await damier.press(page.getByRole('button', { name: 'Check the problem' }))
  await expect(main.getByText(/^Sound: one key/)).toBeVisible({ timeout: 60_000 })
  await expect(main.getByText(/^Not needed: .*46/)).toBeVisible()
  const solution = page.getByRole('region', { name: 'The whole solution' })
  await damier.press(solution.getByRole('button').nth(1))
  await expect(damier.square(28)).toHaveAccessibleName(/black man/)
  await damier.press(page.getByRole('button', { name: 'Back to setting up' }))
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
  await damier.press(page.getByRole('button', { name: 'Put into a set' }))
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('New set')).toHaveValue('My problems')
  await damier.press(sheet.getByRole('button', { name: 'Make' }))
  await damier.hears('It is in the set My problems.')
  await damier.press(page.getByRole('link', { name: 'Print as a diagram sheet' }))
  await expect(page.getByRole('heading', { name: 'My problems' })).toBeVisible()
  await expect(main.getByText('28-22', { exact: false })).toBeVisible()
})

test('A changed position drops the verdict on the one before', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto(`./#/compose/international/${encodeURIComponent(SOUND)}`)
  const main = page.getByRole('main')
  await damier.press(page.getByRole('button', { name: 'Check the problem' }))
  await expect(main.getByText(/^Sound: one key/)).toBeVisible({ timeout: 60_000 })
  await damier.press(page.getByRole('radio', { name: 'take off' }))
  await damier.tap(32)
  await expect(main.getByText(/^Sound: one key/)).toHaveCount(0)
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByRole('button', { name: 'Check the problem' })).toBeEnabled()
})
