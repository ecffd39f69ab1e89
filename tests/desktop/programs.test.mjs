// Other programs at the window: `damier hub` as an opponent, an engine that crashes, and `damier dxp` as the other side of a
// session.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { button, choice, moves, named, square, text, until } from '../paths/places.mjs'
import { open, pressCross, processes, screen } from './webdriver.mjs'

const built = (name) => fileURLToPath(new URL(`../../target/debug/${name}`, import.meta.url))
const binary = process.env.DAMIER_APP ?? built('damier-app')
const damier = process.env.DAMIER ?? built('damier')
const results = new URL('results/', import.meta.url)

async function picture(page, name) {
  mkdirSync(results, { recursive: true })
  writeFileSync(new URL(`${name}.png`, results), await page.picture())
}

const says = (page, words) => until(words, () => text(page).then((all) => all.includes(words)))
const go = (page, address) => page.run('(address) => void (location.hash = address)', address)

/** Sets a field's value so that Svelte notices. */
const fill = (page, label, value) =>
  until(`the field ${label}`, () =>
    page.run(
      `(label, value) => {
        const field = [...document.querySelectorAll('label')].find((one) => one.textContent.includes(label))?.querySelector('input')
        if (!field) return false
        field.value = value
        field.dispatchEvent(new Event('input', { bubbles: true }))
        return true
      }`,
      label,
      value,
    ),
  )

/** Presses the button that begins; a pointer might miss, because the form may still move. */
const submit = (page) => page.run('() => document.querySelector("main form button[type=submit]").click()')

/** Running engines of this program. */
const running = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `${damier}\0hub\0`
      } catch {
        return false
      }
    })

test('saved engines play, report errors, and end with the window', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const crashing = join(x.home, 'crashing')
  writeFileSync(
    crashing,
    `#!/bin/sh
while read line; do
  case "$line" in
    hub) echo 'id name=Crashing'; echo wait;;
    init) echo ready;;
    go*) exit 1;;
  esac
done
`,
  )
  chmodSync(crashing, 0o755)
  // The list as the file dialog leaves it: pages cannot name a program.
  const folder = join(x.env.XDG_CONFIG_HOME, 'org.damier.app')
  mkdirSync(folder, { recursive: true })
  const engine = (name, program, settings) => ({ name, author: 'the Damier authors', program, arguments: ['hub'], settings, millis: 300 })
  const level = { name: 'level', usual: 'full', kind: { Choice: ['full', '1', '2'] } }
  const threads = { name: 'threads', usual: '1', kind: { Int: { min: 1, max: 16 } } }
  writeFileSync(
    join(folder, 'engines.json'),
    JSON.stringify([engine('Our own', damier, [level, threads]), engine('Crashing', crashing, [])]),
  )

  let page = await open(binary, x.env)
  t.after(() => page.close())
  await page.press(...button('In a club'))
  await until('the board', () => named(page, 32))
  await go(page, '#/programs')
  await says(page, 'Our own')
  await page.press('() => [...document.querySelectorAll("summary")].find((one) => one.textContent.includes("Our own"))')
  await says(page, 'threads')
  await picture(page, 'programs')
  await page.press(...button('Save'))
  await says(page, 'Saved.')

  const begin = async (name) => {
    await go(page, '#/play')
    // The running game appears above and moves it: a pointer may miss.
    await until('the sheet of a new game', () =>
      page.run(`() => {
        if (!document.querySelector('dialog[open]')) [...document.querySelectorAll('button')].find((one) => one.textContent === 'New game').click()
        return document.querySelector('dialog[open]') !== null
      }`),
    )
    await page.press(...choice('White'))
    await page.press(...choice(name))
    await picture(page, `engine-choice-${name === 'Crashing' ? 'crashing' : 'own'}`)
    await page.press(...button(`Play ${name}`))
    await until('the board', () => named(page, 32).then((words) => words?.includes('white man')))
    await page.press(...square(32))
    await page.press(...square(28))
  }
  await begin('Our own')
  await until('the engine’s reply', () => moves(page).then((count) => count === 2))
  assert.equal(running().length, 1)
  await says(page, 'Our own')
  await picture(page, 'engine-played')

  await begin('Crashing')
  await says(page, 'The engine has ended by itself. The game stays as it is.')
  assert.equal(await moves(page), 1)
  await picture(page, 'engine-crashed')
  await page.press(...button('Try again'))
  await says(page, 'The engine has ended by itself.')

  // The first engine waits for its next move meanwhile.
  assert.equal(running().length, 1)
  pressCross(x.env)
  await page.ended()
  await until('the end of every engine', () => running().length === 0)

  // A killed window cannot end its engine; the engine ends when its input closes.
  page.abandon()
  page = await open(binary, x.env)
  await until('the window again', () => text(page).then((all) => all.includes('Resume the game')))
  // Go to the page only once the start page has loaded.
  await until('the lobby', async () => {
    await go(page, '#/play')
    return page.run('() => [...document.querySelectorAll("button")].some((one) => one.textContent.includes("New game"))')
  })
  await begin('Our own')
  await until('the engine’s reply', () => moves(page).then((count) => count === 2))
  assert.equal(running().length, 1)

  // Another engine analyses the same position beside our own.
  await go(page, '#/editor/international/W:W28,32,37:B10,17,19')
  await page.press(...button('Analyse'))
  await page.press(...button('Options of the engine'))
  await until('the choice of the second engine', () =>
    page.run(`() => {
      const select = [...document.querySelectorAll('section.analysis label')].find((one) => one.textContent.includes('Compare with'))?.querySelector('select')
      if (!select) return false
      select.value = 'Our own'
      select.dispatchEvent(new Event('change', { bubbles: true }))
      return true
    }`),
  )
  const lines = (place) => page.run('(place) => document.querySelectorAll(`${place} .score`).length', place)
  await until(
    'lines of both engines',
    async () => (await lines('section.analysis > ol')) > 0 && (await lines('[role=group][aria-label="Our own"]')) > 0,
  )
  await picture(page, 'engines-compared')

  for (const pid of processes(binary, x.env.DISPLAY)) process.kill(pid, 'SIGKILL')
  page.abandon()
  await until('the end of every engine', () => running().length === 0)
})

