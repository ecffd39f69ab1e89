// The library: import with its report, filters, viewing, notes, collections, deletion, backup and restoring.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Damier, expect, test } from './damier'

const GAMES = `[Event "Club evening"]
[White "Anna Bakker"]
[Black "Bruno Petit"]
[Date "1998.05.03"]
[Result "2-0"]
[GameType "20"]

{Both had an hour.} 1. 32-28! 19-23 {[%clk 0:59:30] early} 2. 28x19 14x23 (2... 13x24 3. 37-32) 3. 33-28 23x32 4. 37x28 2-0

[Event "Cup"]
[White "Carla Visser"]
[Black "Anna Bakker"]
[Date "2003"]
[Result "1-1"]
[GameType "20"]

1. 33-28 18-23 2. 39-33 12-18 3. 44-39 7-12 1-1

[Event "Cup"]
[White "Dirk de Wit"]
[Black "Bruno Petit"]
[Result "*"]
[GameType "20"]

1. 32-28 19-23 2. 47-1 *
`

async function withGames(damier: Damier): Promise<void> {
  const { page } = damier
  // A lesson begins no game, so the library is empty.
  await damier.begin('Not yet')
  await page.goto('./#/library')
  await page.locator('input[type="file"][multiple]').setInputFiles({
    name: 'club.pdn',
    mimeType: 'text/plain',
    buffer: Buffer.from(GAMES),
  })
  const report = page.getByRole('dialog', { name: 'Import finished' })
  await expect(report).toContainText('club.pdn')
  await expect(report.getByText('Stored').locator('..')).toContainText('3')
}

const rows = (damier: Damier, which: { name?: RegExp; selected?: boolean } = {}) =>
  damier.page.getByRole('listbox', { name: 'The games' }).getByRole('option', which)
const row = (damier: Damier, name: RegExp) => rows(damier, { name })

async function close(damier: Damier): Promise<void> {
  await damier.press(damier.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last())
  await expect(damier.page.getByRole('dialog')).toHaveCount(0)
}

test(
  'An import reports the place of each problem, and a second import adds nothing',
  { tag: ['@phone', '@main'] },
  async ({ damier, page }) => {
    await withGames(damier)
    const report = page.getByRole('dialog')
    await expect(report.getByText('Read in part').locator('..')).toContainText('1')
    await damier.press(report.getByText(/remark/))
    await expect(report).toContainText(/Game 3, line \d+, column \d+/)
    await close(damier)
    await expect(rows(damier)).toHaveCount(3)

    await page.locator('input[type="file"][multiple]').setInputFiles({
      name: 'again.pdn',
      mimeType: 'text/plain',
      buffer: Buffer.from(GAMES),
    })
    await expect(report.getByText('Known already', { exact: true }).locator('..')).toContainText('3')
    await expect(report.getByText('Left out, known already: 3')).toBeVisible()
    await close(damier)
    await expect(rows(damier)).toHaveCount(3)
  },
)

