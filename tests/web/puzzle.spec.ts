// A puzzle by taps: a wrong move is answered, hints, the solution found, and the result kept.
import { expect, test } from './damier'

test('a puzzle: wrong move, hint, solved, kept', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles/boxwood')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'White to play and win.' })).toBeVisible()

  await damier.move(42, 38)
  await expect(main.getByText(/This move does not win/)).toBeVisible()
  await damier.hears('This move does not win')
  await expect(damier.square(42)).toHaveAccessibleName(/white man/)

  await damier.press(page.getByRole('button', { name: 'Hint' }))
  await damier.hears('Hint 1 of 3')

  await damier.move(30, 24)
  await expect(main.getByText('Well seen. Go on.')).toBeVisible()
  await expect(damier.square(25)).toHaveAccessibleName(/must take/)
  await damier.move(25, 14, 5)
  await expect(main.getByText('Solved.')).toBeVisible()
  await damier.hears('Solved.')

  await page.goto('./#/puzzles')
  await page.reload()
  await expect(page.getByRole('link', { name: /Puzzle 1\b.*solved/ })).toBeVisible()
})

test('the solution of a puzzle is played on the board, and it can be tried again', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles/boxwood')
  await damier.press(page.getByRole('button', { name: 'Show the solution' }))
  await expect(damier.square(5)).toHaveAccessibleName(/white king/)
  await expect(page.getByRole('main').getByText('That is the solution.', { exact: false })).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Start again' }))
  await expect(damier.square(30)).toHaveAccessibleName(/white man/)
})
