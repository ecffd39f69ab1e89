// The window: it starts, a move is played, the program is killed, and after a restart the game is there.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { paths } from '../paths/paths.mjs'
import { button, moves, named, square, until } from '../paths/places.mjs'
import { open, processes, screen } from './webdriver.mjs'

const binary = process.env.DAMIER_APP ?? fileURLToPath(new URL('../../target/debug/damier-app', import.meta.url))
const results = new URL('results/', import.meta.url)

async function picture(page, name) {
  mkdirSync(results, { recursive: true })
  writeFileSync(new URL(`${name}.png`, results), await page.picture())
}

test('start, play a move, kill, start again: the move is there', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())

  let page = await open(binary, x.env)
  await page.press(...button('In a club'))
  await until('the board', () => named(page, 32).then((name) => name?.includes('white man')))
  await picture(page, 'start')
  await page.press(...square(32))
  await page.press(...square(28))
  await until('the computer’s reply', () => moves(page).then((count) => count === 2))
  await picture(page, 'played')

  const running = processes(binary, x.env.DISPLAY)
  assert.equal(running.length, 1, `one window, not ${running}`)
  process.kill(running[0], 'SIGKILL')
  page.abandon()
  await page.ended()

  page = await open(binary, x.env)
  t.after(() => page.close())
  await page.press(...button('Resume the game'))
  await until('both moves', () => moves(page).then((count) => count === 2))
  assert.match(await named(page, 28), /white man/)
  assert.match(await named(page, 32), /empty/)
  await picture(page, 'again')
})

test('the main paths, as in every browser', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, x.env)
  t.after(() => page.close())
  for (const [path, walk] of paths) await t.test(path, () => walk(page))
})

test('a file with one game opens from the command line or by dropping it', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const named = join(x.home, 'named.pdn')
  writeFileSync(named, '[White "Ann"]\n[Black "Ben"]\n[Result "1-1"]\n1. 32-28 19-23 2. 28x19 14x23 1-1\n')
  const page = await open(binary, x.env, [`file://${named}`, join(x.home, 'no-such.pdn')])
  t.after(() => page.close())
  const written = () => page.run('() => document.querySelectorAll("[aria-label=\\"The moves of the game\\"] button").length')
  await until('its moves', () => written().then((count) => count === 4))
  // The opponent is away, and the page says so.
  assert.match(await page.run('() => document.querySelector("[role=alert]").textContent'), /The file no-such.pdn is not there/)
  await picture(page, 'named')

  await page.run(`() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['[White "Cor"]\\n[Black "Dirk"]\\n1. 33-29 17-22 *\\n'], 'dropped.pdn'))
    for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }`)
  await until('its moves', () => written().then((count) => count === 2))
  await picture(page, 'dropped')
})

test('the five-piece endgame tables are built in the window, interrupted, and continued', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const file = join(x.env.XDG_DATA_HOME, 'org.damier.app/endgame-international-5.bin')
  let page = await open(binary, x.env)
  const five = (text) => () =>
    page.run('(text) => document.querySelector("[aria-labelledby=exact-tables-5]")?.textContent.includes(text) ?? false', text)
  const press = (name) =>
    page.press(
      `(name) => [...document.querySelectorAll('[aria-labelledby=exact-tables-5] button')].find((one) => one.textContent.includes(name))`,
      name,
    )
  const tables = () => page.run('() => { location.hash = "#/endings" }')

  await tables()
  await until('the size', five('75 MB on this device'))
  await press('Work it out')
  // The classes of two and three pieces are built within a second.
  await until('its progress', five('Working out who wins every ending with five pieces'))
  await until('a file', () => existsSync(file) && statSync(file).size > 10_000)
  await picture(page, 'five')
  await press('Interrupt')
  await until('its end', five('It goes on from there'))
  await page.close()

  page = await open(binary, x.env)
  t.after(() => page.close())
  await tables()
  await until('the continued build', five('Go on'))
  await press('Delete')
  await until('the deleted tables', five('Work it out'))
  assert.ok(!existsSync(file))
})

test('the content security policy blocks the network', { timeout: 120_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, x.env)
  t.after(() => page.close())
  await until('the page', () => page.run('() => document.querySelector("main") !== null'))
  const refused = await page.run('() => fetch("http://127.0.0.1:9/").then(() => "let through", (error) => String(error))')
  assert.notEqual(refused, 'let through')
  // The app asked, not an error page.
  await until('its title', () => page.run('() => document.title').then((title) => title === 'Today · Damier'))
})