test(
  'Games are found by player, result and position, and a tap removes a filter',
  { tag: ['@phone', '@main'] },
  async ({ damier, page }) => {
    await withGames(damier)
    await close(damier)
    await damier.press(page.getByRole('button', { name: /^(Filter|More)$/ }))
    await page
      .getByRole('textbox', { name: 'Player' })
      .or(page.getByRole('combobox', { name: 'Player' }))
      .first()
      .fill('bakker')
    await damier.press(page.getByRole('button', { name: 'Find', exact: true }))
    await expect(rows(damier)).toHaveCount(2)
    await damier.hears('2 games found')
    await damier.press(page.getByRole('button', { name: /^(Filter|More)$/ }))
    await damier.press(page.getByRole('radio', { name: '1-1' }))
    await damier.press(page.getByRole('button', { name: 'Find', exact: true }))
    await expect(rows(damier)).toHaveCount(1)
    await damier.press(page.getByRole('button', { name: 'Remove the filter bakker' }))
    await damier.press(page.getByRole('button', { name: 'Remove the filter 1-1' }))
    await expect(rows(damier)).toHaveCount(3)

    // Two games reach the position after 32-28 19-23.
    await page.goto(`./#/editor/international/${encodeURIComponent('W:W28,31,33-50:B1-18,20,23')}`)
    await damier.press(page.getByRole('button', { name: 'Find this position' }))
    await expect(rows(damier)).toHaveCount(2)
    // A found game opens at that position.
    await damier.press(row(damier, /Bruno Petit/).first())
    await expect(page.getByRole('region', { name: 'The moves of the game' }).getByRole('button', { name: /1… 19-23/ })).toHaveAttribute(
      'aria-current',
      'step',
    )
    await page.goto(`./#/editor/international/${encodeURIComponent('W:W1:BK50')}`)
    await damier.press(page.getByRole('button', { name: 'Find this pattern' }))
    await expect(page.getByText(/No such game among 3/)).toBeVisible()
    await damier.press(page.getByRole('button', { name: 'Remove a filter' }))
    await expect(rows(damier)).toHaveCount(3)
  },
)

test('A game by a house rule goes on by it, between two people', async ({ damier, page }) => {
  await damier.begin('Not yet')
  await page.goto('./#/library')
  const huffing = '[White "Anna Bakker"]\n[HouseRule "huffing"]\n\n1. 32-28 19-23 2. 37-32 *\n'
  await page.locator('input[type="file"][multiple]').setInputFiles({
    name: 'historic.pdn',
    mimeType: 'text/plain',
    buffer: Buffer.from(huffing),
  })
  await expect(page.getByRole('dialog', { name: 'Import finished' })).toBeVisible()
  await close(damier)
  await damier.press(row(damier, /Anna Bakker/))
  await damier.press(page.getByRole('button', { name: 'Next move' }))
  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('button', { name: 'Play from here' }))
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('Friendly, Huffing')).toBeVisible()
  await damier.press(sheet.getByRole('radio', { name: 'The computer', exact: true }))
  await expect(sheet.getByText('The computer plays by no house rule')).toBeVisible()
  await damier.press(sheet.getByRole('radio', { name: 'Two people, one board' }))
  await damier.press(sheet.getByRole('button', { name: 'Begin' }))
  await expect(page.getByRole('main').getByText('Historic rule, given up in 1923: huffing. Black to move.')).toBeVisible()
})

