// What is done on the board beside moving: a move planned while the computer thinks, one that waits to be confirmed, what one draws.
import { expect, test } from './damier'

test('a move planned while the computer thinks is shown, dropped by a tap, and played as soon as it can be', async ({ damier, page }) => {
  // The computer takes its time, however fast the machine.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    window.setTimeout = ((work: TimerHandler, millis = 0, ...rest: unknown[]) =>
      wait(work, millis >= 100 && millis < 1000 ? 4000 : millis, ...rest)) as typeof setTimeout
  })
  // Whatever Black answers, White need not capture: the plan stands.
  await damier.begin('In a club')
  await page.goto(`./#/editor/international/${encodeURIComponent('W:W32,34,40,45:B6,7')}`)
  await damier.press(page.getByRole('button', { name: 'Play from here' }))
  const sheet = page.getByRole('dialog')
  await damier.press(sheet.getByRole('radio', { name: 'The computer', exact: true }))
  await damier.press(sheet.getByRole('radio', { name: 'White', exact: true }))
  await damier.press(sheet.getByRole('button', { name: 'Begin' }))
  await expect(page).toHaveURL(/play\/game/)
  await expect(damier.moves).toBeVisible()
  await damier.move(32, 28)
  await damier.hears('White: 32 to 28')
  await damier.move(40, 34)
  // 40-34 was blocked by the man on 34: the second tap chose that man instead, which is no plan yet.
  await expect(page.getByText(/^Planned/)).toHaveCount(0)
  await damier.move(30)
  await expect(page.getByRole('main').getByText('Planned: 34-30.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Drop it' }))
  await damier.hears('The planned move is dropped.')
  await damier.move(34, 30)
  await expect(page.getByRole('main').getByText('Planned: 34-30.')).toBeVisible()
  await expect.poll(() => damier.moves.getByRole('button').count(), { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
  await expect(damier.moves).toContainText('34-30')
})

test('a move waits to be confirmed where one wants that', async ({ damier, page }) => {
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

test('arrows and rings are drawn with the right button and stay with their position; the wheel steps', async ({
  damier,
  page,
  hasTouch,
}) => {
  test.skip(hasTouch ?? false, 'a mouse’s test')
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

test('what is pasted is opened: a position in the editor, games in the library', async ({ damier, page }) => {
  await damier.begin('In a club')
  const paste = (text: string) =>
    page.evaluate((given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', given)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, text)
  await paste('W:W31,K42:B12,18')
  await expect(page).toHaveURL(/#\/editor\/international\//)
  await expect(damier.square(42)).toHaveAccessibleName(/white king/)
  await paste('[White "Ann"]\n[Black "Ben"]\n[Result "1-1"]\n1. 32-28 19-23 1-1\n')
  await expect(page).toHaveURL(/#\/library\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ann')
})

test('a finger drawn across the board steps through the moves; from a piece that may move it does not', async ({ damier, page }) => {
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
  // From here a piece would be carried.
  await swipe(31, 33)
  await expect(looking).toHaveCount(0)
})
