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

test('every way to train leads to a puzzle, and the rating is kept', async ({ damier, page }) => {
  await damier.begin('In a club')
  const main = page.getByRole('main')
  for (const kind of ['rated', 'theme/mazette', 'length/2', 'daily', 'streak']) {
    await page.goto(`./#/training/${kind}`)
    await expect(page.getByRole('heading', { name: /to play and win/ })).toBeVisible()
    await damier.press(page.getByRole('button', { name: 'Show the solution' }))
    await expect(main.getByText('That is the solution.', { exact: false })).toBeVisible()
    await expect(main.getByLabel('The whole solution')).toBeVisible()
  }
  await expect(main.getByText('The streak ends at 0.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Begin a new streak' }))
  await expect(main.getByText('Streak: 0')).toBeVisible()
  await page.goto('./#/training/repeat')
  await expect(main.getByText(/Nothing to repeat today/)).toBeVisible()
  await page.goto('./#/puzzles')
  await expect(main.getByText(/Your rating: \d+/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The last twelve weeks' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Game' }).selectOption('russian')
  await expect(main.getByText('Your rating comes with the first puzzle.')).toBeVisible()
})

test('a file of games becomes a set: solved, put together anew, printed', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  const games = '[White "Ann"]\n[Black "Ben"]\n[FEN "W:W28,32,37:B10,17,19"]\n\n1. 28-23 19x28 2. 32x23 *\n'
  await page.getByLabel('Make a set from a file').setInputFiles({ name: 'Friday.pdn', mimeType: 'text/plain', buffer: Buffer.from(games) })
  const main = page.getByRole('main')
  await expect(main.getByText('Puzzles found: 1. Games read: 1.')).toBeVisible()
  await damier.press(page.getByRole('link', { name: 'Friday' }))
  await expect(main.getByText('Ann – Ben · move 1 · missed')).toBeVisible()
  await damier.press(page.getByRole('link', { name: 'Solve the set' }))
  await damier.move(28, 22)
  await expect(main.getByText('Well seen. Go on.')).toBeVisible()
  await expect(damier.square(28)).toHaveAccessibleName(/black man/)
  await damier.move(32, 5)
  await expect(main.getByText('Solved.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Put into a set' }))
  await page.getByLabel('New set').fill('Saturday')
  await damier.press(page.getByRole('button', { name: 'Make' }))
  await damier.hears('It is in the set Saturday.')
  await page.goto('./#/puzzles')
  await damier.press(page.getByRole('link', { name: 'Saturday' }))
  await damier.press(page.getByRole('link', { name: 'Print' }))
  await expect(main.getByText('28-22 17×28 32×5')).toBeVisible()
})

test('that there is nothing to show is said on the very first page', async ({ damier, page }) => {
  await damier.begin('In a club')
  const main = page.getByRole('main')
  for (const [address, said] of [
    ['training/repeat', /Nothing to repeat today/],
    ['puzzles/none', /There is no such page/],
    ['learn/none', /There is no such page/],
    ['library/999', /There is no such page/],
  ] as const) {
    await page.goto(`./#/${address}`)
    await page.reload()
    await expect(main.getByText(said)).toBeVisible()
  }
})
