// The window on a desktop: a single instance, size, menu, recent files, log, crash report.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { button, until } from '../paths/places.mjs'
import { open, pressCross, pressKeys, processes, screen } from './webdriver.mjs'

const binary = process.env.DAMIER_APP ?? fileURLToPath(new URL('../../target/debug/damier-app', import.meta.url))

const begun = (page) => until('the page', () => page.run('() => document.querySelector("main") !== null'))
const hash = (page) => page.run('() => location.hash')
const written = (page) => page.run('() => document.querySelectorAll("[aria-label=\\"The moves of the game\\"] button").length')
const closed = async (page, x) => {
  pressCross(x.env)
  await page.ended()
  page.abandon()
}

test('a second instance passes its files and links to the open window', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, x.env)
  t.after(() => page.close())
  await begun(page)
  const name = 'Cup: final a%20b#c.pdn'
  writeFileSync(join(x.home, name), '[White "Ann"]\n[Black "Ben"]\n1. 32-28 19-23 2. 28x19 14x23 *\n')
  const again = async (...args) => {
    // A relative path, resolved in the terminal's folder.
    const status = await new Promise((resolve) => spawn(binary, args, { env: x.env, cwd: x.home, stdio: 'ignore' }).once('exit', resolve))
    assert.equal(status, 0)
    assert.equal(processes(binary, x.env.DISPLAY).length, 1)
  }
  await again(name)
  await until('the moves of the file', () => written(page).then((count) => count === 4))

  const what = { kind: 'position', variant: 'international', fen: 'W:WK47:B14,19,29,31,42', moves: [] }
  const { code } = await page.run('(what) => __TAURI_INTERNALS__.invoke("call", { name: "makeLink", params: { what } })', what)
  await again(`damier://link/${code}`)
  await until('the position of the link', () => hash(page).then((now) => now.startsWith('#/editor')))
})

test('size and zoom are restored, and the menu has shortcuts and recent files', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const file = join(x.home, 'last.pdn')
  writeFileSync(file, '[White "Ann"]\n[Black "Ben"]\n1. 32-28 19-23 *\n')
  let page = await open(binary, x.env, [file])
  await until('the game', () => written(page).then((count) => count === 2))
  await page.resize(900, 700)
  const width = () => page.run('() => innerWidth')
  await until('its new size', () => width().then((now) => now === 900))

  // The page sets the menu: try its keys until it is there.
  await until('Learn by its key', () => {
    pressKeys(x.env, 'Control_L', '3')
    return hash(page).then((now) => now === '#/learn')
  })
  pressKeys(x.env, 'Control_L', 'equal')
  await until('larger pages', () => width().then((now) => now === Math.round(900 / 1.1)))
  await closed(page, x)
  const kept = JSON.parse(readFileSync(join(x.env.XDG_CONFIG_HOME, 'org.damier.app/window.json'), 'utf8'))
  assert.deepEqual(kept, { recent: [file], zoom: 110 })

  page = await open(binary, x.env)
  await begun(page)
  await until('the previous size', () => width().then((now) => now === Math.round(900 / 1.1)))
  await until('normal size', () => {
    pressKeys(x.env, 'Control_L', '0')
    return width().then((now) => now === 900)
  })
  pressKeys(x.env, 'Control_L', 'q')
  await page.ended()
  page.abandon()
})

test('the log folder opens, and a crash report is offered once', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const logs = join(x.env.XDG_DATA_HOME, 'org.damier.app/logs')
  mkdirSync(logs, { recursive: true })
  writeFileSync(join(logs, 'crash.txt'), 'Damier 0.1.0\n\npanicked at somewhere\n')
  // A stand-in file manager records the folder.
  const shown = join(x.home, 'shown')
  mkdirSync(join(x.home, 'bin'))
  writeFileSync(join(x.home, 'bin/xdg-open'), `#!/bin/sh\nprintf %s "$1" >"${shown}"\n`, { mode: 0o755 })
  const page = await open(binary, { ...x.env, PATH: `${join(x.home, 'bin')}:${process.env.PATH}` })
  t.after(() => page.close())
  await page.press(...button('Save the report'))
  const folders = [join(x.env.XDG_DATA_HOME, 'org.damier.app/saved'), join(x.home, 'Downloads')]
  const saved = () => folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
  await until('the saved report', () => saved().includes('damier-report.txt'))
  await until('the report to be deleted', () => !existsSync(join(logs, 'crash.txt')))
  await page.press(...button('Close'))

  await page.run('() => void (location.hash = "#/settings")')
  // Scroll down to it first.
  await until('its button', () =>
    page.run(`(name) => { const found = (${button('')[0]})(name); found?.scrollIntoView(); return Boolean(found) }`, 'Show the log'),
  )
  await page.press(...button('Show the log'))
  await until('the folder', () => existsSync(shown))
  assert.equal(readFileSync(shown, 'utf8'), logs)
  assert.match(readFileSync(join(logs, 'damier.log'), 'utf8'), /Damier \d+\.\d+\.\d+ begins on linux/)
})

test('the window opens without a writable log', { timeout: 120_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, { ...x.env, XDG_DATA_HOME: '/proc/nowhere', XDG_CONFIG_HOME: '/proc/nowhere' })
  t.after(() => page.close())
  await begun(page)
  assert.equal(spawnSync('test', ['-e', '/proc/nowhere']).status, 1)
})
