// Games between devices: `damier serve` hosts, and browsers play without the core and without storage.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { freePort } from '../free-port.mjs'
import { Damier, expect, test } from './damier'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const program =
  process.env.DAMIER ?? [here('../../target/debug/damier'), here('../../target/release/damier')].find((path) => existsSync(path))

/** A host with its own library in its own folder. */
class Served {
  private process: ChildProcess | undefined
  address = ''
  /** The address for the host. */
  hostAddress = ''
  private readonly folder = mkdtempSync(join(tmpdir(), 'damier-serve-'))

  /**
   * Starts, on the former port if there was one; resolves once it listens. The port is its own: the usual one may go to the host of another
   * test between a crash and the return.
   */
  async begin(): Promise<void> {
    if (!program) throw new Error('the program is not built: cargo build -p damier-cli')
    const port = this.address ? new URL(this.address).port : String(await freePort())
    const args = [
      'serve',
      '--host',
      '127.0.0.1',
      '--name',
      'The Walnut King',
      '--pages',
      here('../../ui/dist'),
      '--db',
      join(this.folder, 'club.db'),
      '--port',
      port,
    ]
    const process = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    this.process = process
    let said = ''
    this.address = await new Promise((resolve, reject) => {
      process.stdout.on('data', (data: Buffer) => {
        said += data.toString()
        const found = /Guests come in at (\S+)/.exec(said)?.[1]
        const own = /on this machine: (\S+)\n/.exec(said)?.[1]
        if (!found || !own) return
        this.hostAddress = own
        resolve(found)
      })
      process.on('exit', (code) => reject(new Error(`damier serve ended with ${code}`)))
    })
  }

  /** Kills the process, as a power cut would. */
  async crash(): Promise<void> {
    const { process } = this
    if (!process) return
    const gone = new Promise((resolve) => process.once('exit', resolve))
    process.kill('SIGKILL')
    await gone
  }

  async end(): Promise<void> {
    await this.crash()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A guest with its own browser context. */
async function guest(browser: Browser, address: string, name: string): Promise<{ context: BrowserContext; page: Page; damier: Damier }> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Come in' }).click()
  return { context, page, damier: new Damier(page, false) }
}

test('Two browsers play a game through a reload, a lost line and a crash of the host', { tag: '@main' }, async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    // The address names the evening before anybody enters.
    const door = await browser.newPage()
    await door.goto(served.address)
    await expect(door.getByRole('heading', { name: 'The Walnut King', level: 1 })).toBeVisible()
    await expect(door.getByRole('textbox', { name: 'Your name' })).toBeVisible()
    await door.close()
    const ada = await guest(browser, served.address, 'Ada')
    await ada.page.getByRole('button', { name: 'Open a table' }).click()
    const terms = ada.page.getByRole('dialog', { name: 'Open a table' })
    await ada.damier.press(terms.getByRole('radio', { name: 'White' }))
    await ada.damier.press(terms.getByRole('radio', { name: /15 min/ }))
    await terms.getByRole('button', { name: 'Wait for an opponent' }).click()
    await expect(ada.page.getByRole('main').getByText('waiting for an opponent')).toBeVisible()

    // A second guest joins, and both get the board.
    const bram = await guest(browser, served.address, 'Bram')
    await bram.page.getByRole('button', { name: 'Play with Ada' }).click()
    for (const { page } of [ada, bram]) await expect(page.getByRole('grid')).toBeVisible()
    // Both sit below.
    await expect(ada.damier.square(32)).toHaveAccessibleName(/white man/)

    // The host refuses the move with a reason.
    await ada.damier.move(31, 22)
    await expect(ada.page.getByRole('main').getByText('A man goes one square at a time.')).toBeVisible()
    await ada.damier.move(32, 28)
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(1)
    await bram.damier.hears('32 to 28')
    await bram.damier.move(19, 23)
    await expect(ada.damier.moves.getByRole('button')).toHaveCount(2)

    // A reload stays at the board.
    await bram.page.reload()
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(2)
    // The connection drops and returns.
    await ada.context.setOffline(true)
    await ada.context.setOffline(false)
    await ada.damier.move(28, 19)
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(3)

    // The host is killed and restarted without losing a move.
    await served.crash()
    await expect(ada.page.getByRole('main').getByText('The connection is lost')).toBeVisible()
    await served.begin()
    await expect(ada.page.getByRole('main').getByText('The connection is lost')).toBeHidden()
    await bram.damier.move(14, 23)
    await expect(ada.damier.moves.getByRole('button')).toHaveCount(4)

    // A move is taken back by consent.
    await bram.page.getByRole('button', { name: 'Ask to take back' }).click()
    await ada.page.getByRole('button', { name: 'Accept' }).click()
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(3)
    await bram.damier.move(14, 23)
    await ada.page.getByRole('button', { name: 'Offer a draw' }).click()
    await bram.page.getByRole('button', { name: 'Accept' }).click()
    await expect(ada.page.getByRole('region', { name: 'Result: 1-1' })).toBeVisible()

    // The game is saved as a file.
    await bram.page.getByRole('button', { name: 'Look again' }).click()
    await bram.page.getByRole('button', { name: 'Menu' }).click()
    const download = bram.page.waitForEvent('download')
    await bram.page.getByRole('button', { name: 'Save the game as a file' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdn$/)

    // The rematch has the colours changed.
    await ada.page.getByRole('button', { name: 'Rematch' }).click()
    await bram.page.getByRole('button', { name: 'Result: 1-1' }).click()
    await bram.page.getByRole('button', { name: 'Rematch' }).click()
    await expect(bram.page.getByRole('main').getByText(/your move|your turn/i)).toBeVisible()
    await ada.context.close()
    await bram.context.close()
  } finally {
    await served.end()
  }
})

