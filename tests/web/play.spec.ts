// Playing: against the computer, two at one board, captures with two routes.
import { type Damier, expect, test } from './damier'

/** Types moves of both sides, the quick way to a position. */
async function play(damier: Damier, moves: string): Promise<void> {
  const { page } = damier
  await damier.openMoves()
  const box = page.getByRole('textbox', { name: 'Type a move' })
  let played = 0
  for (const move of moves.split(' ')) {
    await box.fill(move)
    await box.press('Enter')
    await expect(damier.moves.getByRole('button')).toHaveCount(++played)
  }
  await damier.closeMoves()
}

test(
  'A game against the computer is played by taps, with a refusal and a move taken back',
  { tag: ['@phone', '@main'] },
  async ({ damier, page }) => {
    await damier.begin('In a club')
    await damier.hears('The game begins. You have White against the computer')

    // The computer's man and an unreachable square are refused with a reason.
    await damier.tap(20)
    await expect(page.getByRole('main').getByText('This piece is your opponent’s.')).toBeVisible()
    await damier.tap(31)
    await damier.tap(22)
    await expect(page.getByRole('main').getByText('A man goes one square at a time.')).toBeVisible()
    await damier.hears('A man goes one square at a time.')
    await expect(page.getByText('No move yet.')).toBeVisible()

    await damier.move(32, 28)
    await damier.hears('32 to 28')
    await expect(damier.moves.getByRole('button')).toHaveCount(2)
    await damier.hears(/Black: \d+ (to|takes) /)

    for (let ply = 2; ply < 8; ply += 2) {
      // Plays the first movable piece to its first landings until the move is complete.
      await expect.poll(() => damier.movable()).not.toHaveLength(0)
      await damier.tap((await damier.movable())[0] ?? 0)
      await expect(async () => {
        const [landing] = await damier.landings()
        if (landing !== undefined) await damier.tap(landing)
        expect(await damier.moves.getByRole('button').count()).toBeGreaterThan(ply)
      }).toPass()
      await expect(damier.moves.getByRole('button')).toHaveCount(ply + 2)
    }

    await damier.press(page.getByRole('button', { name: 'Take back' }))
    await expect(damier.moves.getByRole('button')).toHaveCount(6)

    await damier.press(page.getByRole('button', { name: 'Menu' }))
    await damier.press(page.getByRole('button', { name: 'Resign' }))
    await damier.press(page.getByRole('dialog', { name: 'Resign the game?' }).getByRole('button', { name: 'Resign' }))
    await expect(page.getByRole('region', { name: 'Result: 0-2' })).toContainText('White resigns')
    await damier.hears('Game over.')
    await expect(page.getByRole('button', { name: 'Rematch' })).toBeVisible()
  },
)

test('The page at the end has its buttons in reach, and gives way to the board', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Resign' }))
  await damier.press(page.getByRole('dialog', { name: 'Resign the game?' }).getByRole('button', { name: 'Resign' }))
  const end = page.getByRole('region', { name: /^Result:/ })
  await expect(end.getByText('0–2')).toBeInViewport({ ratio: 1 })
  await expect(end.getByRole('button', { name: 'Rematch' })).toBeInViewport({
    ratio: 1,
  })
  // The clicks prove that nothing covers the buttons.
  await end.getByRole('button', { name: 'Look again' }).click()
  await expect(end).toHaveCount(0)
  await page.getByRole('button', { name: 'Turn the board' }).click()
  await page.getByRole('button', { name: 'Result: 0-2' }).click()
  await end.getByRole('button', { name: 'Rematch' }).click()
  await expect(end).toHaveCount(0)
})

test('A handicap is shown before the game and played with', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'New game' }))
  await damier.press(page.getByText('Handicap', { exact: true }))
  await damier.press(page.getByRole('group', { name: 'Men fewer' }).getByRole('radio', { name: '3', exact: true }))
  await expect(page.getByRole('img', { name: 'The starting position' })).toBeVisible()
  await damier.press(page.getByRole('dialog').getByRole('button', { name: /^Play / }))
  for (const square of [2, 3, 4]) await expect(damier.square(square)).toHaveAccessibleName(/empty/)
  await expect(damier.square(1)).toHaveAccessibleName(/black man/)
})

