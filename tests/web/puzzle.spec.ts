// Puzzles by taps, in every mode of training.
import { expect, test } from './damier'

test('A puzzle answers a wrong move, gives a hint and is solved', { tag: ['@phone', '@main'] }, async ({ damier, page }) => {
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

test('The solution of a puzzle is played on the board', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles/boxwood')
  await damier.press(page.getByRole('button', { name: 'Show the solution' }))
  await expect(damier.square(5)).toHaveAccessibleName(/white king/)
  await expect(page.getByRole('main').getByText('That is the solution.', { exact: false })).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Start again' }))
  await expect(damier.square(30)).toHaveAccessibleName(/white man/)
})

test('A solution is walked through, with refutations of other moves', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles/boxwood')
  const main = page.getByRole('main')
  // The board of the game before has a man on 42 too.
  await expect(page.getByRole('heading', { name: 'White to play and win.' })).toBeVisible()
  await damier.move(42, 38)
  await expect(main.getByText(/This move does not win/)).toBeVisible()
  await expect(damier.square(42)).toHaveAccessibleName(/white man/)
  await damier.press(page.getByRole('button', { name: 'Show the solution' }))
  const tree = page.getByRole('region', { name: 'The whole solution' })
  await expect(tree.getByRole('button')).not.toHaveCount(0)
  await expect(damier.square(5)).toHaveAccessibleName(/white king/)

  // Stepping by buttons, keys and the list.
  await damier.press(page.getByRole('button', { name: 'Start', exact: true }))
  await expect(damier.square(30)).toHaveAccessibleName(/white man/)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('ArrowRight')
  await expect(damier.square(24)).toHaveAccessibleName(/white man/)
  await page.keyboard.press('End')
  await expect(damier.square(5)).toHaveAccessibleName(/white king/)
  await damier.press(tree.getByRole('button').first())
  await expect(damier.square(24)).toHaveAccessibleName(/white man/)

  // Why not the tried move, and why not another one on the board.
  await damier.press(page.getByRole('button', { name: 'Why not 42-38?' }))
  await expect(main.getByText(/^42-38 (costs|wins)/)).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Move back' }))
  await expect(damier.square(42)).toHaveAccessibleName(/white man/)
  await damier.move(42, 37)
  await expect(main.getByText(/^42-37 (costs|wins)/)).toBeVisible()

  await expect(main.getByText(/^The theme comes back tomorrow/)).toBeVisible()
  await damier.press(main.getByRole('link', { name: /: \d+ more$/ }))
  await expect(page.getByRole('heading', { name: /to play and win/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hint' })).toBeVisible()
})

test('A climb ends with the third life and keeps its best', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/training/climb')
  const main = page.getByRole('main')
  for (const lives of [2, 1, 0]) {
    await expect(page.getByRole('button', { name: 'Hint' })).toBeEnabled()
    await damier.press(page.getByRole('button', { name: 'Show the solution' }))
    await expect(main.getByText(`Solved: 0 · lives: ${lives}`)).toBeVisible()
    if (lives > 0) await damier.press(page.getByRole('button', { name: 'Next', exact: true }))
  }
  await expect(main.getByText('The climb ends at 0.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Climb again' }))
  await expect(main.getByText('Solved: 0 · lives: 3')).toBeVisible()
})

test('A storm starts its clock with the first move and lists the missed puzzles', { tag: '@phone' }, async ({ damier, page }) => {
  await page.clock.install()
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  await damier.press(page.getByRole('link', { name: /^Storm/ }))
  const main = page.getByRole('main')
  await expect(main.getByText('The clock starts with your first move.')).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText('3:00')
  // Plays any moves until one is wrong: it counts as a miss at once.
  for (let tries = 0; tries < 10 && (await main.getByText(/^-10/).count()) === 0; tries++) {
    await expect.poll(() => damier.movable()).not.toHaveLength(0)
    await damier.tap((await damier.movable()).at(tries % 2 === 0 ? -1 : 0) ?? 0)
    const [landing] = await damier.landings()
    if (landing !== undefined) await damier.tap(landing)
    await page.clock.runFor(300)
  }
  await expect(main.getByText(/^-10/)).toBeVisible()
  await expect(page.getByRole('timer')).not.toHaveText('3:00')
  await page.clock.fastForward('03:30')
  await expect(page.getByRole('button', { name: 'Another storm' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To look at in peace' })).toBeVisible()
  await damier.press(main.getByRole('link', { name: /^Puzzle 1/ }))
  await expect(page.getByRole('button', { name: 'Hint' })).toBeVisible()
})

test('Difficulty and the number of moves are set once for all puzzles', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  const main = page.getByRole('main')
  const rating = async (): Promise<number> => {
    await page.goto('./#/training/rated')
    return Number((await main.getByText(/^Difficulty \d+/).textContent())?.replace(/\D/g, ''))
  }
  const usual = await rating()
  await expect(main.getByText(/^In \d+ moves\.$/)).toBeVisible()
  await page.goto('./#/puzzles')
  await page.getByRole('combobox', { name: 'How hard' }).selectOption('Much easier')
  await page.getByRole('checkbox', { name: 'Tell the number of moves' }).uncheck()
  expect(await rating()).toBeLessThan(usual)
  await expect(page.getByRole('heading', { name: /to play and win/ })).toBeVisible()
  await expect(main.getByText(/^In \d+ moves\.$/)).toHaveCount(0)
})

test('A puzzle is solved in the mind', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  await damier.press(page.getByRole('link', { name: /^Blindfold/ }))
  const main = page.getByRole('main')
  await expect(main.getByText(/^Played blindfold: \S+ \S+\.$/)).toBeVisible()
  // No move connects two corners of a row.
  await damier.tap(1)
  await damier.tap(5)
  await expect(main.getByText('1 to 5 cannot be played there.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Show me' }))
  await expect(main.getByText('That is the move.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Next', exact: true }))
  await expect(main.getByText(/^What now\?/)).toBeVisible()
  await damier.press(page.getByRole('radio', { name: '2', exact: true }))
  await expect(main.getByText(/^Played blindfold: \S+ \S+ \S+ \S+\.$/)).toBeVisible()
})