test('An old address is refused, and back leads from the board to the tables', async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    const old = await guest(browser, served.address.replace(/.{3}$/, 'AAA'), 'Eve')
    await expect(old.page.getByRole('main').getByText('This address is of another evening.')).toBeVisible()
    await old.context.close()

    const ada = await guest(browser, served.address, 'Ada')
    await ada.page.getByRole('button', { name: 'Open a table' }).click()
    await ada.page.getByRole('button', { name: 'Wait for an opponent' }).click()
    const bram = await guest(browser, served.address, 'Bram')
    await bram.page.getByRole('button', { name: 'Play with Ada' }).click()
    await expect(bram.page.getByRole('grid')).toBeVisible()
    await bram.page.goBack()
    await bram.page.getByRole('button', { name: 'Back to your table' }).click()
    await expect(bram.page.getByRole('grid')).toBeVisible()
    // A third guest watches.
    const cato = await guest(browser, served.address, 'Cato')
    await cato.page.getByRole('button', { name: /^Look on/ }).click()
    await expect(cato.page.getByRole('main').getByText('You are looking on.')).toBeVisible()
    for (const { context } of [ada, bram, cato]) await context.close()
  } finally {
    await served.end()
  }
})

test('The host plays against all and sees all boards', async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    const host = await guest(browser, served.hostAddress, 'Trainer')
    const pupils = []
    for (const name of ['Ada', 'Bram', 'Cato']) pupils.push(await guest(browser, served.address, name))
    await host.page.getByRole('button', { name: 'Simultaneous: you against all' }).click()
    await host.damier.press(host.page.getByRole('radio', { name: 'White' }))
    await host.page.getByRole('button', { name: 'Begin' }).click()
    for (let left = 2; left >= 0; left--) {
      // The board before may still be shown.
      await expect(host.damier.square(32)).toHaveAccessibleName(/white man/)
      await host.damier.move(32, 28)
      if (left > 0) await host.page.getByRole('button', { name: `Next board (${left})` }).click()
    }
    for (const { damier } of pupils) await expect(damier.moves.getByRole('button')).toHaveCount(1)
    await host.page.goBack()
    await host.page.getByRole('button', { name: 'All boards' }).click()
    await expect(host.page.getByRole('button', { name: /Trainer – / })).toHaveCount(3)
    await pupils[1]?.damier.move(19, 23)
    await expect(host.page.getByRole('button', { name: /Trainer – .*Your move/ })).toHaveCount(1)
    for (const { context } of [host, ...pupils]) await context.close()
  } finally {
    await served.end()
  }
})

