// Around the lessons: pictures and their slow replay, the glossary, the rules, the drills, the endings.
import { expect, test } from './damier'

test.skip(({ hasTouch }) => !hasTouch, 'the same at a desk')

test('the Turkish stroke, moment by moment: outlines stay, bar the way, and are lifted in order', async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/pictures')
  await damier.press(page.getByRole('radio', { name: 'The Turkish stroke' }))
  const caption = page.getByRole('group', { name: 'The Turkish stroke' })
  const on = caption.getByRole('button', { name: 'One moment on' })
  await expect(caption.getByText('0 of 15')).toBeVisible()
  for (let step = 0; step < 5; step++) await damier.press(on)
  await expect(caption.getByText('What is taken on 38 still bars the way.', { exact: false }).first()).toBeVisible()
  await damier.press(on)
  await expect(caption.getByText('The piece taken on 38 leaves the board.').first()).toBeVisible()
  await damier.press(caption.getByRole('button', { name: 'One moment back' }))
  await damier.press(caption.getByRole('button', { name: 'Start the slow replay' }))
  await expect(caption.getByText('15 of 15')).toBeVisible()
})

test('every illustration is a line that the core plays, and has its words', async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/pictures')
  for (const name of ['A multiple capture', 'The crowning', 'Passing the row', 'The opposition']) {
    await damier.press(page.getByRole('radio', { name }))
    await expect(page.getByRole('group', { name })).toBeVisible()
    await expect(page.getByRole('group', { name }).getByRole('img')).toHaveAccessibleName(/The position before the move/)
  }
  await damier.press(page.getByRole('radio', { name: 'Main diagonal' }))
  await expect(page.getByRole('img', { name: /Main diagonal: squares 5, 10, 14, 19, 23, 28, 32, 37, 41,? and 46/ })).toBeVisible()
})

test('a term in a lesson opens its entry, and the glossary has it with its diagram', async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/learn/man-move/2')
  await damier.press(page.getByRole('main').getByRole('paragraph').getByRole('link').first())
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('./#/words')
  await page.getByRole('searchbox').fill('outpost')
  await damier.press(page.getByRole('link', { name: /Outpost/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outpost')
  await expect(page.getByRole('img')).toBeVisible()
})

test('rules on a page, a board to try them, and an article that leads to its lesson', async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/rules')
  await damier.press(page.getByRole('link', { name: 'International draughts' }))
  await damier.press(page.getByRole('button', { name: 'Take back' }).or(page.getByRole('grid')).first())
  await damier.move(31, 22)
  await expect(page.getByRole('main').getByText(/You must take two/)).toBeVisible()
  await damier.move(38, 18)
  await expect(page.getByRole('button', { name: 'Take back' })).toBeEnabled()
  await page.goto('./#/article/4.15')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('./#/learn/promotion/3')
  await expect(page.getByRole('img', { name: /Step 3 of/ })).toBeVisible()
})

test('the square trainer and the capture counter ask without end', async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/squares')
  await damier.press(page.getByRole('radio', { name: 'No clock' }))
  await damier.press(page.getByRole('button', { name: 'Begin' }))
  for (let asked = 1; asked < 4; asked++) {
    const [number] =
      (
        await page
          .getByRole('main')
          .getByText(/^Tap square \d+/)
          .innerText()
      ).match(/\d+/) ?? []
    const row = Math.ceil(Number(number) / 5)
    await damier.press(page.getByRole('gridcell', { name: `row ${row}, square ${((Number(number) - 1) % 5) + 1},` }))
    await expect(page.getByRole('main').getByText(new RegExp(`^Right:\\s*${asked}`))).toBeVisible()
  }
  await page.goto('./#/count')
  await damier.press(page.getByRole('button', { name: 'Begin' }))
  await expect(page.getByRole('main').getByText('Tap the square where the longest capture ends.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Show me' }))
  await damier.hears(/takes .*lands/)
})

test('an ending against the best defence: the truth is known, a hint keeps it', async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/endings')
  await damier.press(page.getByRole('link', { name: /Four kings against one/ }))
  await expect(page.getByRole('main').getByText(/The tables know: (a win|this is won)/)).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Hint' }))
  await damier.hears('Route drawn')
  const said = (await damier.announcements.getByText('Route drawn').last().textContent()) ?? ''
  await damier.move(...(said.match(/\d+/g) ?? []).map(Number))
  await expect(page.getByRole('main').getByText(/The tables know: (a win|this is won)|Won\./)).toBeVisible()
})

test('an ending of another game has its own squares and its own truth; a game without tables says so', async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('In a club')
  await page.goto('./#/endings')
  const game = page.getByRole('combobox', { name: 'The game' })
  await game.selectOption('russian')
  await damier.press(page.getByRole('link', { name: /^Three kings against one/ }))
  await expect(page.getByRole('main').getByText(/The tables know: a win in \d+ moves?/)).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Hint' }))
  await damier.hears(/Route drawn: [a-h][1-8]/)
  await page.goto('./#/endings')
  await game.selectOption('frisian')
  await expect(page.getByRole('main').getByText('There are no exact tables of this game', { exact: false })).toBeVisible()
})

test('at a real board a fault is named with its article, decided by the opponent, and put right whole', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/learn')
  await damier.press(page.getByRole('link', { name: /At a real board/ }))
  const main = page.getByRole('main')
  const square = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('gridcell', { name: new RegExp(`^${name},`) })
  // A man two squares forward, then on to a light square: until it is let go it may go elsewhere.
  await square('32').click()
  await square('22').click()
  await expect(main.getByText('In the hand at 22', { exact: false })).toBeVisible()
  await square('light square d5').click()
  await damier.press(page.getByRole('button', { name: 'Let it go' }))
  await expect(main.getByRole('listitem').filter({ hasText: 'White: A piece on a light square (art. 5.3).' })).toBeVisible()
  await expect(main.getByText('Black decides.', { exact: false })).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Have it corrected' }))
  await expect(main.getByText('Corrected: A piece on a light square.')).toBeVisible()
  await expect(square('32')).toHaveAccessibleName('32, white man')
  // A piece that nobody took is lifted; the next move of the opponent lets it stand.
  await damier.press(page.getByRole('radio', { name: 'Remove' }))
  await square('18').click()
  await expect(main.getByRole('listitem').filter({ hasText: 'A piece removed for no reason (art. 5.4.7)' })).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Let it stand' }))
  await expect(square('18')).toHaveAccessibleName('18, empty')
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await expect(square('18')).toHaveAccessibleName('18, black man')
})

test('whoever knows the game is placed: questions at home, puzzles, and where one would begin', async ({ damier, page }) => {
  await damier.hurry()
  await page.goto('./')
  await damier.press(page.getByRole('button', { name: 'The way we play at home' }))
  // The first question of eight.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('What do you know?')
  await damier.press(page.getByRole('button', { name: 'True', exact: true }))
  await expect(page.getByRole('main').getByText(/takes in all four directions/)).toBeVisible()
  await page.goto('./#/')
  await damier.press(page.getByRole('link', { name: /Where do you begin\?/ }))
  await expect(page.getByText('1 of 8 answered, 1 right at once.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /Puzzles: around \d+/ })).toBeVisible()
  await damier.press(page.getByRole('link', { name: /What you see/ }))
  await expect(page.getByRole('grid')).toBeVisible()
  await page.goBack()
  await damier.press(page.getByRole('button', { name: 'Leave it' }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Today')
  await expect(page.getByRole('link', { name: /Where do you begin\?/ })).toHaveCount(0)
})
