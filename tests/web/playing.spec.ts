// The board beside plain moves: planned moves, moves to be confirmed, and drawing.
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { type Damier, expect, test } from './damier'

test('A move planned while the computer thinks is shown, dropped or played', async ({ damier, page }) => {
  await damier.holdComputer()
  // No reply of Black forces White to capture, so the plan stays legal.
  await againstComputer(damier, 'W:W32,34,40,45:B6,7')
  await damier.move(32, 28)
  await damier.hears('White: 32 to 28')
  await damier.move(40, 34)
  // The man on 34 blocks 40-34: the second tap picks that man up and plans nothing yet.
  await expect(page.getByText(/^Planned/)).toHaveCount(0)
  await damier.move(30)
  await expect(page.getByRole('main').getByText('Planned: 34-30.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Drop it' }))
  await damier.hears('The planned move is dropped.')
  await damier.move(34, 30)
  await expect(page.getByRole('main').getByText('Planned: 34-30.')).toBeVisible()
  await damier.letThink()
  await expect.poll(() => damier.moves.getByRole('button').count()).toBeGreaterThanOrEqual(3)
  await expect(damier.moves).toContainText('34-30')
})

test('A move waits to be confirmed', async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('checkbox', { name: /Confirm each move/ }))
  await page.keyboard.press('Escape')
  await damier.move(32, 28)
  await expect(page.getByText('32-28: is that your move?')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Take it back' }).last())
  await expect(damier.square(32)).toHaveAccessibleName(/white man/)
  await expect(damier.moves.getByRole('button')).toHaveCount(0)
  await damier.move(33, 28)
  await damier.press(page.getByRole('button', { name: 'Play it' }))
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
})

test('The right button draws arrows and rings, and the wheel steps', async ({ damier, page }) => {
  await damier.twoPeople()
  const drawn = page.locator('.mark.choice-1')
  const [from, to] = [await damier.middle(32), await damier.middle(28)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down({ button: 'right' })
  await page.mouse.move(to.x, to.y)
  await page.mouse.up({ button: 'right' })
  await expect(drawn).toHaveCount(1)
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  await expect(drawn).toHaveCount(0)
  await page.mouse.wheel(0, -120)
  await expect(drawn).toHaveCount(1)
  await expect(page.getByText(/Looking back|Move 0 of 1/)).toBeVisible()
  await page.mouse.wheel(0, 120)
  await expect(drawn).toHaveCount(0)
})

test('A finger drawn across the board steps through the moves', async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.move(32, 28)
  await damier.move(19, 23)
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  const swipe = async (from: number, to: number): Promise<void> => {
    const [start, end] = [await damier.middle(from), await damier.middle(to)]
    await page.evaluate(
      ([a, b]) => {
        const cell = document.elementFromPoint(a.x, a.y)
        for (const [type, at] of [
          ['pointerdown', a],
          ['pointerup', b],
        ] as const) {
          cell?.dispatchEvent(new PointerEvent(type, { clientX: at.x, clientY: at.y, pointerType: 'touch', pointerId: 7, bubbles: true }))
        }
      },
      [start, end] as const,
    )
  }
  const looking = page.getByText('Move 1 of 1.')
  await swipe(21, 23)
  await expect(looking).toBeVisible()
  await swipe(23, 21)
  await expect(looking).toHaveCount(0)
  // A swipe from a movable piece would carry it.
  await swipe(31, 33)
  await expect(looking).toHaveCount(0)
})

/** Begins a game with White against the computer from a position. */
async function againstComputer(damier: Damier, fen: string): Promise<void> {
  const { page } = damier
  await damier.begin('In a club')
  await page.goto(`./#/editor/international/${encodeURIComponent(fen)}`)
  await damier.press(page.getByRole('button', { name: 'Play from here' }))
  const sheet = page.getByRole('dialog')
  await damier.press(sheet.getByRole('radio', { name: 'The computer', exact: true }))
  await damier.press(sheet.getByRole('radio', { name: 'White', exact: true }))
  await damier.press(sheet.getByRole('button', { name: /^Play / }))
  await expect(page).toHaveURL(/play\/game/)
  await expect(damier.moves).toBeVisible()
}

test('A planned move that became illegal is refused with the rule', async ({ damier, page }) => {
  await damier.holdComputer()
  // Black has one move, after which 36 must take.
  await againstComputer(damier, 'W:W36,45:B26')
  await damier.move(45, 40)
  await damier.tap(8)
  await expect(page.getByRole('main').getByText('First the piece that is to move')).toBeVisible()
  // Only one piece can reach 35.
  await damier.tap(35)
  await expect(page.getByRole('main').getByText('Planned: 40-35.')).toBeVisible()
  await damier.letThink()
  await expect(page.getByRole('main').getByText(/You must take/)).toBeVisible()
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
})

test('A capture is planned with its route', async ({ damier, page }) => {
  await damier.holdComputer()
  // 31 takes 37 and lands on 42; then 47 takes five men by one of two routes.
  await againstComputer(damier, 'W:W41,42,47:B31,32,33,22,23')
  await damier.move(42, 37)
  await damier.move(47, 29, 18, 27, 38)
  await expect(page.getByRole('main').getByText('Planned: 47-29-18-27-38.')).toBeVisible()
  await damier.letThink()
  await expect(damier.moves).toContainText('47×38')
  await expect(page.getByRole('region', { name: 'Result: 2-0' })).toBeVisible()
})

