// Whole games: every variant, face to face, clocks, handicaps, the computer against itself, and the end.
import { type Damier, expect, test } from './damier'
import { atRest, drawn } from './rest'

async function newGame(damier: Damier, choose: () => Promise<void>): Promise<void> {
  const { page } = damier
  const begun = damier.announcements.getByText('The game begins')
  const before = await begun.count()
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'New game' }))
  await choose()
  await damier.press(page.getByRole('dialog').getByRole('button', { name: /^(Begin$|Play )/ }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The board takes no tap earlier.
  await expect(begun).toHaveCount(before + 1)
}

const people = (damier: Damier) => damier.press(damier.page.getByRole('radio', { name: 'Two people, one board' }))

/** Plays the first listed move repeatedly, for both sides. */
async function playListed(damier: Damier, plies: number): Promise<void> {
  const { page } = damier
  if (!(await page.getByRole('textbox', { name: 'Type a move' }).isVisible())) await damier.openMoves()
  const list = page.getByRole('group', { name: 'Moves you can play' })
  const before = await damier.moves.getByRole('button').count()
  for (let ply = 1; ply <= plies; ply++) {
    await list.getByRole('button').first().click()
    await expect(damier.moves.getByRole('button')).toHaveCount(before + ply)
  }
}

/** A large board, one on which Black begins, one with letters, one with every square in use. */
const games = [
  { name: 'Canadian draughts', squares: 72, first: 'white', piece: 43 },
  { name: 'English draughts', squares: 32, first: 'black', piece: 9 },
  { name: 'Russian draughts', squares: 32, first: 'white', piece: 'c3' },
  { name: 'Turkish draughts', squares: 64, first: 'white', piece: 'c3' },
]

test('Games of every kind of board are begun from the same sheet and played', async ({ damier, page }) => {
  await damier.begin('In a club')
  for (const game of games) {
    await newGame(damier, async () => {
      await damier.chooseGame(game.name)
      await people(damier)
    })
    const cells = page.getByRole('gridcell')
    await expect(cells).toHaveCount(game.squares)
    // The game before has been replaced.
    await expect(damier.moves.getByRole('button')).toHaveCount(0)
    await expect(
      page
        .getByRole('main')
        .getByText(`${game.first === 'white' ? 'White' : 'Black'} to move.`)
        .first(),
    ).toBeVisible()
    // The side that moves first sits below.
    const rows = page.getByRole('row')
    await expect(rows.last().getByRole('gridcell').first()).toHaveAccessibleName(
      game.name === 'Turkish draughts' ? /empty/ : new RegExp(`${game.first} man`),
    )
    await playListed(damier, 4)
    await expect(page.getByRole('gridcell', { name: new RegExp(`^${game.piece},`) })).toHaveCount(1)
  }
})

test('The computer plays a game whose squares have letters', { tag: '@main' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await newGame(damier, async () => {
    await damier.chooseGame('Russian draughts')
  })
  await expect(page.getByRole('gridcell')).toHaveCount(32)
  await damier.openMoves()
  const box = page.getByRole('textbox', { name: 'Type a move' })
  await box.fill('c3-d4')
  await box.press('Enter')
  await damier.hears('c3 to d4')
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
})

test('The games are compared, and a short game has two rows', { tag: '@both' }, async ({ damier, page, isMobile }) => {
  await damier.begin('In a club')
  await newGame(damier, async () => {
    await people(damier)
    await damier.press(page.getByText('Handicap', { exact: true }))
    await damier.press(page.getByRole('checkbox', { name: /Short game/ }))
  })
  await expect(damier.square(40)).toHaveAccessibleName(/empty/)
  await expect(damier.square(41)).toHaveAccessibleName(/white man/)
  await page.goto('./#/games')
  const games = isMobile ? page.getByRole('main').getByRole('listitem').filter({ hasText: 'Dark corner' }) : page.getByRole('row')
  await expect(games.filter({ hasText: 'Italian draughts' })).toContainText('forward, never a king')
  await expect(games).toHaveCount(isMobile ? 18 : 19)
})

test('Face to face the board turns to the side to move', async ({ damier, page }) => {
  await damier.begin('In a club')
  await newGame(damier, async () => {
    await people(damier)
    await damier.press(page.getByRole('radio', { name: 'Turn the board' }))
    await damier.press(page.getByText('How you play', { exact: true }))
    await damier.press(page.getByRole('checkbox', { name: /Serious game/ }))
  })
  const lastRow = page.getByRole('row').last().getByRole('gridcell').first()
  await expect(lastRow).toHaveAccessibleName(/^46,/)
  await expect(page.getByRole('button', { name: 'Hint' })).toBeDisabled()
  await damier.move(32, 28)
  await expect(lastRow).toHaveAccessibleName(/^5,/)
  await expect(page.getByRole('button', { name: 'Take back' })).toBeDisabled()
  await damier.move(19, 23)
  await expect(lastRow).toHaveAccessibleName(/^46,/)
})

test('A clock runs, stands after a reload, and ends the game', async ({ damier, page }) => {
  await page.clock.install()
  await damier.begin('In a club')
  await newGame(damier, async () => {
    await people(damier)
    await damier.press(page.getByRole('radio', { name: 'Other…' }))
    await damier.press(page.getByRole('radio', { name: 'My own' }))
    await page.getByLabel('Minutes').fill('0.1')
    await page.getByLabel('Minutes').blur()
    await page.getByLabel(/Seconds added a move/).fill('0')
    await page.getByLabel(/Seconds added a move/).blur()
  })
  const black = page.getByRole('timer', { name: /Black’s clock/ })
  await expect(black).toHaveAccessibleName(/0:06\.0/)
  await damier.move(32, 28)
  await expect(black).not.toHaveAccessibleName(/0:06\.0/)
  await page.reload()
  await expect(page.getByRole('main').getByText('The clock stands.')).toBeVisible()
  const stood = await black.textContent()
  await page.clock.fastForward(2000)
  await drawn(page)
  expect(await black.textContent()).toBe(stood)
  await damier.press(page.getByRole('button', { name: 'Go on' }))
  await expect(page.getByRole('region', { name: 'Result: 2-0' })).toContainText('Black is out of time')
  await damier.hears('Game over.')
})

test('The clock by itself is pressed, paused and kept', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/clock')
  await damier.press(page.getByRole('button', { name: /Black’s clock/ }))
  await expect(page.getByRole('button', { name: /White’s clock: 14:5/ })).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Pause' }))
  const goOn = page.getByRole('button', { name: 'Go on' })
  await expect(goOn).toBeVisible()
  await page.reload()
  await expect(goOn).toBeVisible()
  await expect(page.getByRole('button', { name: /White’s clock: 14:5/ })).toBeDisabled()
})

