// The search for positions and manoeuvres, the list beside the game, and pasted or dropped texts.
import { type Damier, expect, test } from './damier'

const GAMES = `[White "Anna Bakker"]
[Black "Bruno Petit"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 {quite sound} 10-14 4. 41-37 14-19 2-0

[White "Carla Visser"]
[Black "Dirk de Wit"]
[GameType "20"]

1. 32-28 17-22 2. 28x17 11x22 3. 37-32 6-11 4. 41-37 12-17 1-1

[White "Emma Jansen"]
[Black "Hugo Roche"]
[GameType "20"]

1. 33-28 18-23 2. 39-33 12-18 3. 44-39 7-12 1-1
`

async function withGames(damier: Damier): Promise<void> {
  const { page } = damier
  await damier.begin('Not yet')
  await page.goto('./#/library')
  await page.locator('input[type="file"][multiple]').setInputFiles({ name: 'club.pdn', mimeType: 'text/plain', buffer: Buffer.from(GAMES) })
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText('club.pdn')
  await damier.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await damier.press(page.getByRole('link', { name: 'Position', exact: true }))
  await expect(damier.square(32)).toBeVisible()
}

const rows = (damier: Damier) => damier.page.getByRole('listbox', { name: 'The games' }).getByRole('option')

async function put(damier: Damier, content: string, square: number): Promise<void> {
  await damier.press(damier.page.getByRole('radio', { name: content, exact: true }))
  await damier.tap(square)
}

const find = (damier: Damier) => damier.press(damier.page.getByRole('button', { name: 'Find', exact: true }))