test('The taps choose between two routes of the same capture', { tag: ['@phone', '@main'] }, async ({ damier }) => {
  await damier.twoPeople()
  await play(damier, '34-30 20-25 33-28 25x34 40x29 17-21 44-40 11-17 35-30 14-20 31-27 18-22 27x18')
  await expect(damier.square(13)).toHaveAccessibleName(/must take/)
  await damier.move(13, 22, 33, 44, 35, 24, 33)
  await expect(damier.moves.getByRole('button')).toHaveCount(14)
  await expect(damier.square(33)).toHaveAccessibleName(/black man/)
  for (const taken of [18, 28, 29, 30, 39, 40]) await expect(damier.square(taken)).toHaveAccessibleName(/empty/)
})

test('The board asks which of two captures with the same ends is meant', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.twoPeople()
  await play(
    damier,
    '31-27 20-25 36-31 19-23 33-28 23-29 34x23 18x29 28-22 17x28 32x34 11-17 34-29 7-11 27-21 16x36 38-33 14-19 42-38 ' +
      '19-23 29x16 9-14 33-28 3-9 47-42 36x47 37-31 47-36 38-32',
  )
  await damier.move(36, 47)
  await expect(page.getByRole('main').getByText('Which way to take?')).toBeVisible()
  await damier.press(
    page
      .getByRole('button', { name: 'B', exact: false })
      .and(page.getByRole('button', { name: /takes/ }))
      .last(),
  )
  await expect(damier.moves.getByRole('button')).toHaveCount(30)
  await expect(damier.square(47)).toHaveAccessibleName(/black king/)
})

test('A game of two is played by taps to its natural end', { tag: ['@phone', '@deep'] }, async ({ damier, page }) => {
  await damier.playFrom('international', 'W:W31,32,33,36,37,38,42,43,48:B3,8,9,13,14,15,18,19,20')
  // A seeded choice, so that each run plays the same game.
  let seed = 7
  const pick = (squares: number[]): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return squares[seed % squares.length] ?? 0
  }
  const ending = page.getByRole('region', { name: /^Result:/ })
  for (let taps = 0; taps < 1500 && !(await ending.isVisible()); taps++) {
    let squares: number[] = []
    await expect
      .poll(async () => {
        squares = await damier.landings()
        if (squares.length === 0) squares = await damier.movable()
        return squares.length > 0 || (await ending.isVisible())
      })
      .toBe(true)
    if (squares.length > 0) await damier.tap(pick(squares))
    const routes = page.getByRole('button', { name: /^Route A/ })
    if (await routes.isVisible()) await routes.click()
  }
  await expect(ending).toContainText(/no piece left|is blocked|art\. \d/)
  await damier.hears('Game over.')
})

test('A coach shows how a man is lost, and asks before the next such move', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto(`./#/editor/international/${encodeURIComponent('W:W28,32,37,38,45,46,47:B1,2,6,9,17,18')}`)
  await damier.press(page.getByRole('button', { name: 'Play from here' }))
  const sheet = page.getByRole('dialog', { name: 'Play from here' })
  await damier.press(sheet.getByRole('checkbox', { name: /With a coach/ }))
  await damier.press(sheet.getByRole('button', { name: 'Play Club player' }))
  await damier.move(28, 23)
  await expect(page.getByRole('main').getByText('Black can win 1 man: 18×29.')).toBeVisible()
  await damier.hears('Black can win 1 man: 18×29.')
  await damier.press(page.getByRole('button', { name: 'Take back' }))
  await expect(page.getByRole('main').getByText('Black can win 1 man')).toBeHidden()
  await expect(damier.moves.getByRole('button')).toHaveCount(0)

  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('checkbox', { name: /Look again/ }))
  await page.keyboard.press('Escape')
  await damier.move(28, 23)
  await expect(page.getByRole('main').getByText('Look again before you play 28-23.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Take it back' }))
  await expect(damier.moves.getByRole('button')).toHaveCount(0)
  await damier.move(28, 22)
  await expect(page.getByRole('main').getByText('Well seen: you win 1 man.')).toBeVisible()
})