test('A class gets a position, and its answers are counted', async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    const host = await guest(browser, served.hostAddress, 'Trainer')
    const pupils = []
    for (const name of ['Ada', 'Bram', 'Cato']) pupils.push(await guest(browser, served.address, name))
    const [ada, bram, cato] = pupils
    if (!ada || !bram || !cato) throw new Error('three pupils')
    await host.page.getByRole('button', { name: 'Find the shot' }).click()
    const sheet = host.page.getByRole('dialog', { name: 'Find the shot' })
    await host.damier.press(sheet.getByRole('radio', { name: 'A position' }))
    // Solved by 28-22 17x28 32x5.
    await sheet.getByRole('textbox').fill('W:W28,32,37:B10,17,19')
    await sheet.getByRole('button', { name: 'Send to every device' }).click()
    for (const { page } of pupils) await expect(page.getByRole('main').getByText('Moves to find: 2')).toBeVisible()
    await expect(host.page.getByRole('main').getByText('Solved: 0 of 3. Tried: 0.')).toBeVisible()
    await ada.damier.move(28, 22)
    await expect(ada.page.getByRole('main').getByText('Well seen. Go on.')).toBeVisible()
    await ada.damier.move(32, 5)
    await expect(ada.page.getByRole('main').getByText('Solved. The others are still looking.')).toBeVisible()
    await bram.damier.move(37, 31)
    await expect(bram.page.getByRole('main').getByText('This move does not win')).toBeVisible()
    // The wrong move is taken back.
    await expect(bram.damier.square(37)).toHaveAccessibleName(/white man/)
    await expect(host.page.getByRole('main').getByText('Solved: 1 of 3. Tried: 2.')).toBeVisible()
    await expect(host.page.getByRole('listitem').filter({ hasText: 'Ada' })).toHaveText(/\d+ s · tries: 1/)
    await expect(host.page.getByRole('listitem').filter({ hasText: 'Cato' })).toHaveText(/not tried yet/)
    // A reload keeps the position.
    await cato.page.reload()
    await expect(cato.page.getByRole('main').getByText('Moves to find: 2')).toBeVisible()
    await host.page.getByRole('button', { name: 'Show all the solution' }).click()
    for (const { page } of pupils) await expect(page.getByText('The solution: 28-22 17×28 32×5')).toBeVisible()

    // Back to the lobby, then a puzzle of the collection.
    await host.page.getByRole('button', { name: 'Put it away' }).click()
    await expect(ada.page.getByRole('heading', { name: 'The Walnut King' })).toBeVisible()
    await host.page.getByRole('button', { name: 'Find the shot' }).click()
    await host.damier.press(sheet.getByRole('radio', { name: '1' }))
    await sheet.getByRole('button', { name: 'Send to every device' }).click()
    for (const { page } of pupils) await expect(page.getByRole('main').getByText(/^Moves to find: \d/)).toBeVisible()
    for (const { context } of [host, ...pupils]) await context.close()
  } finally {
    await served.end()
  }
})