test('A typed move waits to be confirmed too', async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('checkbox', { name: /Confirm each move/ }))
  await page.keyboard.press('Escape')
  // The menu gives the focus back when it closes.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await damier.openMoves()
  const box = page.getByRole('textbox', { name: 'Type a move' })
  await box.fill('32 28')
  await box.press('Enter')
  const asked = page.getByText('32-28: is that your move?').first()
  await expect(asked).toBeVisible()
  await expect(damier.square(32)).toHaveAccessibleName(/white man/)
  await page.keyboard.press('Escape')
  // Only the button for typed moves is left.
  await expect(page.getByRole('button', { name: 'Play it', exact: true })).toHaveCount(1)
  await box.fill('32 28')
  await box.press('Enter')
  await damier.press(page.getByRole('button', { name: 'Play it', exact: true }).first())
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
})

test('Drawn arrows stay after a reload and are saved in the file', async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
  const draw = async (from: number, to: number, ...keys: string[]): Promise<void> => {
    const [start, end] = [await damier.middle(from), await damier.middle(to)]
    for (const key of keys) await page.keyboard.down(key)
    await page.mouse.move(start.x, start.y)
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(end.x, end.y)
    await page.mouse.up({ button: 'right' })
    for (const key of keys) await page.keyboard.up(key)
  }
  const mark = (tone: number): Locator => page.locator(`.mark.choice-${tone}`)
  // The marks belong to the current position.
  await draw(19, 23)
  await draw(20, 24, 'Shift')
  await draw(28, 28, 'Control')
  await draw(28, 22, 'Control', 'Shift')
  for (const tone of [1, 2, 3, 4]) await expect(mark(tone)).toHaveCount(1)
  // Drawing a mark again removes it.
  await draw(28, 28, 'Control')
  await expect(mark(3)).toHaveCount(0)
  await damier.move(19, 23)
  await expect(mark(1)).toHaveCount(0)
  await page.reload()
  await expect(damier.moves.getByRole('button')).toHaveCount(2)
  await damier.press(damier.moves.getByRole('button').first())
  for (const [tone, count] of [1, 1, 0, 1].entries()) await expect(mark(tone + 1)).toHaveCount(count)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  const file = page.waitForEvent('download')
  await damier.press(page.getByRole('dialog').getByRole('button', { name: /Export|PDN/ }))
  const text = await readFile(await (await file).path(), 'utf8')
  expect(text).toContain('[%cal G1923,R2024,B2822]')
})

test('A resting finger draws, and draws again in the next colour', async ({ damier, page }) => {
  await page.clock.install()
  await damier.twoPeople()
  const finger = async (from: number, to: number): Promise<void> => {
    const [start, end] = [await damier.middle(from), await damier.middle(to)]
    const send = (type: string, at: { x: number; y: number }): Promise<void> =>
      page.evaluate(
        ([name, begun, { x, y }]) => {
          const event = new PointerEvent(name, { clientX: x, clientY: y, pointerType: 'touch', pointerId: 7, bubbles: true })
          document.elementFromPoint(begun.x, begun.y)?.dispatchEvent(event)
        },
        [type, start, at] as const,
      )
    await send('pointerdown', start)
    // A finger that rests draws.
    await page.clock.runFor(700)
    await send('pointermove', end)
    await send('pointerup', end)
  }
  await finger(19, 23)
  await expect(page.locator('.mark.choice-1')).toHaveCount(1)
  await finger(19, 23)
  await expect(page.locator('.mark.choice-1')).toHaveCount(0)
  await expect(page.locator('.mark.choice-2')).toHaveCount(1)
  await finger(19, 23)
  await finger(19, 23)
  await expect(page.locator('.mark.choice-4')).toHaveCount(1)
  await finger(19, 23)
  await expect(page.locator('[class*="choice-"].mark')).toHaveCount(0)
  // The next tap begins a move.
  await damier.move(32, 28)
  await expect(damier.moves.getByRole('button')).toHaveCount(1)
})

test('The opening is named, and the tempi are counted if wished', async ({ damier, page }) => {
  await damier.twoPeople()
  await damier.move(32, 28)
  await expect(page.getByText('Raphaël opening', { exact: true })).toBeVisible()
  await damier.move(19, 23)
  await damier.move(28, 19)
  await expect(page.getByText(/Tempi/)).toHaveCount(0)
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('checkbox', { name: /Count the tempi/ }))
  await page.keyboard.press('Escape')
  // White's man has advanced three rows; Black has lost a man that had advanced two.
  await expect(page.getByText(/· Tempi \d+ : \d+ \(.\d+\)/)).toBeVisible()
  const before = await page.getByText(/· Tempi/).textContent()
  await damier.move(14, 23)
  await expect(page.getByText(/^Raphaël, symmetrical · Tempi/)).toBeVisible()
  expect(await page.getByText(/· Tempi/).textContent()).not.toBe(before)
  // The captured men are shown beside the board.
  await expect(page.getByRole('img', { name: /1 (man|piece)s? taken/i })).toHaveCount(2)
})
