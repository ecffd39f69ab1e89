// The board: every game, every way to make a move, animation, refusals, fingers and themes.
import type { Page } from '@playwright/test'
import { expect, test } from './damier'

/** The board of each game: number of squares, whether the lower corners are playable, and the side below. */
const boards = {
  'International draughts': { squares: 50, left: true, right: false, below: 'white' },
  'Canadian draughts': { squares: 72, left: true, right: false, below: 'white' },
  'English draughts': { squares: 32, left: true, right: false, below: 'black' },
  'Brazilian draughts': { squares: 32, left: true, right: false, below: 'white' },
  'Russian draughts': { squares: 32, left: true, right: false, below: 'white' },
  'Italian draughts': { squares: 32, left: false, right: true, below: 'white' },
  'Spanish draughts': { squares: 32, left: false, right: true, below: 'white' },
  'Turkish draughts': { squares: 64, left: true, right: true, below: 'white' },
  'Frisian draughts': { squares: 50, left: true, right: false, below: 'white' },
  'Portuguese draughts': { squares: 32, left: false, right: true, below: 'white' },
  'Czech draughts': { squares: 32, left: true, right: false, below: 'white' },
  'Pool draughts': { squares: 32, left: true, right: false, below: 'black' },
  'Thai draughts': { squares: 32, left: true, right: false, below: 'black' },
  'Sri Lankan draughts': { squares: 72, left: false, right: true, below: 'white' },
  'Frysk! (Frisian with five men)': { squares: 50, left: true, right: false, below: 'white' },
  Antidraughts: { squares: 50, left: true, right: false, below: 'white' },
  Breakthrough: { squares: 50, left: true, right: false, below: 'white' },
  'Killer draughts': { squares: 50, left: true, right: false, below: 'white' },
} as const