test('A desktop sorts by the headings, finds in one box, and shows the game of a row', async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  const heads = page.getByRole('group', { name: 'Order' })
  await damier.press(heads.getByRole('button', { name: 'White' }))
  await expect(rows(damier).first()).toContainText('Anna Bakker')
  await damier.press(heads.getByRole('button', { name: 'White' }))
  await expect(rows(damier).first()).toContainText('Dirk de Wit')
  const box = page.getByRole('combobox', { name: 'Name, event, year, opening' })
  await box.fill('carl')
  await expect(page.getByRole('option', { name: /Carla Visser.*Player/ })).toBeVisible()
  await box.press('Enter')
  await expect(rows(damier)).toHaveCount(1)
  const preview = page.getByRole('complementary', { name: 'The game of this row' })
  await expect(preview).toContainText('3… 7-12')
  await page.getByRole('listbox', { name: 'The games' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(preview).toContainText('3. 44-39')
  await damier.press(preview.getByRole('button', { name: 'Open the game here' }))
  await expect(page.locator('[aria-current="step"]')).toHaveAccessibleName(/44-39/)
})

test('A player and an event have pages, and a name is corrected in every game', async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  await row(damier, /Carla Visser/).hover()
  const preview = page.getByRole('complementary', { name: 'The game of this row' })
  await expect(preview).toContainText('Carla Visser')
  await damier.press(preview.getByRole('link', { name: 'Anna Bakker' }))
  await expect(page.getByRole('heading', { name: 'Anna Bakker' })).toBeVisible()
  await expect(page.getByText('2 games · 1998–2003 · International draughts')).toBeVisible()
  await expect(page.getByRole('row', { name: /Bruno Petit 1998 Won 1, drawn 0, lost 0 100%/ })).toBeVisible()

  await damier.press(page.getByRole('button', { name: 'Correct the name' }))
  const sheet = page.getByRole('dialog', { name: 'Correct the name' })
  await sheet.getByRole('combobox', { name: 'Correct name' }).fill('Dirk de Wit')
  await expect(sheet.getByText('both names become one')).toBeVisible()
  await sheet.getByRole('combobox', { name: 'Correct name' }).fill('Anna Bakker-Vos')
  await damier.press(sheet.getByRole('button', { name: 'Correct', exact: true }))
  await expect(page.getByRole('heading', { name: 'Anna Bakker-Vos' })).toBeVisible()

  await damier.press(page.getByRole('link', { name: 'Cup' }))
  const table = page.getByRole('table')
  await expect(table.getByRole('row', { name: /1 Carla Visser 1 1/ })).toBeVisible()
  await damier.press(table.getByRole('link', { name: 'Carla Visser – Anna Bakker-Vos 1-1' }).first())
  await expect(page).toHaveURL(/#\/library\/\d+$/)
})

test('Tags are set in several games at once, and games stay open as tabs', async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  await page.getByRole('listbox', { name: 'The games' }).focus()
  await page.keyboard.press('Space')
  await damier.press(page.getByRole('button', { name: 'All', exact: true }))
  await damier.press(page.getByRole('button', { name: 'Edit', exact: true }))
  await page.getByRole('dialog').getByRole('textbox', { name: 'Event' }).fill('Summer school')
  await damier.press(page.getByRole('button', { name: 'Change 3 games' }))
  await expect(page.getByText('3 games changed.')).toBeVisible()
  for (const at of [0, 1, 2]) await expect(rows(damier).nth(at)).toContainText('Summer school')

  await damier.press(row(damier, /Carla Visser/))
  await damier.press(page.getByRole('button', { name: 'End', exact: true }))
  await page.goto('./#/library')
  await damier.press(row(damier, /Bruno Petit/).last())
  const tabs = page.getByRole('navigation', { name: 'Open games' })
  await expect(tabs.getByRole('link')).toHaveCount(2)
  // A game is shown again where it was left.
  await damier.press(tabs.getByRole('link').first())
  await expect(page.locator('[aria-current="step"]')).toHaveAccessibleName(/7-12/)
  await damier.press(tabs.getByRole('button', { name: /^Close/ }))
  await expect(tabs).toHaveCount(0)
})

test('A game tapped before its row has loaded opens once it has', async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  await page.goto('./#/settings')
  // A reload forgets the list.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const empty = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const watch = new MutationObserver(() => {
          const first = document.querySelector<HTMLElement>('[role="option"]')
          if (!first) return
          watch.disconnect()
          first.click()
          resolve(first.querySelector('.players') === null)
        })
        watch.observe(document.body, { childList: true, subtree: true })
        location.hash = '#/library'
      }),
  )
  expect(await empty).toBe(true)
  await expect(page.getByRole('heading', { name: 'Dirk de Wit – Bruno Petit' })).toBeVisible()
})