test('A handicap takes chosen men and asks for a larger win', async ({ damier, page }) => {
  await damier.begin('In a club')
  await newGame(damier, async () => {
    await people(damier)
    await damier.press(page.getByText('Handicap', { exact: true }))
    await damier.press(page.getByRole('group', { name: 'Who plays with fewer men?' }).getByRole('radio', { name: 'White' }))
    await damier.press(page.getByRole('radio', { name: 'Chosen on the board' }))
    const board = page.getByRole('dialog').getByRole('grid')
    for (const square of [36, 45]) await board.getByRole('gridcell', { name: new RegExp(`^${square},`) }).click()
    await damier.press(page.getByRole('group', { name: 'Must win by' }).getByRole('radio', { name: '3', exact: true }))
    await expect(page.getByRole('dialog').getByText('White: 2 fewer, must win by 3')).toBeVisible()
  })
  for (const square of [36, 45]) await expect(damier.square(square)).toHaveAccessibleName(/empty/)
  await expect(page.getByRole('main').getByText('must win by 3')).toBeVisible()
})

test('The computer plays against itself, waits and goes on', async ({ damier, page }) => {
  await page.clock.install()
  await damier.begin('In a club')
  await newGame(damier, () => damier.press(page.getByRole('radio', { name: 'The computer against itself' })))
  await expect.poll(() => damier.moves.getByRole('button').count()).toBeGreaterThan(3)
  await damier.press(page.getByRole('button', { name: 'Pause' }))
  await expect(page.getByRole('main').getByText('The computers are waiting.')).toBeVisible()
  const stood = await damier.moves.getByRole('button').count()
  await page.clock.fastForward(10_000)
  await atRest(page)
  expect(await damier.moves.getByRole('button').count()).toBe(stood)
  await damier.press(page.getByRole('button', { name: 'Go on' }))
  await expect.poll(() => damier.moves.getByRole('button').count()).toBeGreaterThan(stood)
})