test('the window connects to a program and waits for one, and the games are in the library', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, x.env)
  t.after(() => page.close())
  await page.press(...button('In a club'))
  await until('the board', () => named(page, 32))

  const start = (...args) => {
    const program = spawn(damier, ['dxp', '--player', 'depth:2', '--name', 'The Other', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    t.after(() => program.kill())
    return program
  }
  const listening = start('--listen', '0', '--games', '1')
  let said = ''
  listening.stderr.on('data', (data) => (said += data))
  const port = await until('the port', () => /:(\d+)\n/.exec(said)?.[1])

  // No program listens: the window retries and says so.
  await go(page, '#/programs')
  await says(page, 'A game by DamExchange')
  await fill(page, 'Address of the other program', '127.0.0.1:1')
  await picture(page, 'dxp-form')
  await submit(page)
  await says(page, 'does not answer yet')
  await picture(page, 'dxp-calling')
  await page.press(...button('Close the line'))
  await fill(page, 'Address of the other program', `127.0.0.1:${port}`)
  await submit(page)
  await until('the board', () => page.run('() => location.hash === "#/programs/board"'))
  await until('the men', () => named(page, 32).then((words) => words?.includes('white man')))
  await page.press(...square(32))
  await page.press(...square(28))
  await until('the reply', () => moves(page).then((count) => count === 2))
  await says(page, 'The Other')
  await picture(page, 'dxp-board')
  await page.press(...button('Resign'))
  await page.press(...button('Resign'))
  await says(page, 'Look at it in the library')
  await picture(page, 'dxp-over')
  await page.press(...button('Look at it in the library'))
  await says(page, 'DamExchange')
  await picture(page, 'dxp-library')

  // The other way round: a level of the window waits, and the other program calls.
  await go(page, '#/programs')
  await page.press(...choice('Damier waits'))
  await page.press(...choice('A level of Damier'))
  await fill(page, 'Port', String(Number(port) + 1))
  await submit(page)
  await says(page, 'Waiting for a call at 127.0.0.1')
  const calling = start('--connect', `127.0.0.1:${Number(port) + 1}`, '--games', '1', '--moves', '4')
  await until('their game', () => moves(page).then((count) => count >= 6))
  await until('its end', () => calling.exitCode === 0)
  await says(page, 'Look at it in the library')
  await picture(page, 'dxp-level')
})