test('A game is walked through by buttons, keys or fingers', { tag: '@both' }, async ({ damier, page, hasTouch }) => {
  await withGames(damier)
  await close(damier)
  await damier.press(row(damier, /Anna Bakker.*Bruno Petit/))
  const moves = page.getByRole('region', { name: 'The moves of the game' })
  await expect(moves).toContainText('Both had an hour.')
  await expect(moves.getByRole('button')).toHaveCount(9)
  await expect(moves.getByRole('button', { name: '1. 32-28!' })).toBeVisible()

  await damier.press(page.getByRole('button', { name: 'Next move' }))
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
  await damier.press(page.getByRole('button', { name: 'Next move' }))
  await expect(page.getByText('Clock 0:59:30')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'End', exact: true }))
  await expect(moves.getByRole('button', { name: '4. 37×28' })).toHaveAttribute('aria-current', 'step')
  await damier.press(moves.getByRole('button', { name: '2… 13×24' }))
  await expect(damier.square(24)).toHaveAccessibleName(/black man/)
  await damier.press(page.getByRole('button', { name: 'Start', exact: true }))
  await expect(damier.square(32)).toHaveAccessibleName(/white man/)

  if (hasTouch) {
    // A swipe to the left over the empty middle steps to the next move.
    const box = await page.getByRole('grid').boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.evaluate(
      ([fromX, atY]) => {
        const target = document.elementFromPoint(fromX, atY)
        const send = (type: string, clientX: number) =>
          target?.dispatchEvent(
            new PointerEvent(type, {
              bubbles: true,
              clientX,
              clientY: atY,
              pointerType: 'touch',
              pointerId: 9,
              isPrimary: true,
            }),
          )
        send('pointerdown', fromX + 40)
        send('pointermove', fromX - 20)
        send('pointerup', fromX - 60)
      },
      [x, y] as const,
    )
  } else {
    await page.keyboard.press('ArrowRight')
  }
  await expect(damier.square(28)).toHaveAccessibleName(/white man/)
  if (!hasTouch) {
    await page.keyboard.press('End')
    await expect(moves.getByRole('button', { name: '4. 37×28' })).toHaveAttribute('aria-current', 'step')
    await page.keyboard.press('Home')
    await expect(damier.square(32)).toHaveAccessibleName(/white man/)
  }

  await damier.press(page.getByRole('button', { name: 'Menu' }))
  await damier.press(page.getByRole('radio', { name: /French/ }))
  await close(damier)
  await expect(moves.getByRole('button').nth(1)).toHaveText('(19-23)')
})

test('A comment, signs and a variation are written, undone and kept', { tag: '@phone' }, async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  await damier.press(row(damier, /Carla Visser/))
  const moves = page.getByRole('region', { name: 'The moves of the game' })
  await damier.press(page.getByRole('button', { name: 'Next move' }))
  await damier.press(page.getByRole('tab', { name: 'Notes' }))
  await damier.press(page.getByRole('button', { name: /^!\? looks strong, is weak/ }))
  await expect(moves.getByRole('button', { name: '1. 33-28!?' })).toBeVisible()
  const typed = page.getByRole('textbox', { name: /Signs as text/ })
  await typed.fill('?*-1')
  await typed.press('Enter')
  await expect(moves.getByRole('button', { name: '1. 33-28?*-1' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Comment on the move' }).fill('Too early.')
  await page.getByRole('textbox', { name: 'Comment on the move' }).blur()
  await expect(moves).toContainText('Too early.')

  // Another reply on the board makes a variation.
  await damier.move(19, 23)
  await expect(moves.getByRole('button', { name: '1… 19-23' })).toHaveAttribute('aria-current', 'step')
  await expect(moves.getByRole('button')).toHaveCount(7)
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await expect(moves.getByRole('button')).toHaveCount(6)
  await damier.move(19, 23)
  await expect(moves.getByRole('button')).toHaveCount(7)
  await page.reload()
  await expect(moves).toContainText('Too early.')
  await expect(moves.getByRole('button')).toHaveCount(7)
})

test('A comment and a note half written outlive "back" and a reload', { tag: '@phone' }, async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  await damier.press(row(damier, /Carla Visser/))
  const comment = page.getByRole('textbox', { name: 'Comment' })
  const notes = () => damier.press(page.getByRole('tab', { name: 'Notes' }))
  await notes()
  await comment.fill('Typed before "back"')
  await page.goBack()
  await damier.press(row(damier, /Carla Visser/))
  await notes()
  await expect(comment).toHaveValue('Typed before "back"')
  await comment.fill('Typed before a reload')
  await page.reload()
  await notes()
  await expect(comment).toHaveValue('Typed before a reload')
  // It is stored then, and the draft is gone.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('damier:drafts'))).toBeNull()
  await page.reload()
  await notes()
  await expect(comment).toHaveValue('Typed before a reload')
})

test('Games are chosen, collected, exported, deleted and restored', { tag: '@phone' }, async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  await damier.press(page.getByRole('button', { name: 'The library' }))
  await damier.press(page.getByRole('button', { name: 'Choose games' }))
  await damier.press(row(damier, /Carla Visser/))
  await damier.press(row(damier, /Dirk de Wit/))
  await expect(page.getByText('2 chosen')).toBeVisible()

  const download = page.waitForEvent('download')
  await damier.press(page.getByRole('button', { name: 'Export', exact: true }))
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('Carla Visser')
  expect(text).not.toContain('Anna Bakker"]\n[Black')
  expect(text).toContain('47-1')

  await damier.press(page.getByRole('button', { name: 'Collect', exact: true }))
  await page.getByRole('textbox', { name: 'New collection' }).fill('Cup games')
  await damier.press(page.getByRole('button', { name: 'Make', exact: true }))
  // A closing sheet still covers the menu.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await damier.press(page.getByRole('button', { name: 'The library' }))
  await damier.press(page.getByRole('button', { name: 'Collections' }))
  await damier.press(page.getByRole('button', { name: /Cup games.*2 games/ }))
  await expect(rows(damier)).toHaveCount(2)

  await damier.press(page.getByRole('button', { name: 'The library' }))
  await damier.press(page.getByRole('button', { name: 'Choose games' }))
  await damier.press(page.getByRole('button', { name: 'All', exact: true }))
  await damier.press(page.getByRole('button', { name: 'Delete', exact: true }))
  await expect(page.getByText('2 games deleted.').first()).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'Undo' }))
  await expect(rows(damier)).toHaveCount(2)
})

