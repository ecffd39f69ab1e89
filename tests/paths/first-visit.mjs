// Measures a first visit on a phone: `npm run first-visit` prints the time to a board and to the first reply, of a second visit and of one
// without a network, and the files with their times. It runs Chromium with the page's thread slowed. Options: `--runs 5`, and
// `--build FOLDER` for another build than ui/dist.
import { parseArgs } from 'node:util'
import { serve } from '../../ui/serve.mjs'
import { launch } from './browser.mjs'
import { line } from './line.mjs'
import { button, middle, square } from './places.mjs'
import { dist } from './site.mjs'

/** 10 Mbit/s, a round trip of 40 ms, a processor four times slower. */
const LINE = { bytes: 10e6 / 8, latency: 40 }
const SLOWER = 4

/** Runs in the page from its start: records when things are first on the screen. */
const watch = `
  const seen = (globalThis.seen = {})
  const things = {
    question: () => (${button('In a club')[0]})('In a club'),
    board: () => document.querySelector('[role=gridcell]:is([aria-label*="can move"], [aria-label*="must take"])'),
    answer: () => document.querySelectorAll('[data-ply]').length === 2,
  }
  const look = () => {
    for (const [name, is] of Object.entries(things)) if (!seen[name] && is()) seen[name] = performance.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, build: { type: 'string', default: dist } } })

async function tabOf(browser) {
  const tab = await browser.newPage()
  await tab.evaluateOnNewDocument(watch)
  await tab.emulateCPUThrottling(SLOWER)
  return tab
}

/** Time until something was on the screen; milliseconds since the address was opened. */
async function when(tab, what) {
  const handle = await tab.waitForFunction((what) => globalThis.seen[what], { polling: 5, timeout: 60_000 }, what)
  return handle.jsonValue()
}

async function press(tab, [find, ...args]) {
  const at = await tab.evaluate(`(${middle(find)})(...${JSON.stringify(args)})`)
  await tab.mouse.click(at.x, at.y)
}

/** One visitor: answers the question and moves, then visits again, then without a network. */
async function visit() {
  const server = await serve(values.build)
  const way = await line(server.port, LINE)
  const browser = await launch('chromium')
  try {
    const tab = await tabOf(browser)
    const began = performance.now()
    await tab.goto(way.address, { waitUntil: 'domcontentloaded' })
    const question = await when(tab, 'question')
    await press(tab, button('In a club'))
    const board = await when(tab, 'board')
    await press(tab, square(32))
    await press(tab, square(28))
    const answer = await when(tab, 'answer')
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null, { timeout: 60_000 })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const kept = performance.now() - began
    const files = way.came.map(({ path, bytes, asked, came }) => ({ path, bytes, asked: asked - began, came: came - began }))
    await tab.close()

    const again = async () => {
      const next = await tabOf(browser)
      await next.goto(`${way.address}#/play/game`, { waitUntil: 'domcontentloaded' })
      const time = await when(next, 'board')
      await next.close()
      return time
    }
    const second = await again()
    await way.close()
    const offline = await again()
    return { times: { question, board, answer, second, offline }, files, kept }
  } finally {
    await browser.close()
    await way.close().catch(() => undefined)
    await server.close()
  }
}

const runs = []
for (let run = 0; run < Number(values.runs); run++) runs.push(await visit())

const out = (text) => process.stdout.write(`${text}\n`)
const names = {
  question: 'the first question can be answered',
  board: 'a board that can be touched, the question answered at once',
  answer: 'the first move answered by the computer',
  second: 'second visit: the board of the game',
  offline: 'the same without a network',
}
out('median  least  milliseconds since the address was opened')
for (const [key, name] of Object.entries(names)) {
  const sorted = runs.map(({ times }) => times[key]).toSorted((a, b) => a - b)
  const cell = (value, width) => Math.round(value).toString().padStart(width)
  out(`${cell(sorted[Math.floor(sorted.length / 2)], 6)}${cell(sorted[0], 7)}  ${name}`)
}

/** The median run, whose files are listed. */
const { times, files } = runs.toSorted((one, other) => one.times.board - other.times.board)[Math.floor(runs.length / 2)]
out('\n asked    here      kB  file')
const marks = ['question', 'board', 'answer'].map((key) => ({ at: times[key], text: `-- ${names[key]}` }))
const rows = files.map(({ path, bytes, asked, came }) => {
  const cells = [Math.round(asked).toString().padStart(6), Math.round(came).toString().padStart(8), (bytes / 1000).toFixed(1).padStart(8)]
  return { at: came, text: `${cells.join('')}  ${path}` }
})
for (const { text } of [...rows, ...marks].toSorted((one, other) => one.at - other.at)) out(text)
