// Measures searches in a large library: `npm run library-figures -- GAMES.pdn` imports the games into Chromium, waits until they are indexed,
// and prints for each search the time to the first games, to all games, and of the longest step. `damier bench-library --games 100000 --pdn
// GAMES.pdn` writes such a file.
import { parseArgs } from 'node:util'
import { serve } from '../../ui/serve.mjs'
import { launch } from './browser.mjs'
import { button, until } from './places.mjs'
import { dist } from './site.mjs'

const { positionals } = parseArgs({ allowPositionals: true })
const [file] = positionals
if (!file) throw new Error('npm run library-figures -- GAMES.pdn')

/** Runs in the page from its start: calls the core through the pages' own worker. */
const hook = `
  const post = Worker.prototype.postMessage
  const waiting = new Map()
  let [core, last] = [null, 1e9]
  Worker.prototype.postMessage = function (...message) {
    if (!core && message[0]?.name) {
      core = this
      this.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data))
    }
    return post.apply(this, message)
  }
  globalThis.ask = (name, params) => new Promise((resolve, reject) => {
    const id = ++last
    waiting.set(id, (data) => {
      waiting.delete(id)
      if ('reply' in data) resolve(JSON.parse(data.reply))
      else reject(new Error(JSON.stringify(data)))
    })
    post.call(core, { id, name, params: JSON.stringify(params) })
  })
  /** Calls, and continues until the search is done. */
  globalThis.timed = async (begin, params, more, found) => {
    const began = performance.now()
    let [first, longest, step] = [null, 0, began]
    let view = await ask(begin, params)
    for (;;) {
      const now = performance.now()
      longest = Math.max(longest, now - step)
      step = now
      if (found(view) > 0) first ??= now - began
      if (view.done) return { games: found(view), first: first ?? now - began, all: now - began, longest }
      view = await ask(more, view.search === undefined ? { book: view.book } : { search: view.search })
    }
  }`

const START = 'W:W31-50:B1-20'
const AFTER_32_28 = 'B:W28,31,33-50:B1-20'
const AFTER_32_28_19_23 = 'W:W28,31,33-50:B1-18,20,23'
const men = (white, black, empty = []) => [
  ...white.map((square) => ({ square, content: 'white' })),
  ...black.map((square) => ({ square, content: 'black' })),
  ...empty.map((square) => ({ square, content: 'empty' })),
]
const searches = {
  'position after 1 ply': { position: AFTER_32_28 },
  'position that is nowhere': { position: 'W:W28,31,33-50:B1-20' },
  'pattern of 6 men': { pattern: men([27, 28, 32], [18, 19, 23]) },
  'three boards': { pattern: men([28], [23]), patternOr: men([24, 27], [], [19]), patternExclude: men([37], [14]), turn: 'white' },
  'takes 3': { manoeuvre: { kind: 'takes', side: 'white', least: 3 } },
  'takes 2 from 46 to 5': { manoeuvre: { kind: 'takes', side: 'white', least: 2, from: 46, to: 5 } },
  'route 37-32-28-22': { manoeuvre: { kind: 'route', side: 'white', squares: [37, 32, 28, 22] } },
  'player 777': { player: 'player 777' },
  everything: {},
}
const books = {
  'book of the start': { fen: START, filter: {} },
  'book after 1 ply': { fen: AFTER_32_28, filter: {} },
  'book after 2 plies': { fen: AFTER_32_28_19_23, filter: {} },
  'book of the start, player 777': { fen: START, filter: { player: 'player 777' } },
  'book of the start, 1990 to 1999, 60 plies at most': { fen: START, filter: { yearFrom: 1990, yearTo: 1999, pliesTo: 60 } },
}

const show = (name, { games, first, all, longest }) =>
  console.log(`${name}: ${games} games, first ${first.toFixed(1)} ms, all ${all.toFixed(1)} ms, longest step ${longest.toFixed(1)} ms`)

const server = await serve(dist)
const browser = await launch('chromium', { protocolTimeout: 3_600_000 })
try {
  const tab = await browser.newPage()
  await tab.evaluateOnNewDocument(hook)
  await tab.goto(`http://localhost:${server.port}/`)
  const [find, name] = button('In a club')
  await until('the first question', () =>
    tab.evaluate(`(() => { const one = (${find})(${JSON.stringify(name)}); one?.click(); return !!one })()`),
  )
  await until('a board', () => tab.$('[role=gridcell]'))
  await tab.goto(`http://localhost:${server.port}/#/library`)
  const input = await until('the library', () => tab.$('input[type=file][multiple]'))
  const HOURS = 3_600_000
  let began = performance.now()
  await input.uploadFile(file)
  const state = () => tab.evaluate(`ask('libraryState', {})`)
  await until(
    'the end of the import',
    () => tab.$eval('dialog[open] h2', (head) => head.textContent === 'Import finished').catch(() => false),
    HOURS,
  )
  const { games } = await state()
  console.log(`imported ${games} games in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await tab.keyboard.press('Escape')
  began = performance.now()
  // The begun game is indexed too, but not listed yet.
  await until('the index', async () => (await state()).indexed >= games, HOURS)
  console.log(
    `indexed in ${((performance.now() - began) / 1000).toFixed(1)} s more, ${((await state()).bytes / games).toFixed(0)} bytes a game`,
  )

  for (const [name, filter] of Object.entries(searches))
    show(name, await tab.evaluate(`timed('findGames', ${JSON.stringify({ filter, order: 'added' })}, 'findMore', (view) => view.found)`))
  for (const [name, { fen, filter }] of Object.entries(books)) {
    const params = JSON.stringify({ variant: 'international', fen, filter })
    show(name, await tab.evaluate(`timed('libraryBook', ${params}, 'libraryBookMore', (view) => view.games)`))
  }
} finally {
  await browser.close()
  await server.close()
}