test('A position is judged as a shot or not, then played', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  await damier.press(page.getByRole('link', { name: /^Shot or no shot/ }))
  const main = page.getByRole('main')
  for (const round of [1, 2]) {
    await expect(page.getByRole('heading', { name: /to play\. What is there\?$/ })).toBeVisible()
    await damier.press(page.getByRole('button', { name: 'A safe move' }))
    await expect(main.getByText(/^(Judged right|Not so)\. /)).toBeVisible()
    // After any move the engine's lines follow; a shot may need more moves.
    const moves = page.getByRole('group', { name: 'Moves you can play' })
    if ((await moves.count()) === 0) await damier.openMoves()
    const over = page.getByRole('heading', { name: 'The best moves' })
    const heard = () => damier.announcements.locator('p').allTextContents()
    for (let made = 0; made < 8 && (await over.count()) === 0; made++) {
      const before = await heard()
      await damier.press(moves.getByRole('button').first())
      await expect.poll(heard).not.toEqual(before)
      await expect(over.or(moves.getByRole('button').first()).first()).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'The best moves' })).toBeVisible()
    await expect(main.getByText(new RegExp(`of ${round} · played right: \\d of ${round}$`))).toBeVisible()
    await damier.press(page.getByRole('button', { name: 'Next', exact: true }))
  }
})

test('A mix is kept, shared and opened from its link', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  await damier.press(page.getByRole('link', { name: /^Your own mix/ }))
  const main = page.getByRole('main')
  await main.getByRole('checkbox', { name: /^Ricochet/ }).check()
  await main.getByRole('combobox', { name: 'to', exact: true }).selectOption('1200')
  await damier.press(page.getByRole('button', { name: 'Keep the mix' }))
  await page.getByLabel('Name of the mix').fill('Friday')
  await damier.press(page.getByRole('dialog').getByRole('button', { name: 'Keep the mix' }))
  await expect(main.getByRole('link', { name: 'Friday' })).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Share' }))
  const link = page.getByLabel('The address')
  await expect(link).toHaveValue(/#\/link\//)
  await page.goto(await link.inputValue())
  await expect(page.getByRole('heading', { level: 1, name: 'Ricochet' })).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Show the solution' }))
  await expect(main.getByText(/Themes: .*ricochet/i)).toBeVisible()
})

test('Every way to train leads to a puzzle and keeps the rating', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  const main = page.getByRole('main')
  for (const kind of ['rated', 'theme/mazette', 'length/2', 'daily', 'streak']) {
    await page.goto(`./#/training/${kind}`)
    await expect(page.getByRole('heading', { name: /to play and win/ })).toBeVisible()
    await damier.press(page.getByRole('button', { name: 'Show the solution' }))
    await expect(main.getByText('That is the solution.', { exact: false })).toBeVisible()
    await expect(page.getByRole('region', { name: 'The whole solution' })).toBeVisible()
  }
  await expect(main.getByText('The streak ends at 0.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Begin a new streak' }))
  await expect(main.getByText('Streak: 0')).toBeVisible()
  await page.goto('./#/training/repeat')
  await expect(main.getByText(/Nothing to repeat today/)).toBeVisible()
  await page.goto('./#/puzzles')
  await expect(main.getByText(/^Your rating \d+ ±/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The last twelve weeks' })).toBeVisible()
  await damier.chooseGame('Russian draughts')
  await expect(main.getByText('Your rating comes with the first puzzle.')).toBeVisible()
})