test('A game goes on from any move, and its result has three styles', async ({ damier, page }) => {
  await damier.begin('In a club')
  await damier.twoPeopleFromMenu()
  await playListed(damier, 8)
  await damier.press(damier.moves.getByRole('button').nth(3))
  await damier.press(page.getByRole('button', { name: 'Play from here' }))
  await expect(damier.moves.getByRole('button')).toHaveCount(4)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Settings' }))
  await damier.press(page.getByRole('radio', { name: '1-0, ½-½' }))
  await page.goto('./#/play/game')
  await playListed(damier, 4)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Offer a draw' }))
  await damier.press(page.getByRole('button', { name: 'Accept' }))
  await expect(page.getByRole('region', { name: 'Result: ½-½' })).toContainText('Draw by agreement')
})

test('The historic rule lets a capture be left and the man huffed', async ({ damier, page }) => {
  await damier.begin('In a club')
  await newGame(damier, async () => {
    // Against the computer there are no house rules.
    await damier.press(page.getByText('How you play', { exact: true }))
    await expect(page.getByRole('radio', { name: /Huffing/ })).toHaveCount(0)
    await people(damier)
    await damier.press(page.getByRole('radio', { name: /Huffing Historic rule, given up in 1923/ }))
    await expect(page.getByRole('dialog').getByText('Friendly, Huffing')).toBeVisible()
  })
  await expect(page.getByRole('main').getByText('Historic rule, given up in 1923: huffing. White to move.')).toBeVisible()
  await damier.move(32, 28)
  await damier.hears('White: 32 to 28')
  await damier.move(19, 23)
  await damier.hears('Black: 19 to 23')
  // 28 should have taken 23.
  await damier.move(37, 32)
  await expect(page.getByRole('main').getByText('Black to move. A capture was left: you may huff.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Huff 28' }))
  await damier.hears('28 is huffed.')
  await expect(damier.square(28)).toHaveAccessibleName(/empty/)
  await page.reload()
  await expect(damier.square(28)).toHaveAccessibleName(/empty/)
  await damier.move(14, 19)
  await expect(damier.moves.getByRole('button')).toHaveCount(4)
  // The huff is undone together with the move before it.
  for (const left of [3, 2]) {
    await damier.press(page.getByRole('button', { name: 'Take back' }))
    await expect(damier.moves.getByRole('button')).toHaveCount(left)
  }
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Resign' }))
  await damier.press(page.getByRole('dialog', { name: 'Resign the game?' }).getByRole('button', { name: 'Resign' }))
  const end = page.getByRole('region', { name: 'Result: 0-2' })
  await expect(end).toContainText('Historic rule, given up in 1923: huffing.')
  await expect(end.getByRole('button', { name: 'Review' })).toHaveCount(0)
})

test('The name once given stands in later games', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/settings')
  await page.getByRole('textbox', { name: 'Your name' }).fill('  Ada ')
  await page.getByRole('textbox', { name: 'Your name' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada')
  await page.goto('./#/play/game')
  await newGame(damier, () => people(damier))
  await damier.move(32, 28)
  await damier.move(19, 23)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await page.goto('./#/library')
  await expect(page.getByText('Ada').first()).toBeVisible()
  await page.goto('./#/settings')
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada')
})
