// No page has a fault by axe's rules, light or dark.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './damier'

const school = [
  '#/diplomas',
  '#/diplomas/1/exam',
  '#/album',
  '#/album/turkish-stroke',
  '#/pictures',
  '#/words',
  '#/words/turkish-stroke',
  '#/rules',
  '#/rules/international',
  '#/rules/turkish',
  '#/rules/english',
  '#/squares',
  '#/count',
  '#/endings',
  '#/endings/opposition',
]
const pages = [
  '#/',
  '#/play',
  '#/play/game',
  '#/study',
  '#/boards',
  '#/correspondence',
  '#/people',
  '#/games',
  '#/learn',
  '#/learn/must-take',
  ...school,
  '#/puzzles',
  '#/puzzles/boxwood',
  '#/storm',
  '#/shot-or-not',
  '#/blind',
  '#/mix',
  '#/defend',
  '#/compose',
  '#/set-aside',
  '#/settings',
  '#/editor',
  '#/library',
  '#/search',
]

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page, ${colorScheme}`, async ({ damier, page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const check = async (where: string): Promise<void> => {
      const axe = new AxeBuilder({ page })
      // The markup is the same by night: what differs are the colours.
      if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
      const { violations } = await axe.analyze()
      expect
        .soft(
          violations.map(
            ({ id, nodes }) =>
              `${where}: ${id} ${nodes
                .map((node) => node.html)
                .slice(0, 3)
                .join(' ')}`,
          ),
        )
        .toEqual([])
    }
    await page.goto('./')
    await page.getByRole('button', { name: 'In a club' }).waitFor()
    await check('first question')
    await damier.begin('In a club')
    await damier.move(32, 28)
    await expect(damier.moves.getByRole('button')).toHaveCount(2)
    for (const address of pages) {
      await page.goto(`./${address}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await page.waitForLoadState('networkidle')
      await check(address)
    }
    await page.goto('./#/play/game')
    await page.getByText('Moves you can play', { exact: true }).click()
    await check('moves to play')
    await damier.square(32).press('f')
    await expect(page.getByRole('button', { name: 'Back to the page' })).toBeVisible()
    await check('the board alone')
    await page.getByRole('button', { name: 'Back to the page' }).click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'New game' }).click()
    await check('new game')
  })
}