/** A backup of Ada, who missed a coup de mazette a month ago, from before themes were repeated. */
function missedAMonthAgo(): string {
  const at = Date.now() - 30 * 86_400_000
  return [
    { damier: { version: 8, at } },
    { profile: { id: 1, name: 'Ada', colour: 0, experience: 'inAClub', created: at, used: at } },
    { puzzleAttempt: { profile: 1, puzzle: 'birch', solved: false, shown: true, hints: 0, at, rating: 500 } },
    { rating: { profile: 1, kind: 'puzzle:international', rating: 700, deviation: 120, volatility: 0.06, updated: at } },
    { end: { lines: 3 } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

test('A theme comes back in another position, where nothing may work', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.hurry()
  await damier.begin('Not yet')
  await page.goto('./#/library')
  const backup = { name: 'ada.damier', mimeType: 'application/octet-stream', buffer: Buffer.from(missedAMonthAgo()) }
  await damier.press(page.getByRole('button', { name: 'The library' }))
  const chooser = page.waitForEvent('filechooser')
  await damier.press(page.getByRole('button', { name: 'Restore a backup' }))
  await (await chooser).setFiles(backup)
  await expect(page.getByRole('dialog').getByText(/restored/)).toBeVisible()
  await page.goto('./#/people')
  await page.reload()
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ada' }).getByRole('button').first().click()
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /Who plays\?/ })).toHaveAccessibleName(/Ada/)
  await page.goto('./#/ideas')
  await expect(main.getByRole('link', { name: /Due now\. .*Missed 1 time lately\./ })).toHaveCount(1)
  await damier.press(main.getByRole('link', { name: '1 theme to repeat' }))
  await expect(main.getByText(/: missed 1 time lately\. Here is a position you have not seen\./)).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Nothing works' }))
  const right = main.getByText('Right: nothing works here.')
  await expect(right.or(main.getByText('Something works here. Look again.'))).toBeVisible()
  if (!(await right.isVisible())) await damier.press(page.getByRole('button', { name: 'Show the solution' }))
  await expect(page.getByRole('region', { name: 'The whole solution' })).toBeVisible()
})

test('A file of games becomes a set that is solved, changed and printed', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  const games = '[White "Ann"]\n[Black "Ben"]\n[FEN "W:W28,32,37:B10,17,19"]\n\n1. 28-23 19x28 2. 32x23 *\n'
  await page.getByLabel('Make a set from a file').setInputFiles({ name: 'Friday.pdn', mimeType: 'text/plain', buffer: Buffer.from(games) })
  const main = page.getByRole('main')
  await expect(main.getByText('Puzzles found: 1. Games read: 1.')).toBeVisible()
  // The report says why there are no more.
  await damier.press(main.getByText('Positions looked at: 4'))
  await expect(main.getByText('became a puzzle')).toBeVisible()
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

test('The moves before a puzzle are played back', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  const games = '[White "Ann"]\n[Black "Ben"]\n[FEN "W:W28,32,42:B5,17,19"]\n\n1. 42-37 5-10 2. 28-23 19x28 3. 32x23 *\n'
  const file = { name: 'Friday.pdn', mimeType: 'text/plain', buffer: Buffer.from(games) }
  await page.goto('./#/library')
  await page.locator('input[type="file"][multiple]').setInputFiles(file)
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText('Friday.pdn')
  await page.goto('./#/puzzles')
  await page.getByLabel('Make a set from a file').setInputFiles(file)
  const main = page.getByRole('main')
  await expect(main.getByText('Puzzles found: 1. Games read: 1.')).toBeVisible()
  await damier.press(page.getByRole('link', { name: 'Friday' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Friday' })).toBeVisible()
  await damier.press(page.getByRole('link', { name: /^Puzzle 1/ }))
  await damier.press(page.getByRole('button', { name: 'The moves before' }))
  await expect(damier.square(37)).toHaveAccessibleName(/white man/)
  await expect(page.getByRole('button', { name: 'Hint' })).toBeEnabled()
  await damier.move(28, 22)
  await expect(main.getByText('Well seen. Go on.')).toBeVisible()
})

test('A puzzle is found by a position of its solution', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto(`./#/editor/international/${encodeURIComponent('W:W32,37:B10,19,28')}`)
  await damier.press(page.getByRole('button', { name: 'Puzzles with this position' }))
  await damier.press(page.getByRole('dialog').getByRole('link', { name: /^Puzzle 1/ }))
  await expect(page.getByRole('button', { name: 'Hint' })).toBeVisible()
})

test('An empty page says so when it is the first one opened', { tag: '@phone' }, async ({ damier, page }) => {
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

test('A position is defended with the only move that holds', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  await damier.press(page.getByRole('link', { name: /^Defend / }))
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { name: /to play and hold$/ })).toBeVisible({ timeout: 30_000 })
  const moves = page.getByRole('group', { name: 'Moves you can play' })
  if ((await moves.count()) === 0) await damier.openMoves()
  await damier.press(moves.getByRole('button').first())
  await expect(main.getByText(/That holds|alone held/)).toBeVisible()
  await expect(main.getByText(/^Held: \d of 1$/)).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Next', exact: true }))
  await expect(page.getByRole('heading', { name: /to play and hold$/ })).toBeVisible({ timeout: 30_000 })
})

test('One’s own games are searched for puzzles', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/puzzles')
  await damier.press(page.getByRole('button', { name: 'Look through your games' }))
  await expect(page.getByRole('main').getByText(/There was no game of this kind|Games read: \d/)).toBeVisible()
})
