// The window with a failing disk: a read-only folder, a full disk, unsaved data at closing.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { button, moves, named, note, square, until } from '../paths/places.mjs'
import { open, pressCross, screen } from './webdriver.mjs'

const binary = process.env.DAMIER_APP ?? fileURLToPath(new URL('../../target/debug/damier-app', import.meta.url))

const board = (page) => until('the board', () => named(page, 32).then((name) => name?.includes('white man')))
const played = (page, count) => until(`${count} moves`, () => moves(page).then((now) => now === count))
/** Contents of the store's files in the data folder. */
const files = (data) => readdirSync(join(data, 'org.damier.app')).filter((name) => name.startsWith('damier.db'))

test('closing the window leaves one file', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, x.env)
  await page.press(...button('In a club'))
  await board(page)
  await page.press(...square(32))
  await page.press(...square(28))
  await played(page, 2)
  assert.ok(files(x.env.XDG_DATA_HOME).length > 1, 'while it is open the last moves stand beside it')
  pressCross(x.env)
  await page.ended()
  page.abandon()
  assert.deepEqual(files(x.env.XDG_DATA_HOME), ['damier.db'])
})

test('without a writable folder the window opens with a note, and a game can be played', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, { ...x.env, XDG_DATA_HOME: '/proc/nowhere' })
  t.after(() => page.close())
  await until('the note', () => note(page).then((text) => text.includes('stays in memory')))
  await page.press(...button('In a club'))
  await board(page)
  await page.press(...square(32))
  await page.press(...square(28))
  await played(page, 2)
  assert.match(await note(page), /\/proc\/nowhere/)
  // Unsaved data: the first attempt to close only warns.
  pressCross(x.env)
  await until('the warning', () => note(page).then((text) => text.includes('Close the window once more')))
  pressCross(x.env)
  await page.ended()
})

test(
  'a disk that is full at the start: the games are there, one plays on, and it is saved when there is room',
  { timeout: 300_000 },
  async (t) => {
    const x = await screen()
    const data = x.env.XDG_DATA_HOME
    mkdirSync(data)
    t.after(() => {
      spawnSync('umount', ['--lazy', data])
      return x.close()
    })
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'damier', data]).status !== 0)
      return t.skip('only root may have a disk of its own')

    let page = await open(binary, x.env)
    await page.press(...button('In a club'))
    await board(page)
    await page.press(...square(32))
    await page.press(...square(28))
    await played(page, 2)
    pressCross(x.env)
    await page.ended()
    page.abandon()

    const filler = openSync(join(data, 'filler'), 'w')
    const block = Buffer.alloc(4096)
    // Fill the last bytes too.
    try {
      for (;;) writeSync(filler, block)
    } catch (error) {
      assert.equal(error.code, 'ENOSPC')
    }
    closeSync(filler)

    page = await open(binary, x.env)
    await page.press(...button('Resume the game'))
    await played(page, 2)
    await until('the note', () => note(page).then((text) => text.includes('The storage is full.')))
    // If the computer has offered a man, a capture is compulsory.
    const holds = async (number, piece) => (await named(page, number)).includes(piece)
    const takes = async (over, to) => (await holds(over, 'black man')) && (await holds(to, 'empty'))
    const [from, to] = (await takes(23, 19)) ? [28, 19] : (await takes(22, 17)) ? [28, 17] : [37, 32]
    await page.press(...square(from))
    await page.press(...square(to))
    await until('two more moves', () => moves(page).then((count) => count === 4))
    rmSync(join(data, 'filler'))
    // The button only hurries the retry.
    await page.press(...button('Try again'))
    await until('the note to go', () => note(page).then((text) => text === ''))
    pressCross(x.env)
    await page.ended()
    page.abandon()

    page = await open(binary, x.env)
    t.after(() => page.close())
    await page.press(...button('Resume the game'))
    await played(page, 4)
  },
)

test('--help and --version work without a window', () => {
  const ask = (...args) => spawnSync(binary, args, { env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' }, encoding: 'utf8' })
  assert.match(execFileSync(binary, ['--version'], { env: { PATH: process.env.PATH }, encoding: 'utf8' }), /^Damier \d/)
  assert.match(ask('--help').stdout, /Usage: damier-app/)
  const nowhere = ask()
  assert.equal(nowhere.status, 1)
  assert.match(nowhere.stderr, /^error: there is no screen here/)
})
