// Games for two unequal players: the proposal, the men that are missing, what follows from the result, and the games so far.
import { expect, test } from './damier'

test('Two people play with a handicap that follows their results', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/play')
  await damier.press(page.getByRole('link', { name: /^Handicap/ }))
  const main = page.getByRole('main')
  await damier.press(main.getByRole('radio', { name: 'Two people, one board' }))
  await main.getByLabel('Name, White').fill('Lea')
  await main.getByLabel('Name, Black').fill('Papa')
  await expect(main.getByRole('heading', { name: 'Even: nobody gives a man.' })).toBeVisible()
  await expect(main.getByText('I do not know your games yet.')).toBeVisible()
  await damier.press(main.getByRole('radio', { name: 'Papa' }))
  await expect(main.getByRole('heading', { name: 'Papa gives 3 men.' })).toBeVisible()
  await damier.press(main.getByRole('button', { name: 'One more man for Papa' }))
  await expect(main.getByRole('heading', { name: 'Papa gives 2 men.' })).toBeVisible()
  await damier.press(main.getByRole('button', { name: 'Begin' }))

  await expect(page.getByRole('gridcell', { name: /black man/ })).toHaveCount(18)
  await expect(main.getByText('Papa', { exact: true })).toBeVisible()
  await damier.move(32, 28)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Resign' }))
  await damier.press(page.getByRole('dialog').getByRole('button', { name: 'Resign' }))
  // Black is to move and has resigned: one man less for Lea.
  const end = page.getByRole('region', { name: /^Result:/ })
  await expect(end.getByRole('button', { name: /^Next game/ })).toContainText('Papa gives 1 man.')

  await damier.press(end.getByRole('button', { name: 'Our games' }))
  await expect(main.getByText('Lea 1 – 0 Papa')).toBeVisible()
  await expect(main.getByText('Lea won the last game.', { exact: true })).toBeVisible()
  await page.goBack()
  await damier.press(end.getByRole('button', { name: /^Next game/ }))
  // Colours are swapped: Papa has White and misses a man.
  await expect(page.getByRole('gridcell', { name: /white man/ })).toHaveCount(19)
  await expect(page.getByRole('gridcell', { name: /black man/ })).toHaveCount(20)
})

test('A game against the computer begins with the men that were chosen', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/handicap')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Even: nobody gives a man.' })).toBeVisible()
  await damier.press(main.getByRole('button', { name: 'One more man for you' }))
  await damier.press(main.getByRole('button', { name: 'One more man for you' }))
  await expect(main.getByRole('heading', { name: 'Club player gives 2 men.' })).toBeVisible()
  await damier.press(main.getByRole('radio', { name: 'White', exact: true }))
  await damier.press(main.getByText('Other ways to be fair'))
  await damier.press(main.getByRole('checkbox', { name: 'A draw counts for you' }))
  await damier.press(main.getByRole('button', { name: 'Begin' }))
  await expect(page.getByRole('gridcell', { name: /black man/ })).toHaveCount(18)
  await expect(main.getByText('must win by 1')).toBeVisible()
})
