// Games between devices: the program `damier serve` hosts, two browsers play, without the core and without storage.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { Damier, expect, test } from './damier'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const program =
  process.env.DAMIER ?? [here('../../target/debug/damier'), here('../../target/release/damier')].find((path) => existsSync(path))

/** A host of its own, over a library in a folder of its own. */
class Served {
  private process: ChildProcess | undefined
  address = ''
  /** For whoever holds the evening. */
  hostAddress = ''
  private readonly folder = mkdtempSync(join(tmpdir(), 'damier-serve-'))

  /** Begins, on the port it had before where it had one; resolves once it listens. */
  async begin(): Promise<void> {
    if (!program) throw new Error('the program is not built: cargo build -p damier-cli')
    const port = this.address ? ['--port', new URL(this.address).port] : []
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
      ...port,
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

  /** Ends it without a word, as a power cut does. */
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

/** A guest with a browser of its own. */
async function guest(browser: Browser, address: string, name: string): Promise<{ context: BrowserContext; page: Page; damier: Damier }> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Come in' }).click()
  return { context, page, damier: new Damier(page, false) }
}

test('two browsers play a game with a reload, a lost line and a crash of the host', async ({ browser }) => {
  const served = new Served()
  await served.begin()
  try {
    const ada = await guest(browser, served.address, 'Ada')
    await ada.page.getByRole('button', { name: 'Open a table' }).click()
    const terms = ada.page.getByRole('dialog', { name: 'Open a table' })
    await ada.damier.press(terms.getByRole('radio', { name: 'White' }))
    await ada.damier.press(terms.getByRole('radio', { name: /15 min/ }))
    await terms.getByRole('button', { name: 'Wait for an opponent' }).click()
    await expect(ada.page.getByRole('main').getByText('waiting for an opponent')).toBeVisible()

    // A name, and the board.
    const bram = await guest(browser, served.address, 'Bram')
    await bram.page.getByRole('button', { name: 'Play with Ada' }).click()
    for (const { page } of [ada, bram]) await expect(page.getByRole('grid')).toBeVisible()
    // Each sits below.
    await expect(ada.damier.square(32)).toHaveAccessibleName(/white man/)

    // Refused, with its reason from the host.
    await ada.damier.move(31, 22)
    await expect(ada.page.getByRole('main').getByText('A man goes one square at a time.')).toBeVisible()
    await ada.damier.move(32, 28)
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(1)
    await bram.damier.hears('32 to 28')
    await bram.damier.move(19, 23)
    await expect(ada.damier.moves.getByRole('button')).toHaveCount(2)

    // A reload: still at the board.
    await bram.page.reload()
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(2)
    // The line is lost, and comes back.
    await ada.context.setOffline(true)
    await ada.context.setOffline(false)
    await ada.damier.move(28, 19)
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(3)

    // The host is killed and begun again: both go on, and no move is lost.
    await served.crash()
    await expect(ada.page.getByRole('main').getByText('The connection is lost')).toBeVisible()
    await served.begin()
    await expect(ada.page.getByRole('main').getByText('The connection is lost')).toBeHidden()
    await bram.damier.move(14, 23)
    await expect(ada.damier.moves.getByRole('button')).toHaveCount(4)

    // A move back, by consent.
    await bram.page.getByRole('button', { name: 'Ask to take back' }).click()
    await ada.page.getByRole('button', { name: 'Accept' }).click()
    await expect(bram.damier.moves.getByRole('button')).toHaveCount(3)
    await bram.damier.move(14, 23)
    await ada.page.getByRole('button', { name: 'Offer a draw' }).click()
    await bram.page.getByRole('button', { name: 'Accept' }).click()
    await expect(ada.page.getByRole('region', { name: 'Result: 1-1' })).toBeVisible()

    // Taken home as a file.
    await bram.page.getByRole('button', { name: 'Menu' }).click()
    const download = bram.page.waitForEvent('download')
    await bram.page.getByRole('button', { name: 'Save the game as a file' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdn$/)

    // Another one, colours changed.
    await ada.page.getByRole('button', { name: 'Rematch' }).click()
    await bram.page.getByRole('button', { name: 'Rematch' }).click()
    await expect(bram.page.getByRole('main').getByText(/your move|your turn/i)).toBeVisible()
    await ada.context.close()
    await bram.context.close()
  } finally {
    await served.end()
  }
})

test('whoever has an old address hears so, and the browser’s way back leads from the board to the tables', async ({ browser }) => {
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
    // Cato looks on.
    const cato = await guest(browser, served.address, 'Cato')
    await cato.page.getByRole('button', { name: /^Look on/ }).click()
    await expect(cato.page.getByRole('main').getByText('You are looking on.')).toBeVisible()
    for (const { context } of [ada, bram, cato]) await context.close()
  } finally {
    await served.end()
  }
})

test('whoever holds the evening plays against all, is led from board to board, and sees all boards', async ({ browser }) => {
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
