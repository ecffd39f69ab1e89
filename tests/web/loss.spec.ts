// The page after a loss offers the one thing that helps most.
import { type Damier, expect, test } from './damier'

async function resign(damier: Damier): Promise<void> {
  const { page } = damier
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Resign' }))
  await damier.press(page.getByRole('dialog', { name: 'Resign the game?' }).getByRole('button', { name: 'Resign' }))
}

/** Begins a game in which the computer has Black, the move and a coup de mazette. */
async function suffersMazette(damier: Damier): Promise<void> {
  const { page } = damier
  await damier.begin('In a club')
  await page.goto(`./#/editor/international/${encodeURIComponent('B:W32,34,41,44,45,50:B1,14,19,23')}`)
  await damier.press(page.getByRole('button', { name: 'Play from here' }))
  await damier.press(page.getByRole('dialog').getByRole('button', { name: /^Play / }))
  await expect(damier.moves).toContainText('23-29')
  await damier.move(34, 23)
  await expect(damier.moves).toContainText('19×46')
  for (const [at, target] of [
    [44, 40],
    [40, 34],
  ] as const) {
    const before = await damier.moves.getByRole('button').count()
    await damier.move(at, target)
    await expect(damier.moves.getByRole('button')).toHaveCount(before + 2)
  }
  await resign(damier)
}

test('A lost game offers the lesson of its shot, and no harder opponent', async ({ damier, page }) => {
  await suffersMazette(damier)
  const card = page.getByRole('region', { name: 'Result: 0-2' })
  await expect(card).toContainText('What decided the game: Mazette')
  await damier.hears('What decided the game: Mazette')
  await expect(card.getByRole('button', { name: /Next step/ })).toHaveCount(0)
  await expect(card.getByRole('button', { name: /^Easier:/ })).toBeVisible()
  await damier.press(card.getByRole('button', { name: 'Open the lesson' }))
  await expect(page).toHaveURL(/learn\/mazette/)
  // The card is still there on return.
  await page.goBack()
  await expect(card.getByRole('button', { name: 'Open the lesson' })).toBeVisible()
})

test('A lost game becomes a lesson, and is played on from before the mistake', async ({ damier, page }) => {
  await suffersMazette(damier)
  const card = page.getByRole('region', { name: 'Result: 0-2' })
  await damier.press(card.getByRole('button', { name: /^Learn from this game/ }))
  await expect(page).toHaveURL(/library\/\d+\/lesson\/white/)
  // Its shot alone and in the game, the same idea elsewhere, and a twin in which nothing works.
  const tasks = [
    '1 of 4 · Only the pieces that matter.',
    '2 of 4 · Your game, move 1: you allowed this shot.',
    '3 of 4 · Mazette, in another position.',
    '4 of 4 · Almost the same position.',
  ]
  for (const task of tasks) {
    await expect(page.getByText(task)).toBeVisible()
    await damier.press(page.getByRole('button', { name: /solution/i }))
    await damier.press(page.getByRole('button', { name: /^(Next step|To the end)$/ }))
  }
  await expect(page.getByText('Mazette will come back in positions you have not seen.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Play on from here' }))
  await expect(page).toHaveURL(/play\/game/)
  await expect(damier.moves.getByRole('button')).toHaveCount(0)
})

test('A loss offers an easier opponent, and the third one that adapts', async ({ damier, page }) => {
  await damier.begin('In a club')
  const card = page.getByRole('region', { name: 'Result: 0-2' })
  await resign(damier)
  await damier.press(card.getByRole('button', { name: /^Easier:/ }))
  await expect(card).toHaveCount(0)
  await resign(damier)
  await damier.press(card.getByRole('button', { name: /^Easier:/ }))
  await expect(card).toHaveCount(0)
  await resign(damier)
  await expect(card).toContainText('Three losses in a row')
  await damier.press(card.getByRole('button', { name: 'Play one that adapts' }))
  await expect(card).toHaveCount(0)
  await resign(damier)
  // This level adapts by itself, so no other is offered.
  await expect(page.getByRole('region', { name: /^Result:/ }).getByRole('button', { name: /^(Easier|Next step)/ })).toHaveCount(0)
})

test('The turning point is shown, and leads to the move that was better', async ({ damier, page }) => {
  await damier.playFrom('international', 'W:W31,32,37,42,48:B3,4,8,9,19')
  const line: [number, number][] = [[32, 28], [19, 23], [28, 19], [8, 12], [42, 38], [12, 17], [38, 33]] // prettier-ignore
  for (const [at, path] of line.entries()) {
    await damier.move(...path)
    await expect(damier.moves.getByRole('button')).toHaveCount(at + 1)
  }
  await resign(damier)
  const card = page.getByRole('region', { name: 'Result: 2-0' })
  await expect(card).toContainText('The turning point: 8-12, move 2; 4-10 was better.')
  await damier.press(card.getByRole('button', { name: 'Find the better move' }))
  await expect(page).toHaveURL(/library\/\d+\/learn/)
  await expect(page.getByText(/What is better\?/)).toBeVisible()
})

test('The end of a game links to the article that ends it', async ({ damier, page }) => {
  await damier.playFrom('international', 'W:W38:B33')
  await damier.move(38, 29)
  const card = page.getByRole('region', { name: 'Result: 2-0' })
  await expect(card).toContainText('Black has no piece left.')
  await damier.press(card.getByRole('link', { name: 'art. 7.2.3' }))
  await expect(page).toHaveURL(/article|learn/)
})

test('A loss against the weakest level offers two men ahead', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/play')
  await damier.press(page.getByRole('button', { name: /New game/ }).first())
  const sheet = page.getByRole('dialog')
  await damier.press(sheet.getByRole('button', { name: 'Play First steps' }))
  await expect(page).toHaveURL(/play\/game/)
  await resign(damier)
  const card = page.getByRole('region', { name: 'Result: 0-2' })
  await expect(card.getByRole('button', { name: /^(Easier|Two men ahead)/ })).toHaveCount(1)
  await damier.press(card.getByRole('button', { name: 'Two men ahead' }))
  await expect(page.getByRole('gridcell', { name: /black man/ })).toHaveCount(18)
})
