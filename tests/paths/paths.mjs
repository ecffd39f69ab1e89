// The main paths of the app, one after another in one visit, for every browser and the window. It uses the texts of the pages; every driver
// gives `page` the methods `run`, `press` and `reload`.
import assert from 'node:assert/strict'
import { button, choice, moves, named, square, text, until } from './places.mjs'

const go = (page, hash) => page.run('(hash) => void (location.hash = hash)', hash)
const says = (page, what) => until(`“${what}”`, () => text(page).then((all) => all.includes(what)))
const stands = (page, number, what) => until(`${what} on ${number}`, () => named(page, number).then((name) => name?.includes(what)))
const played = (page, count) => until(`${count} moves`, () => moves(page).then((now) => now === count))

async function tap(page, ...squares) {
  for (const number of squares) await page.press(...square(number))
}

/** Moves a piece once it can move. */
async function move(page, from, ...on) {
  await until(`a move from ${from}`, () => named(page, from).then((name) => /can move|must take/.test(name ?? '')))
  await tap(page, from, ...on)
}

async function firstRun(page) {
  await says(page, 'Do you know draughts?')
  await page.press(...button('In a club'))
  await stands(page, 32, 'white man')
}

async function game(page) {
  await move(page, 32, 28)
  await played(page, 2)
  await stands(page, 28, 'white man')
}

async function again(page) {
  await page.reload()
  await played(page, 2)
  await stands(page, 28, 'white man')
  await stands(page, 32, 'empty')
  await says(page, 'The game goes on')
  await go(page, '#/')
  await page.press(...button('Resume the game'))
  await played(page, 2)
}

/** The king takes three men and lands on 5 by either route. */
async function routes(page) {
  await go(page, `#/editor/international/${encodeURIComponent('W:WK3:B8,10,18,27')}`)
  await page.press(...button('Play from here'))
  await page.press(...choice('Two people, one board'))
  await page.press(...button('Begin'))
  await says(page, 'The game begins, for two.')
  await move(page, 3, 5)
  await says(page, 'Which way to take?')
  await page.press(
    '() => [...document.querySelectorAll("button.route-letter")].find((one) => one.getAttribute("aria-label").includes("27"))',
  )
  await played(page, 1)
  await stands(page, 5, 'white king')
  for (const taken of [8, 10, 27]) await stands(page, taken, 'empty')
  await stands(page, 18, 'black man')
}

async function lesson(page) {
  await go(page, '#/learn/man-move')
  await says(page, 'You play White, at the bottom')
  // The wrong try lands on the man instead of behind it.
  await tap(page, 32, 28)
  await says(page, 'Go over it and land just behind it')
  await tap(page, 32, 23)
  await says(page, 'You leapt over the black man')
  await go(page, '#/learn')
  await page.reload()
  const done = '() => [...document.querySelectorAll("main li a")].some((one) => /How a man moves 1 of \\d/.test(one.textContent))'
  await until('the step that was done', () => page.run(done))
}

async function puzzle(page) {
  await go(page, '#/puzzles/boxwood')
  await says(page, 'White to play and win.')
  await move(page, 42, 38)
  await says(page, 'This move does not win')
  await move(page, 30, 24)
  await says(page, 'Well seen. Go on.')
  await move(page, 25, 14, 5)
  await says(page, 'Solved.')
}

/** Two games, as a file holds them. */
export const GAMES = `[White "Anna Bakker"]
[Black "Bruno Petit"]
[Result "2-0"]

1. 32-28! 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 2-0

[White "Carla Visser"]
[Black "Anna Bakker"]
[Result "1-1"]

1. 33-28 18-23 2. 39-33 1-1
`

async function importing(page) {
  await go(page, '#/library')
  await until('the field for files', () => page.run('() => document.querySelector("input[type=file][multiple]") !== null'))
  const put = `(content) => {
    const field = document.querySelector('input[type=file][multiple]')
    const files = new DataTransfer()
    files.items.add(new File([content], 'club.pdn', { type: 'text/plain' }))
    field.files = files.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }`
  await page.run(put, GAMES)
  await says(page, 'Import finished')
  await page.press(...button('Close'))
  const row = '() => [...document.querySelectorAll("[role=option]")].find((one) => /Anna Bakker.*Bruno Petit/s.test(one.textContent))'
  await page.press(row)
  const written = '() => document.querySelectorAll("[aria-label=\'The moves of the game\'] button").length'
  await until('its moves', () => page.run(written).then((count) => count === 7))
}

/** The paths by name, in the order of the visit. */
export const paths = [
  ['the first question leads to a board', firstRun],
  ['a move is answered by the computer', game],
  ['a reload keeps the game', again],
  ['a capture with two ways, and the way chosen', routes],
  ['a lesson: a wrong try, the right one, kept progress', lesson],
  ['a puzzle: a wrong move, the solution', puzzle],
  ['a file of games is imported and opened', importing],
]

/** The page's first script, whose name has the hash of its version. */
const version = (page) => page.run('() => document.querySelector("script[type=module]")?.src')

/** The game at the start of the paths for browsers. */
async function inGame(page, count) {
  await go(page, '#/play/game')
  await played(page, count)
}

async function secondTab(page, { open }) {
  await inGame(page, 1)
  const second = await open('#/play/game')
  await says(second, 'Damier is open in another window')
  await second.press(...button('Use it here'))
  await played(second, 1)
  await until('the first to stop', () => text(page).then((all) => all.includes('Damier goes on in another window')))
  await second.close()
  await page.front()
  await played(page, 1)
}

async function update(page, { site, newer }) {
  const old = await version(page)
  await site.become(newer)
  await page.run('() => navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => null)')
  await until('the newer version', () => page.run('() => navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)'))
  // The update waits until no game is open.
  await move(page, 18, 22)
  await played(page, 2)
  assert.ok(!(await text(page)).includes('A new version is here'))
  assert.equal(await version(page), old)
  await go(page, '#/')
  await says(page, 'A new version is here')
  await page.press(...button('Load it now'))
  await until('the newer version', () => version(page).then((now) => now && now !== old))
  await inGame(page, 2)
}

async function offline(page, { site }) {
  await until('that it is kept', () => page.run('() => navigator.serviceWorker.controller !== null'))
  await site.close()
  await page.reload()
  await played(page, 2)
  await page.press(...button('Menu'))
  await page.press(...button('New game'))
  await page.press(...choice('The computer'))
  await page.press(...button('Play '))
  await stands(page, 32, 'white man')
  await move(page, 32, 28)
  await played(page, 2)
}

/** The paths for browsers only, after the others; `site` is the server, `newer` a newer build. */
export const browserPaths = [
  ['a second tab says where the game is, takes it, and gives it back', secondTab],
  ['a newer version waits for the game, comes on a tap, and the game stands', update],
  ['with the server gone: the game stands, and a new one is played', offline],
]