test('Games are found by three boards, and the list stays beside the game', { tag: '@both' }, async ({ damier, page, hasTouch }) => {
  await withGames(damier)
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeDisabled()
  await put(damier, 'white man', 32)
  await put(damier, 'empty', 28)
  await expect(page.getByText('28 empty, 32 white man')).toBeVisible()
  await damier.press(page.getByRole('radio', { name: 'Or', exact: true }))
  await put(damier, 'black man', 23)
  await put(damier, 'black piece', 22)
  await damier.press(page.getByRole('radio', { name: 'Exclude', exact: true }))
  // Excludes positions with the man still on its first square.
  await put(damier, 'white man', 37)
  await find(damier)
  await expect(rows(damier)).toHaveCount(2)
  await expect(rows(damier).first()).toContainText('Carla Visser')
  await expect(rows(damier).first()).toContainText('at move 3')
  await expect(rows(damier).first().locator('svg').first()).toBeVisible()
  await damier.press(rows(damier).first())
  await expect(damier.square(32)).toHaveAccessibleName(/white man/)
  await expect(damier.square(37)).not.toHaveAccessibleName(/white man/)
  if (hasTouch) {
    await expect(page.getByRole('tab', { name: 'Found' })).toHaveCount(0)
    await page.goBack()
    await expect(rows(damier)).toHaveCount(2)
  } else {
    await expect(page.getByRole('tab', { name: 'Found' })).toHaveAttribute('aria-selected', 'true')
    await damier.press(rows(damier).nth(1))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Anna Bakker')
    await expect(damier.square(23)).toHaveAccessibleName(/black man/)
    await expect(rows(damier)).toHaveCount(2)
    await page.goBack()
    await expect(page).toHaveURL(/#\/library$/)
  }
  await damier.press(page.getByRole('button', { name: 'Remove the filter a pattern' }))
  await expect(rows(damier)).toHaveCount(3)
})

test('A manoeuvre is found for either side', async ({ damier, page }) => {
  await withGames(damier)
  await damier.press(page.getByRole('radio', { name: 'A capture', exact: true }))
  const least = page.getByRole('spinbutton', { name: 'Pieces at least' })
  await least.fill('1')
  await page.getByRole('textbox', { name: 'From square' }).fill('28')
  await page.getByRole('textbox', { name: 'To square' }).fill('99')
  await expect(page.getByText('99 is no square of this board.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeDisabled()
  await page.getByRole('textbox', { name: 'To square' }).fill('17')
  await find(damier)
  await expect(rows(damier)).toHaveCount(1)
  await expect(rows(damier).first()).toContainText('Carla Visser')
  await expect(rows(damier).first()).not.toContainText('colours exchanged')
  // Black's 14x23 mirrors White's 37x28.
  await damier.press(page.getByRole('link', { name: 'Position', exact: true }))
  await page.getByRole('textbox', { name: 'From square' }).fill('37')
  await page.getByRole('textbox', { name: 'To square' }).fill('28')
  await find(damier)
  await expect(rows(damier)).toHaveCount(1)
  await expect(rows(damier).first()).toContainText('Anna Bakker')
  await expect(rows(damier).first()).toContainText('at move 2 · colours exchanged')
  await damier.press(page.getByRole('link', { name: 'Position', exact: true }))
  await damier.press(page.locator('summary', { hasText: 'Pieces, comments, game' }))
  await page.getByRole('textbox', { name: 'In a comment' }).fill('sound')
  await damier.press(page.getByRole('checkbox', { name: 'Also with the colours exchanged' }))
  await find(damier)
  await expect(page.getByText(/No such game among 3/)).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Remove the filter a manoeuvre' }))
  await expect(rows(damier)).toHaveCount(1)
})

test('Pasted text opens, or is refused with a reason', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/study')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const paste = (text: string) =>
    page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, text)
  await paste('What a fine day')
  const told = page.getByRole('alert').filter({ hasText: 'This text holds no game, no position and no link.' })
  await expect(told).toBeVisible()
  await damier.press(told.getByRole('button', { name: 'Close' }))
  await expect(told).toHaveCount(0)
  await paste('Wit: 28, 32, dam 46 / Zwart: 12, K3')
  await expect(damier.square(46)).toHaveAccessibleName(/white king/)
  await paste('32-28 19-23 28x19')
  await expect(page).toHaveURL(/#\/library\/\d+/)
  await expect(page.getByRole('region', { name: 'The moves of the game' })).toContainText('28×19')
  await paste('[White "Ann"]\n[Black "Ben"]\n[Result "1-1"]\n1. 32-28 19-23 1-1\n')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ann')
})

test('Text is pasted from the menu on a phone', { tag: '@phone' }, async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/library')
  await damier.press(page.getByRole('button', { name: 'The library' }))
  await damier.press(page.getByRole('button', { name: 'Paste…' }))
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').fill('Blancs et Noirs')
  await damier.press(sheet.getByRole('button', { name: 'Open', exact: true }))
  await expect(sheet.getByText('This text holds no game')).toBeVisible()
  await expect(sheet.getByRole('textbox')).toHaveValue('Blancs et Noirs')
  await sheet.getByRole('textbox').fill('Blancs : 27, 28, dame 5. Noirs : 12, 13')
  await damier.press(sheet.getByRole('button', { name: 'Open', exact: true }))
  await expect(damier.square(5)).toHaveAccessibleName(/white king/)

  await page.goto('./#/analysis')
  await expect(page).toHaveURL(/#\/library\/\d+/)
  await damier.press(page.getByRole('button', { name: 'Menu', exact: true }))
  await damier.press(page.getByRole('button', { name: 'Paste…' }))
  await page.getByRole('dialog').getByRole('textbox').fill('1. 34-30 20-25 2. 30-24')
  await damier.press(page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }))
  await expect(page.getByRole('region', { name: 'The moves of the game' })).toContainText('30-24')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Analysis')
})

test('A dropped position opens, and an old file asks which names are right', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/study')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const drop = (name: string, bytes: number[]) =>
    page.evaluate(
      ([called, content]) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(content)], called))
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      [name, bytes] as const,
    )
  await drop('position.txt', [...Buffer.from('W:W28,K46:B19')])
  await expect(damier.square(46)).toHaveAccessibleName(/white king/)
  // In the DOS code page é is 0x82.
  await drop('old.pdn', [...Buffer.from('[White "Ren\x82 Petit"]\n[Black "Ada"]\n1. 32-28 19-23 *\n', 'latin1')])
  const sheet = page.getByRole('dialog', { name: 'Which text is right?' })
  await expect(sheet).toContainText('old.pdn')
  await expect(sheet.getByRole('radio', { name: /René Petit/ })).toBeChecked()
  await damier.press(sheet.getByRole('button', { name: 'Import', exact: true }))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('René Petit')
})