test('Everything is backed up, erased and restored', { tag: '@phone' }, async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  await damier.press(page.getByRole('button', { name: 'The library' }))
  const download = page.waitForEvent('download')
  await damier.press(page.getByRole('button', { name: 'Back everything up' }))
  const backup = await (await download).path()
  await damier.press(page.getByRole('button', { name: 'Erase everything' }))
  await damier.press(page.getByRole('button', { name: 'Erase', exact: true }))
  await damier.press(page.getByRole('button', { name: 'Not yet' }))
  await expect(page.getByRole('grid')).toBeVisible()
  await page.goto('./#/library')
  await expect(page.getByText('No games yet.')).toBeVisible()
  await damier.press(page.getByRole('button', { name: 'The library' }))
  await page.locator('dialog input[type="file"]').setInputFiles(backup)
  await expect(page.getByText('3 games restored').first()).toBeVisible()
  await close(damier)
  await expect(rows(damier)).toHaveCount(3)
})

test('The list answers keys', async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  const list = page.getByRole('listbox', { name: 'The games' })
  await list.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press(' ')
  await expect(page.getByText('1 chosen')).toBeVisible()
  await expect(rows(damier, { selected: true })).toHaveCount(1)
  await damier.press(page.getByRole('button', { name: 'Done', exact: true }))
  await list.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/library\/\d+/)
})

/** Shares a file to the app as the system does. */
const share = (page: Page, name: string, text: string) =>
  page.evaluate(
    async ([name, text]) => {
      const form = new FormData()
      form.append('games', new File([text], name))
      await fetch('./share', { method: 'POST', body: form, redirect: 'manual' })
    },
    [name, text] as const,
  )

