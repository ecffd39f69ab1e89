// Several games on one device: one against several, hidden men, and an older game continued.
import { expect, test } from './damier'

test('One plays against several, with the men hidden', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/boards')
  await damier.press(page.getByRole('radio', { name: '2', exact: true }))
  await damier.press(page.getByRole('button', { name: 'Begin' }))
  await expect(page.getByText('Opponent at board 1 of 2')).toBeVisible()
  await damier.move(32, 28)
  await expect(page.getByText('Opponent at board 2 of 2')).toBeVisible()
  await damier.move(33, 29)
  // After one round Black answers on the first board.
  await expect(page.getByText('Opponent at board 1 of 2')).toBeVisible()
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
  await damier.move(19, 23)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)

  await page.goto('./#/settings')
  await damier.press(page.getByRole('radio', { name: 'None', exact: true }).last())
  await page.goto('./#/boards')
  // No small board shows the hidden men.
  await expect(page.getByRole('button', { name: /Board 1/ }).locator('svg')).toHaveCount(0)
  await damier.press(page.getByRole('button', { name: /Board 2/ }))
  await expect(page.getByText('Opponent at board 2 of 2')).toBeVisible()
  const opacity = (): Promise<string> => page.locator('.board-pieces').evaluate((pieces) => getComputedStyle(pieces).opacity)
  expect(await opacity()).toBe('0')
  await damier.move(18, 23)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  // Looking back keeps the men hidden. Each look at them is counted.
  await damier.press(damier.moves.getByRole('button').first())
  await expect(page.getByRole('button', { name: 'Back to the game' })).toBeVisible()
  expect(await opacity()).toBe('0')
  await expect(page.getByText('Men shown: 0')).toBeVisible()
  // Checked in every frame: the moment may end before the next line runs.
  const shown = page.waitForFunction(() => {
    const pieces = document.querySelector('.board-pieces')
    return pieces !== null && getComputedStyle(pieces).opacity === '1'
  })
  await damier.press(page.getByRole('button', { name: 'Show the men for a moment' }))
  await shown
  await expect(page.getByText('Men shown: 1')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Men shown: 1')).toBeVisible()
  await expect.poll(opacity).toBe('0')
  // The position in words is hidden too, and a typed question counts as a look.
  await damier.openMoves()
  const box = page.getByRole('textbox', { name: 'Type a move' })
  await expect(box).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The position in words' })).toHaveCount(0)
  await box.fill('p')
  await box.press('Enter')
  await expect(page.getByText('Men shown: 2')).toBeVisible()
  // The picture of the current game has no men either.
  await page.goto('./#/play')
  const goesOn = page.getByRole('link', { name: 'Resume the game' }).first()
  await expect(goesOn.locator('svg').first()).toBeVisible()
  await expect(goesOn.locator('svg circle')).toHaveCount(0)

  // An unfinished game can also be resumed from the library.
  await page.goto('./#/library')
  await damier.press(page.getByRole('listbox', { name: 'The games' }).getByRole('option').first())
  await damier.press(page.getByRole('button', { name: 'Resume the game' }))
  await expect(page.getByText(/board \d of 2/)).toBeVisible()
})

test('Each board of a round has its own clocks', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/boards')
  await damier.press(page.getByRole('radio', { name: '2', exact: true }))
  await damier.press(page.getByText('No clock').first())
  await damier.press(page.getByRole('radio', { name: '30 min' }))
  await damier.press(page.getByRole('checkbox', { name: /Different times/ }))
  // The opponents' minutes.
  await page.getByRole('spinbutton').first().fill('5')
  await damier.press(page.getByRole('button', { name: 'Begin' }))
  await expect(page.getByText('Opponent at board 1 of 2')).toBeVisible()
  const clocks = page.getByRole('timer')
  await expect(clocks.filter({ hasText: /^5:00$/ })).toHaveCount(1)
  await expect(clocks.filter({ hasText: /^30:00$/ })).toHaveCount(1)
  await damier.move(32, 28)
  await expect(page.getByText('Opponent at board 2 of 2')).toBeVisible()
  await damier.move(33, 29)
  await expect(page.getByText('Opponent at board 1 of 2')).toBeVisible()
  // Black's clock runs again by itself.
  await expect(page.locator('.clock.running')).toHaveCount(1)
  await expect(page.getByText(/The clock stands/)).toHaveCount(0)
  await damier.move(19, 23)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await damier.press(page.getByRole('list', { name: 'One against several' }).getByRole('button', { name: /^2/ }))
  await expect(page.getByText('Opponent at board 2 of 2')).toBeVisible()
  await expect(page.locator('.clock.running')).toHaveCount(1)
  await expect(page.getByText(/The clock stands/)).toHaveCount(0)
})

test('A new game takes no board of a round away', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/boards')
  await damier.press(page.getByRole('radio', { name: '2', exact: true }))
  await damier.press(page.getByRole('button', { name: 'Begin' }))
  await damier.move(32, 28)
  await expect(page.getByText('Opponent at board 2 of 2')).toBeVisible()
  // Board 2 has no move yet.
  await damier.twoPeopleFromMenu()
  await expect(page.getByText(/Opponent at board/)).toHaveCount(0)
  await page.goto('./#/boards')
  await damier.press(page.getByRole('button', { name: /Board 2/ }))
  await expect(page.getByText('Opponent at board 2 of 2')).toBeVisible()
  await damier.move(33, 29)
  await expect(page.getByText('Opponent at board 1 of 2')).toBeVisible()
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
})