test('A round robin is paired, played, printed, and survives a crash', async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    const host = await guest(browser, served.hostAddress, 'Trainer')
    const pupils: Awaited<ReturnType<typeof guest>>[] = []
    for (const name of ['Ada', 'Bram', 'Cato']) pupils.push(await guest(browser, served.address, name))
    await host.page.getByRole('button', { name: 'New tournament' }).click()
    await host.page.getByRole('button', { name: 'Open the tournament' }).click()
    // A player without a device.
    await host.page.getByRole('textbox', { name: 'Name of the player' }).fill('Dora of the wooden board')
    await host.page.getByRole('button', { name: 'Add a player' }).click()
    await expect(host.page.getByRole('heading', { name: 'Players: 4' })).toBeVisible()
    await host.page.getByRole('button', { name: 'Pair round 1' }).click()
    const main = host.page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Round 1 of 3', exact: true })).toBeVisible()
    // Two of the three pupils play each other; one resigns, and the result appears in the table.
    await expect(main.getByRole('button', { name: /^Look on/ })).toHaveCount(1)
    const seated: typeof pupils = []
    await expect(async () => {
      seated.length = 0
      for (const pupil of pupils) if (await pupil.page.getByRole('grid').isVisible()) seated.push(pupil)
      expect(seated).toHaveLength(2)
    }).toPass()
    await seated[0]?.page.getByRole('button', { name: 'Resign' }).click()
    await seated[0]?.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
    const result = main.getByRole('combobox', { name: /Result of/ })
    await expect(main.getByRole('button', { name: 'Pair round 2' })).toBeDisabled()
    const other = result.filter({ has: host.page.locator('option:checked', { hasText: 'no result yet' }) })
    await expect(other).toHaveCount(1)
    await other.selectOption('1-1')
    await expect(main.getByRole('button', { name: 'Pair round 2' })).toBeEnabled()
    await expect(
      main
        .getByRole('row', { name: /Dora of the wooden board/ })
        .getByRole('cell')
        .nth(2),
    ).toHaveText('1')

    await host.page.emulateMedia({ media: 'print' })
    await expect(main.getByRole('table')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Pair round 2' })).toBeHidden()
    await host.page.emulateMedia({ media: 'screen' })

    await served.crash()
    await served.begin()
    // The guests stay signed in.
    await host.page.reload()
    const table = host.page.getByRole('button', { name: 'Standings' })
    await expect(table.or(main.getByRole('row', { name: /Dora/ })).first()).toBeVisible()
    if (await table.isVisible()) await table.click()
    await expect(
      main
        .getByRole('row', { name: /Dora of the wooden board/ })
        .getByRole('cell')
        .nth(2),
    ).toHaveText('1')
    for (const { context } of [host, ...pupils]) await context.close()
  } finally {
    await served.end()
  }
})

test('At a real board the opponent decides on a missed capture', async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    const ada = await guest(browser, served.address, 'Ada')
    await ada.page.getByRole('button', { name: 'Open a table' }).click()
    const terms = ada.page.getByRole('dialog', { name: 'Open a table' })
    await ada.damier.press(terms.getByRole('radio', { name: 'White' }))
    await ada.damier.press(terms.getByRole('checkbox', { name: 'Real board' }))
    await expect(terms.getByRole('radio', { name: 'Huffing' })).toHaveCount(0)
    await terms.getByRole('button', { name: 'Wait for an opponent' }).click()
    const bram = await guest(browser, served.address, 'Bram')
    await bram.page.getByRole('button', { name: 'Play with Ada' }).click()

    // A legal move is let go by itself.
    await ada.damier.move(32, 28)
    await bram.damier.hears('Played: 32-28')
    await bram.damier.move(19, 23)
    await expect(ada.page.getByRole('gridcell', { name: /^23,/ })).toHaveAccessibleName(/black man/)
    // A capture can be missed; the opponent then decides.
    const misses = async ({ page, damier }: typeof ada): Promise<void> => {
      await damier.move(31, 26)
      await page.getByRole('button', { name: 'Let it go' }).click()
    }
    await misses(ada)
    const decide = bram.page.getByRole('region', { name: 'To be decided' })
    await expect(decide).toContainText('28x19')
    await expect(bram.page.getByRole('main').getByText('Yours to decide')).toBeVisible()
    // The player who erred cannot decide.
    await expect(ada.page.getByRole('button', { name: 'Let it stand' })).toHaveCount(0)
    await decide.getByRole('button', { name: 'Have it corrected' }).click()
    await expect(decide).toHaveCount(0)
    await expect(ada.page.getByRole('gridcell', { name: /^31,/ })).toHaveAccessibleName(/white man/)
    await misses(ada)
    await decide.getByRole('button', { name: 'Let it stand' }).click()
    await expect(ada.page.getByRole('gridcell', { name: /^26,/ })).toHaveAccessibleName(/white man/)
    await expect(ada.page.getByRole('main').getByText('Black to move').first()).toBeVisible()
    // Captured pieces are removed by hand.
    await bram.damier.move(23, 32)
    await bram.page.getByRole('button', { name: 'Remove all, in order' }).click()
    await expect(ada.page.getByRole('gridcell', { name: /^28,/ })).toHaveAccessibleName(/empty/)
    // A reload keeps the board.
    await ada.page.reload()
    await expect(ada.page.getByRole('gridcell', { name: /^32,/ })).toHaveAccessibleName(/black man/)
  } finally {
    await served.end()
  }
})

