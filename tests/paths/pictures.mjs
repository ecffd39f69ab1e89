// Takes the pictures of README.md and of the app's manifest from the running app: `make pictures`. Needs the built pages and the program
// `damier`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '../../ui/serve.mjs'
import { launch, open } from './browser.mjs'
import { button, choice, moves, square, text, until } from './places.mjs'
import { dist } from './site.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const screenshots = here('../../.github/screenshots')
const ofManifest = here('../../ui/public')
const program = ['release', 'debug'].map((profile) => here(`../../target/${profile}/damier`)).find((path) => existsSync(path))

/** The grain of the board makes a PNG seven times as large. */
const WEBP = { type: 'webp', quality: 88 }
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 780, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** White must take two: taking one is refused. */
const OPENING = ['33-28 18-23', '39-33 12-18', '44-39 17-21', '31-27 20-25', '27-22 18-27', '34-30 25-34']
const STUDIED = `[Event "Club championship"]
[White "Anna Bakker"]
[Black "Bruno Petit"]
[Date "2026.10.03"]
[Result "2-0"]

1. 32-28 19-23 2. 28x19 14x23 3. 37-32 {Solid. Black has the centre.} (3. 33-28!? 23x32 4. 37x28 {opens the game.}) 10-14
4. 41-37 14-19 5. 46-41 5-10 6. 34-29! 23x34 7. 40x29 10-14 8. 45-40 20-25 9. 50-45 17-22? {Too early.} 10. 32-28 2-0
`

const go = (page, hash) => page.run('(hash) => void (location.hash = hash)', hash)
const says = (page, words) => until(`“${words}”`, () => text(page).then((all) => all.includes(words)))
async function tap(page, ...squares) {
  for (const number of squares) await page.press(...square(number))
}

/** Waits until the piece on a square may move: before that a tap means nothing. */
async function canMove(page, from) {
  const name = `(number) => (${square(from)[0]})(number)?.getAttribute('aria-label')`
  await until(`a move from ${from}`, () => page.run(name, from).then((found) => /can move|must take/.test(found ?? '')))
}

/** A tab with the first question answered. */
async function visit(browser, address, viewport = DESKTOP, dark = false) {
  const context = await browser.createBrowserContext()
  const page = await open(context, address)
  await page.tab.setViewport(viewport)
  await page.tab.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ])
  await page.press(...button('In a club'))
  await until('the board', () => page.run('() => document.querySelector("[role=grid]") !== null'))
  return page
}

/** Saves a picture of what the tab shows, once its fonts and pictures are there and two frames are drawn. */
async function picture(page, name) {
  await page.run('() => document.activeElement?.blur()')
  await page.tab.mouse.move(0, 0)
  await page.tab.evaluate(
    'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))',
  )
  await page.tab.screenshot({ ...WEBP, path: join(screenshots, `${name}.webp`) })
}

/** A game of two people in which White is about to take less than the rules ask. */
async function game(page) {
  await page.press(...button('Menu'))
  await page.press(...button('New game'))
  await page.press(...choice('Two people, one board'))
  await page.press(...button('Begin'))
  await says(page, 'The game begins, for two.')
  for (const [index, ply] of OPENING.join(' ').split(' ').entries()) {
    await tap(page, ...ply.split('-').map(Number))
    await until(`ply ${index + 1}`, () => moves(page).then((count) => count === index + 1))
  }
}

async function play(page) {
  await game(page)
  await tap(page, 39, 30)
  await says(page, 'You must take two')
}

/** The step in which the king takes four and stops between the men it has taken. */
async function lesson(page) {
  await go(page, '#/learn/turkish-stroke/3')
  await until('a king on 30', () => page.run(`(number) => (${square(30)[0]})(number)?.getAttribute('aria-label').includes('king')`, 30))
}

async function puzzle(page) {
  await go(page, '#/puzzles/boxwood')
  await says(page, 'White to play and win.')
  for (const [from, ...on] of [
    [42, 38],
    [30, 24],
    [25, 14, 5],
  ]) {
    await canMove(page, from)
    await tap(page, from, ...on)
  }
  await says(page, 'Solved.')
}