/** The marks on the board: routes by style, and labels. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const classes = (selector: string) => [...document.querySelectorAll(selector)].map((mark) => mark.getAttribute('class') ?? '')
    return {
      routes: classes('.board-over .mark.route:has(.line)').map((name) => name.replace('mark route ', '')),
      labels: [...document.querySelectorAll('.board-over .label')].map((label) => label.textContent),
      dashes: [...document.querySelectorAll('.board-over .mark.route .line')].map((line) => getComputedStyle(line).strokeDasharray),
      tones: [...document.querySelectorAll('.board-over .mark.route .line')].map((line) => getComputedStyle(line).stroke),
    }
  })

test('Every game has its board: size, dark corner, side below', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/editor')
  for (const [game, board] of Object.entries(boards)) {
    await damier.chooseGame(game)
    await damier.press(page.getByRole('button', { name: 'Starting position' }))
    await expect(page.getByRole('gridcell')).toHaveCount(board.squares)
    await expect(page.getByRole('button', { name: 'Play from here' })).toBeEnabled()
    const seen = await page.getByRole('grid').evaluate((grid) => {
      const field = grid.getBoundingClientRect()
      const cells = [...grid.querySelectorAll('[role="gridcell"]')].map((cell) => ({
        box: cell.getBoundingClientRect(),
        name: cell.getAttribute('aria-label') ?? '',
      }))
      const bottom = cells.filter(({ box }) => Math.abs(box.bottom - field.bottom) < 2)
      // The last row is empty in Turkish draughts, so the lowest men count.
      const lowest = cells.filter(({ name }) => / man/.test(name)).toSorted((a, b) => b.box.bottom - a.box.bottom)[0]
      return {
        squares: cells.length,
        left: bottom.some(({ box }) => Math.abs(box.left - field.left) < 2),
        right: bottom.some(({ box }) => Math.abs(box.right - field.right) < 2),
        below: /black/.test(lowest?.name ?? '') ? 'black' : 'white',
      }
    })
    expect.soft({ game, ...seen }).toEqual({ game, ...board })
  }
})

test('A capture in a closed loop is played by a landing and its piece', async ({ damier }) => {
  await damier.playFrom('international', 'W:W38:B1,22,23,32,33')
  await damier.tap(38)
  await expect(damier.square(38)).toHaveAccessibleName(
    /in your hand, the capture may return here by the squares on its way, 4 pieces taken/,
  )
  await damier.move(29, 38)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  for (const square of [22, 23, 32, 33]) await expect(damier.square(square)).toHaveAccessibleName(/empty/)
  await damier.hears(/White: 38 takes .*lands 38/)
})

test('Two captures with the same ends are drawn in two styles, and a key chooses', async ({ damier, page }) => {
  await damier.playFrom('international', 'W:WK3:B8,10,18,27,45')
  await damier.move(3, 5)
  await expect.poll(async () => (await drawn(page)).labels).toEqual(['A', 'B'])
  const { routes, dashes, tones } = await drawn(page)
  expect(routes).toEqual(['choice-1', 'choice-2'])
  expect(new Set(dashes).size).toBe(2)
  expect(new Set(tones).size).toBe(2)
  await damier.hears(/Which way to take\? Route A: takes .*\. Route B: takes /)
  const [a, b] = [page.getByRole('button', { name: /^Route A/ }), page.getByRole('button', { name: /^Route B/ })]
  await expect(a).toBeVisible()
  const taken = (await b.getAttribute('aria-label'))?.match(/\d+/g)?.map(Number) ?? []
  await damier.square(3).press('b')
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  for (const square of taken) await expect(damier.square(square)).toHaveAccessibleName(/empty/)
})

test('A capture is played tap by tap, and by a drag through its landings', async ({ damier, page }) => {
  const fen = 'W:W31:B1,19,27,28,29,32,37,38'
  await damier.playFrom('international', fen)
  await damier.move(31, 22)
  await expect(damier.square(27)).toHaveAccessibleName(/taken, still on the board/)
  await expect(damier.square(22)).toHaveAccessibleName(/in your hand/)
  await damier.move(33, 24, 13)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  await damier.press(page.getByRole('button', { name: 'Take back' }))
  await expect(damier.square(31)).toHaveAccessibleName(/must take/)
  const first = await damier.middle(31)
  await page.mouse.move(first.x, first.y)
  await page.mouse.down()
  for (const [landing, taken] of [
    [42, 37],
    [33, 38],
    [24, 29],
  ] as const) {
    const { x, y } = await damier.middle(landing)
    await page.mouse.move(x - 6, y - 6, { steps: 5 })
    await page.mouse.move(x, y)
    // A piece that rests on a landing has captured.
    await expect(damier.square(taken)).toHaveAccessibleName(/taken, still on the board/)
  }
  const last = await damier.middle(13)
  await page.mouse.move(last.x, last.y, { steps: 5 })
  await page.mouse.up()
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  for (const square of [37, 38, 29, 19]) await expect(damier.square(square)).toHaveAccessibleName(/empty/)
  for (const square of [27, 28, 32]) await expect(damier.square(square)).toHaveAccessibleName(/black man/)
})

test('The board alone hides the rest of the page', { tag: '@both' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  const before = await page.getByRole('grid').boundingBox()
  await damier.square(32).press('f')
  await expect(page.getByRole('button', { name: 'Back to the page' })).toBeVisible()
  const size = page.viewportSize()!
  await expect
    .poll(async () => {
      const box = await page.getByRole('grid').boundingBox()
      return (
        box !== null &&
        box.x >= 0 &&
        box.y >= 0 &&
        box.x + box.width <= size.width &&
        box.y + box.height <= size.height &&
        box.width >= (before?.width ?? 0)
      )
    })
    .toBe(true)
  const covered = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight - 3)?.closest('.presented') !== null)
  expect(covered).toBe(true)
  await damier.move(32, 28)
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
  await damier.press(page.getByRole('button', { name: 'Back to the page' }))
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(damier.moves.getByRole('button').first()).toBeVisible()
})

test('Squares have letters where the game has letters', async ({ damier, page }) => {
  await damier.playFrom('russian', 'W:Wc3,a1:Bd4,g7,h8')
  await damier.openMoves()
  await expect(page.getByRole('button', { name: 'c3 takes d4, lands e5' })).toBeVisible()
  await damier.tap('a1')
  await damier.tap('b2')
  await damier.hears(/You must take: c3 takes d4, lands e5/)
  const box = page.getByRole('textbox', { name: 'Type a move' })
  await box.fill('C3 e5')
  await box.press('Enter')
  await damier.hears('White: c3 takes d4, lands e5.')
  await expect(damier.square('e5')).toHaveAccessibleName(/white man/)
})

test('Taken men go at once in Turkish draughts', async ({ damier }) => {
  await damier.playFrom('turkish', 'W:Wd3:Bd4,d6,h8')
  await damier.move('d3', 'd5')
  await expect(damier.square('d4')).toHaveAccessibleName('d4, empty')
  await expect(damier.square('d6')).toHaveAccessibleName(/black man/)
  await damier.square('d5').press('Escape')
  await expect(damier.square('d4')).toHaveAccessibleName(/black man/)
  await damier.move('d3', 'd5', 'd7')
  await expect(damier.square('d7')).toHaveAccessibleName(/white man/)
})

test('A man is crowned in passing in Russian draughts', async ({ damier }) => {
  await damier.playFrom('russian', 'W:Wf6:Be7,c7,h2')
  await damier.move('f6', 'd8')
  await expect(damier.square('d8')).toHaveAccessibleName(/white king/)
  await damier.square('d8').press('Escape')
  await expect(damier.square('f6')).toHaveAccessibleName(/white man/)
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('A capture moves leg by leg, and the men lift off in order', async ({ damier, page }) => {
    await damier.playFrom('international', 'W:W38:B1,22,23,32,33')
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const at = (piece: Element) => (piece as HTMLElement).style.transform
      new MutationObserver((changes) => {
        for (const { target, oldValue } of changes) {
          const [now, before] = [(target as Element).className, oldValue ?? '']
          for (const name of ['taken', 'lifting']) {
            if (now.includes(name) && !before.includes(name)) seen.push(`${name} ${at(target as Element)}`)
          }
        }
      }).observe(document.querySelector('.board-pieces')!, {
        subtree: true,
        attributes: true,
        attributeFilter: ['class'],
        attributeOldValue: true,
      })
    })
    await damier.openMoves()
    await page.getByRole('button', { name: /^38 takes/ }).click()
    await expect(damier.square(22)).toHaveAccessibleName(/empty/)
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    const of = (name: string) => seen.filter((what) => what.startsWith(name)).map((what) => what.replace(/^\w+ /, ''))
    expect(of('taken')).toHaveLength(4)
    expect(of('lifting')).toEqual(of('taken'))
  })
})

test('A refused move shows every capture as a numbered route, with the rule', async ({ damier, page }) => {
  await damier.playFrom('international', 'W:W31,38,50:B1,23,27,33')
  await damier.tap(50)
  await expect(page.getByRole('main').getByText('You must take two: 38')).toBeVisible()
  await damier.hears(/You must take two: 38 takes 33 and 23, lands 18/)
  expect(await drawn(page)).toMatchObject({ routes: ['faint', 'look'], labels: ['1', '2'] })
  await damier.move(31, 22)
  await damier.hears(/31 to 22 takes only one/)
  expect(await drawn(page)).toMatchObject({ routes: ['faint', 'look'], labels: ['1', '2'] })
})

const rules = [
  // Both captures take one piece, and a king counts more.
  { variant: 'spanish', fen: 'W:W11:B14,32,K15', way: [11, 18], says: 'the one that takes more kings' },
  { variant: 'frisian', fen: 'W:W28,48:B1,22,K43', way: [28, 17], says: 'Value decides' },
  { variant: 'czech', fen: 'W:Wc3,Kh2:Bd4,f4,h8', way: ['c3'], says: 'The king must capture' },
] as const
for (const { variant, fen, way, says } of rules) {
  test(`the deciding rule is named: ${variant}`, async ({ damier, page }) => {
    await damier.playFrom(variant, fen)
    await damier.move(...way)
    await expect(page.getByRole('main').getByText(says)).toBeVisible()
    await damier.hears(says)
    expect((await drawn(page)).routes).toContain('faint')
  })
}

test('A finger that lands beside a target still means it', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  const board = await page.locator('.board-field').boundingBox()
  // The frame takes 7 % of the screen.
  expect(board?.width).toBeCloseTo(334.6, 0)
  // A square is 33 px wide, its target more than 44 px: a tap 22 px beside the middle still counts.
  await damier.tap(32, { x: 0, y: -10 })
  await expect(damier.square(32)).toHaveAccessibleName(/in your hand/)
  await damier.tap(28, { x: 22, y: 0 })
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
})

test('Under a finger the piece is twice as large and one square higher', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  const [from, to] = [await damier.middle(32), await damier.middle(28)]
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: string, points: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points })
  await touch('touchStart', [from])
  await touch('touchMove', [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }])
  await touch('touchMove', [to])
  const piece = () =>
    page.locator('.piece.lifted').evaluate((element) => ({
      box: element.getBoundingClientRect().toJSON() as DOMRect,
      drawing: element.querySelector('.drawing')!.getBoundingClientRect().width,
    }))
  await expect(async () => {
    const { box, drawing } = await piece()
    expect(drawing).toBeCloseTo(67, 0)
    expect(box.y + box.height / 2).toBeCloseTo(to.y - 33.5, 0)
  }).toPass()
  await expect(page.locator('.mark.hover')).toHaveCount(1)
  await touch('touchEnd', [])
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
})

test('Vibrations follow the setting', { tag: '@phone' }, async ({ damier, page }) => {
  await page.addInitScript(() => {
    const felt: unknown[] = []
    Object.assign(window, { felt })
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => felt.push(pattern) > 0 })
  })
  const felt = () => page.evaluate(() => (window as unknown as { felt: unknown[] }).felt.length)
  await damier.begin('In a club')
  await damier.tap(32)
  expect(await felt()).toBe(1)
  await page.goto('./#/settings')
  await damier.press(page.getByRole('group', { name: 'Vibration' }).getByRole('radio', { name: 'Off' }))
  await page.goto('./#/play/game')
  const before = await felt()
  await damier.tap(33)
  await expect(damier.square(33)).toHaveAccessibleName(/in your hand/)
  expect(await felt()).toBe(before)
})

test('Every board theme and piece set holds on every board', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/settings')
  const sample = page.locator('.preview')
  await expect(sample.locator('.drawing.king')).toHaveCount(4)
  await expect(sample.locator('.board-under .mark.route')).toHaveCount(1)
  for (const [name, theme] of [
    ['Slate', 'ardoise'],
    ['Walnut at night', 'noyer'],
    ['Oak', 'chene'],
    ['Marble', 'marbre'],
    ['Delft', 'delft'],
    ['North Sea', 'mer'],
    ['Brick', 'brique'],
    ['Lavender', 'lavande'],
    ['Newsprint', 'journal'],
    ['Boxwood', 'buis'],
    ['Contrast', 'contraste'],
  ] as const) {
    await damier.press(page.getByRole('radio', { name }))
    await expect(sample.locator('.board')).toHaveAttribute('data-theme', theme)
    // The flat boards alone have no grain on a canvas.
    await expect(sample.locator('canvas')).toHaveCount(theme === 'journal' || theme === 'contraste' ? 0 : 1)
  }
  for (const [name, set] of [
    ['Year rings', 'grained'],
    ['Milled edge', 'milled'],
    ['Rosette', 'rosette'],
    ['Turned', 'turned'],
    ['Flat', 'flat'],
    ['Letters', 'letters'],
  ] as const) {
    await damier.press(page.getByRole('radio', { name }))
    await expect(sample.locator(`.drawing.${set}`)).toHaveCount(16)
  }
  await damier.press(page.getByRole('group', { name: 'Play on the light squares' }).getByRole('radio', { name: 'On' }))
  for (const address of ['#/play/game', '#/editor', '#/rules/turkish']) {
    await page.goto(`./${address}`)
    await expect(page.locator('.board[data-theme="contraste"][data-light] .drawing.letters').first()).toBeAttached()
  }
})

test('The preview follows the settings and stays in sight', { tag: '@both' }, async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/settings')
  const board = page.locator('.preview .board')
  await damier.press(page.getByRole('group', { name: 'Square numbers' }).getByRole('radio', { name: 'On every square' }))
  await expect(board.locator('.board-number')).toHaveCount(30)
  await damier.press(page.getByRole('group', { name: 'Play on the light squares' }).getByRole('radio', { name: 'On' }))
  await expect(board).toHaveAttribute('data-light')
  await expect(board).toBeInViewport({ ratio: 0.9 })
  // Arrow keys choose boards; the focused one is never covered by the preview.
  const first = page.getByRole('group', { name: 'Board', exact: true }).getByRole('radio').first()
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect(board).toHaveAttribute('data-theme', 'buis')
  const focused = page.locator('label:has(:focus)')
  const [{ x, y, width, height } = { x: 0, y: 0, width: 0, height: 0 }] = [(await focused.boundingBox()) ?? undefined]
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  const top = await page.evaluate(
    ([left = 0, above = 0]) => document.elementFromPoint(left, above)?.closest('label') !== null,
    [x + width / 2, y + height / 2],
  )
  expect(top).toBe(true)
})

test('A setting is found by its words and by synonyms', async ({ damier, page }) => {
  await damier.begin('In a club')
  await page.goto('./#/settings')
  const search = page.getByRole('searchbox', { name: 'Search the settings' })
  const status = (text: string) => page.getByRole('search').getByRole('status').filter({ hasText: text })
  await search.fill('square light')
  await expect(page.getByRole('group', { name: 'Play on the light squares' })).toBeVisible()
  await search.fill('blindfold')
  await expect(page.getByRole('group')).toHaveCount(1)
  await expect(page.getByRole('group', { name: 'Playing without sight' })).toBeVisible()
  await expect(page.locator('.preview')).toHaveCount(0)
  await expect(status('1 setting found.')).toBeVisible()
  await search.fill('no such thing')
  await expect(status('No setting has these words.')).toBeVisible()
  await expect(page.getByRole('group')).toHaveCount(0)
})

test('The volume is heard when the slider is released', async ({ damier, page }) => {
  await page.addInitScript(() => {
    const Real = AudioContext
    const peaks: number[] = []
    Object.assign(window, { peaks })
    window.AudioContext = class extends Real {
      override createGain(): GainNode {
        const gain = super.createGain()
        const set = gain.gain.setValueAtTime.bind(gain.gain)
        gain.gain.setValueAtTime = (value, time) => {
          peaks.push(value)
          return set(value, time)
        }
        return gain
      }
    }
  })
  // The loudest sound since the last call; 0 = none.
  const heard = () => page.evaluate(() => Math.max(0, ...(window as unknown as { peaks: number[] }).peaks.splice(0)))
  await damier.begin('In a club')
  await page.goto('./#/settings')
  const volume = page.getByRole('slider', { name: 'Volume of the sounds' })
  await expect(volume).toHaveValue('100')
  await heard()
  await volume.scrollIntoViewIfNeeded()
  const box = (await volume.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + box.width - 8, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 })
  await expect(volume).toHaveValue('50')
  expect(await heard()).toBe(0)
  await page.mouse.up()
  await expect.poll(heard).toBeGreaterThan(0)
  await page.reload()
  await expect(volume).toHaveValue('50')
  await volume.focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')
  await expect(volume).toHaveAttribute('aria-valuetext', 'Silent')
  await page.goto('./#/play/game')
  await heard()
  await damier.move(32, 28)
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
  expect(await heard()).toBe(0)
})