test('A piece is huffed over the network by the historic rule', async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    const ada = await guest(browser, served.address, 'Ada')
    await ada.page.getByRole('button', { name: 'Open a table' }).click()
    const terms = ada.page.getByRole('dialog', { name: 'Open a table' })
    await ada.damier.press(terms.getByRole('radio', { name: 'White' }))
    await ada.damier.press(terms.getByRole('radio', { name: 'Huffing' }))
    await terms.getByRole('button', { name: 'Wait for an opponent' }).click()
    const bram = await guest(browser, served.address, 'Bram')
    await expect(bram.page.getByText('Captures: Huffing')).toBeVisible()
    await bram.page.getByRole('button', { name: 'Play with Ada' }).click()
    await expect(bram.page.getByRole('main').getByText('Historic rule, given up in 1923').first()).toBeVisible()
    await ada.damier.move(32, 28)
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(1)
    await bram.damier.move(19, 23)
    await expect(ada.damier.moves.getByRole('button')).toHaveCount(2)
    await ada.damier.move(37, 32)
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(3)
    await bram.page.getByRole('button', { name: 'What would the real rule have been?' }).click()
    await expect(bram.page.getByRole('region', { name: 'What would the real rule have been?' })).toContainText('28')
    await bram.page.getByRole('button', { name: 'Huff 28' }).click()
    await ada.damier.hears('A piece was huffed')
    await expect(ada.damier.square(28)).toHaveAccessibleName(/empty/)
    await bram.damier.move(14, 19)
    await expect(ada.damier.moves.getByRole('button')).toHaveCount(4)
    await ada.page.getByRole('button', { name: 'What would the real rule have been?' }).click()
    await expect(ada.page.getByText('By the real rule too this move is in order.')).toBeVisible()
  } finally {
    await served.end()
  }
})

test('The host sends a position and a puzzle from another page', async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    const trainer = await guest(browser, served.hostAddress, 'Trainer')
    const pupil = await guest(browser, served.address, 'Pupil')
    const app = await trainer.context.newPage()
    const base = new URL(served.hostAddress).origin
    await app.goto(`${base}/#/editor/international/${encodeURIComponent('W:W28,32,37:B10,17,19')}`)
    const send = app.getByRole('button', { name: 'Send to every device' })
    await send.click()
    await expect(app.getByText('It is on every device now.').first()).toBeVisible()
    await expect(pupil.page.getByRole('gridcell', { name: /^28,/ })).toHaveAccessibleName(/white man/)
    await expect(pupil.page.getByRole('gridcell', { name: /^1,/ })).toHaveAccessibleName(/empty/)
    // A puzzle that the host has not solved either.
    await app.goto(`${base}/#/training/rated`)
    await send.click()
    await expect(pupil.page.getByText(/^Moves to find: \d/)).toBeVisible()
    // Without a host there is no such button.
    await trainer.page.close()
    await expect(send).toHaveCount(0)
  } finally {
    await served.end()
  }
})