test.describe('from outside', () => {
  test.use({ serviceWorkers: 'allow' })

  test('Shared and dropped files are imported', async ({ damier, page, hasTouch }) => {
    await damier.begin('Not yet')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.reload()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const aside = () => page.evaluate(async () => (await (await caches.open('shared-with-damier')).keys()).length)
    const asked = page.getByRole('dialog', { name: 'Import what was shared?' })
    const allow = () => damier.press(asked.getByRole('button', { name: 'Import', exact: true }))
    // A web site can share too: nothing comes in unasked, and what is refused is gone.
    await share(page, 'unwanted.pdn', GAMES)
    await page.reload()
    await expect(asked).toContainText('unwanted.pdn')
    await damier.press(asked.getByRole('button', { name: 'Do not import' }))
    await expect(asked).toHaveCount(0)
    await expect.poll(aside).toBe(0)
    // More than the app takes is refused whole.
    await share(page, 'endless.pdn', ' '.repeat(65 << 20))
    expect(await aside()).toBe(0)
    await share(page, 'shared.pdn', GAMES)
    await page.reload()
    await allow()
    await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText('shared.pdn')
    await close(damier)
    await expect(rows(damier)).toHaveCount(3)
    // The file is not kept for a second import.
    await expect.poll(aside).toBe(0)
    // If the page ends during an import, the next page imports the file whole.
    await share(page, 'large.pdn', GAMES.repeat(2000))
    await page.reload()
    await allow()
    await expect(page.getByRole('progressbar')).toBeVisible()
    expect(await aside()).toBe(1)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'An import was broken off' })).toBeVisible()
    await allow()
    await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText('large.pdn')
    await close(damier)
    await expect.poll(aside).toBe(0)
    if (hasTouch) return
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], 'dropped.pdn'))
      return data
    }, GAMES)
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
    await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText('dropped.pdn')
  })

  test('A shared file is imported without room for it, or reported lost', async ({ context, damier, page }) => {
    await damier.begin('Not yet')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.reload()
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'))
    })
    await share(page, 'shared.pdn', GAMES)
    // The share redirects to this address.
    await page.goto('./?unkept')
    const asked = page.getByRole('dialog', { name: 'Import what was shared?' })
    await damier.press(asked.getByRole('button', { name: 'Import', exact: true }))
    await expect(page.getByRole('dialog', { name: 'Import finished' })).toContainText('shared.pdn')
    await expect(page).not.toHaveURL(/unkept/)
    // The worker that held the file has ended.
    await page.goto('./?unkept#/library')
    const lost = page.getByRole('alert').getByText('What another app shared could not be kept')
    await expect(lost).toBeVisible()
    await page.reload()
    await expect(lost).toHaveCount(0)
  })
})

test('A line of the engine is walked through and played as a variation', { tag: '@main' }, async ({ damier, page }) => {
  await withGames(damier)
  await close(damier)
  await damier.press(row(damier, /Anna Bakker.*Bruno Petit/))
  await damier.press(page.getByRole('tab', { name: 'Engine' }))
  const analysis = page.getByRole('region', { name: 'Analysis' })
  const line = analysis.getByRole('listitem').first()
  await expect(analysis.getByRole('listitem')).toHaveCount(3)
  await damier.press(analysis.getByRole('button', { name: 'Options of the engine' }))
  await analysis.getByRole('combobox', { name: 'Lines' }).selectOption('1')
  await expect(analysis.getByRole('listitem')).toHaveCount(1)
  await expect.poll(() => line.getByRole('button').count()).toBeGreaterThan(4)
  const whole = line.getByRole('button', { name: 'The whole line' })
  await damier.press(whole)
  await expect(whole).toHaveAttribute('aria-expanded', 'true')
  const moves = page.getByRole('region', { name: 'The moves of the game' })
  await line.getByRole('button').nth(2).hover()
  await expect(analysis.locator('svg[viewBox]').last()).toBeVisible()
  await damier.press(line.getByRole('button').nth(2))
  // The game may contain the first of the three moves already.
  const shown = moves.locator('[aria-current="step"]')
  await expect(shown).toHaveAccessibleName(/^2\. /)
  await damier.press(page.getByRole('button', { name: 'Move back' }))
  await expect(shown).toHaveAccessibleName(/^1… /)
})