async function library(page) {
  await go(page, '#/library')
  await until('the field for files', () => page.run('() => document.querySelector("input[type=file][multiple]") !== null'))
  await page.run(
    `(content) => {
      const field = document.querySelector('input[type=file][multiple]')
      const files = new DataTransfer()
      files.items.add(new File([content], 'club.pdn', { type: 'text/plain' }))
      field.files = files.files
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }`,
    STUDIED,
  )
  await says(page, 'Import finished')
  await page.press(...button('Close'))
  await page.press('() => [...document.querySelectorAll("[role=option]")].find((one) => /Anna Bakker/.test(one.textContent))')
  await says(page, 'Solid.')
  await page.press('() => [...document.querySelectorAll("button")].find((one) => /^34-29/.test(one.textContent.trim()))')
}

/** A game of two guests of `damier serve`. */
async function together(browser) {
  if (!program) throw new Error('the program is not built: make cli')
  const folder = mkdtempSync(join(tmpdir(), 'damier-pictures-'))
  const words = ['serve', '--host', '127.0.0.1', '--name', 'Club evening', '--pages', dist, '--db', join(folder, 'club.db')]
  const host = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let printed = ''
    host.stdout.on('data', (data) => (printed += data))
    const address = await until('the address', () => /Guests come in at (\S+)/.exec(printed)?.[1])
    const [anna, bruno] = await Promise.all(
      ['Anna', 'Bruno'].map(async (name) => {
        const page = await open(await browser.createBrowserContext(), address)
        await page.tab.setViewport(DESKTOP)
        await page.tab.waitForSelector('input')
        await page.tab.type('input', name)
        await page.press(...button('Come in'))
        return page
      }),
    )
    await anna.press(...button('Open a table'))
    await anna.press(...choice('White'))
    await anna.press(...choice('15 min'))
    await anna.press(...button('Wait for an opponent'))
    await bruno.press(...button('Play with Anna'))
    for (const [index, [page, from, to]] of [
      [anna, 32, 28],
      [bruno, 19, 23],
      [anna, 28, 19],
      [bruno, 14, 23],
    ].entries()) {
      await canMove(page, from)
      await tap(page, from, to)
      await until(`move ${index + 1}`, () => moves(page).then((count) => count === index + 1))
    }
    await canMove(anna, 33)
    await picture(anna, 'together')
  } finally {
    host.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The first picture: the same game in a window and on a phone, side by side. The manifest shows each by itself. */
async function front(browser, address) {
  const desktop = await visit(browser, address)
  await play(desktop)
  const phone = await visit(browser, address, PHONE, true)
  await game(phone)
  for (const [name, page] of Object.entries({ wide: desktop, narrow: phone }))
    await page.tab.screenshot({ ...WEBP, path: join(ofManifest, `screenshot-${name}.webp`) })
  const [window, small] = await Promise.all([desktop, phone].map((page) => page.tab.screenshot({ encoding: 'base64', type: 'png' })))
  const tab = await browser.newPage()
  await tab.setViewport({ width: 1400, height: 800 })
  await tab.setContent(`<body style="margin:0;background:transparent">
    <img src="data:image/png;base64,${window}" style="position:absolute;inset:0 auto auto 0;height:100%;border-radius:12px">
    <img src="data:image/png;base64,${small}" style="position:absolute;right:0;bottom:0;height:72%;border-radius:24px;border:6px solid #222;box-sizing:border-box">`)
  await tab.screenshot({ ...WEBP, path: join(screenshots, 'damier.webp'), omitBackground: true })
}

mkdirSync(screenshots, { recursive: true })
const site = await serve(dist)
const browser = await launch('chromium')
try {
  const address = `http://localhost:${site.port}/`
  for (const [name, show] of Object.entries({ play, lesson, puzzle, library })) {
    const page = await visit(browser, address)
    await show(page)
    await picture(page, name)
    console.log(name)
  }
  await together(browser)
  await front(browser, address)
} finally {
  await browser.close()
  await site.close()
}
