// The real window: it starts, a move is played, the program is killed, and on the next start the game stands there.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { open, screen, until } from './webdriver.mjs'

const binary = process.env.DAMIER_APP ?? fileURLToPath(new URL('../../target/debug/damier-app', import.meta.url))
const results = new URL('results/', import.meta.url)

const button = (name) => [
  '(name) => [...document.querySelectorAll("button, a")].find((one) => (one.getAttribute("aria-label") ?? one.textContent).includes(name))',
  name,
]
const square = (number) => [
  '(number) => [...document.querySelectorAll("[role=gridcell]")].find((one) => one.getAttribute("aria-label").startsWith(`${number},`))',
  number,
]
const named = (page, number) => page.run(`(number) => (${square(number)[0]})(number)?.getAttribute("aria-label")`, number)
const moves = (page) => page.run('() => document.querySelectorAll("[data-ply]").length')

async function picture(page, name) {
  mkdirSync(results, { recursive: true })
  writeFileSync(new URL(`${name}.png`, results), await page.picture())
}

/** The program's processes that have this display: ours, and nobody else's. */
function processes(display) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DISPLAY=${display}\0`) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(binary)
      } catch {
        return false
      }
    })
    .map(Number)
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

  const running = processes(x.env.DISPLAY)
  assert.equal(running.length, 1, `one window, not ${running}`)
  process.kill(running[0], 'SIGKILL')
  page.abandon()
  await until('its end', () => processes(x.env.DISPLAY).length === 0)

  page = await open(binary, x.env)
  t.after(() => page.close())
  await page.press(...button('Resume the game'))
  await until('both moves', () => moves(page).then((count) => count === 2))
  assert.match(await named(page, 28), /white man/)
  assert.match(await named(page, 32), /empty/)
  await picture(page, 'again')
})

test('the policy of the window lets no page reach the network', { timeout: 120_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, x.env)
  t.after(() => page.close())
  await until('the page', () => page.run('() => document.querySelector("main") !== null'))
  const refused = await page.run('() => fetch("http://127.0.0.1:9/").then(() => "let through", (error) => String(error))')
  assert.notEqual(refused, 'let through')
  assert.equal(await page.run('() => document.title'), 'Damier')
})
