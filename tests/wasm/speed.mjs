// Compares the search in Chromium with the native one, with one and with two threads: positions per second of wall time from the start of a
// search. `make setup wasm cli && node tests/wasm/speed.mjs` on an idle machine with two cores; medians of five alternating runs.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from '@playwright/test'
import { isolation } from '../../ui/policy.mjs'
import { nativeSpeed } from './native.mjs'

const MILLIS = 5000
const RUNS = 5
const POSITIONS = {
  start: 'W:W31-50:B1-20',
  '16 v 16': 'W:W29-31,37-49:B2-13,15,17,20,21',
  '12 v 12': 'W:W25,28,34,36,38-41,43,46,48,49:B2-4,6,8,9,12-14,18,24,26',
  '9 v 9': 'W:W28,29,33,37,39,40,47-49:B2,4,9,11,15,17-19,22',
}

/** Answers `{ fen, millis, threads }` with positions per second. Threads wait in it, which a page itself may not. */
const SEARCHER = `
const modules = {}
async function load(name) {
  const code = await import('/ui/src/wasm/' + name + '/damier_' + name + '.js')
  const { memory } = await code.default()
  const read = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer())
  const engine = new code.Engine()
  for (const file of ['weights/international.bin', 'endgame/international.bin']) engine.install(file, await read('/core/data/' + file))
  if (name === 'threads') new Worker('/helper.js', { type: 'module' }).postMessage({ memory })
  return engine
}
addEventListener('message', async ({ data: { fen, millis, threads } }) => {
  const name = threads > 1 ? 'threads' : 'search'
  const engine = await (modules[name] ??= load(name))
  const limits = { kind: 'time', millis }
  const searcher = engine.search(JSON.stringify({ variant: 'international', fen, moves: [], limits, threads, table: 16 }))
  while (searcher.result() === undefined) searcher.step(15)
  const { info } = JSON.parse(searcher.result())
  searcher.free()
  postMessage((info.nodes / info.millis) * 1000)
})`
const HELPER = `
import init, { help } from '/ui/src/wasm/threads/damier_threads.js'
addEventListener('message', ({ data }) => init(data).then(help))`

const root = new URL('../../', import.meta.url)
const TYPES = { js: 'text/javascript', wasm: 'application/wasm' }
const PAGES = {
  '/': ['text/html', '<!doctype html>'],
  '/searcher.js': [TYPES.js, SEARCHER],
  '/helper.js': [TYPES.js, HELPER],
  '/favicon.ico': ['image/x-icon', ''],
}
const executablePath = [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path))
// Serves files of the repository by their paths.
const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname
  const [type, body] = PAGES[path] ?? [TYPES[path.split('.').at(-1)] ?? 'application/octet-stream', readFileSync(new URL(`.${path}`, root))]
  response.writeHead(200, { 'content-type': type, ...isolation }).end(body)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
await page.goto(`http://localhost:${server.address().port}/`)
await page.evaluate(() => {
  const searcher = new Worker('/searcher.js', { type: 'module' })
  globalThis.search = (asked) =>
    new Promise((resolve) => {
      searcher.addEventListener('message', ({ data }) => resolve(data), { once: true })
      searcher.postMessage(asked)
    })
})

const there = (fen, threads) => page.evaluate((asked) => globalThis.search(asked), { fen, millis: MILLIS, threads })
const here = (fen, threads) => nativeSpeed(`analyse --fen ${fen} --time ${MILLIS} --table 16 --threads ${threads}`)
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

// A module is compiled twice: quickly at first, and well while it runs.
for (const threads of [1, 2]) await there(POSITIONS.start, threads)
for (const [name, fen] of Object.entries(POSITIONS)) {
  const runs = []
  for (let run = 0; run < RUNS; run++) runs.push([await here(fen, 1), await here(fen, 2), await there(fen, 1), await there(fen, 2)])
  const speeds = [0, 1, 2, 3].map((at) => median(runs.map((run) => run[at])))
  const ratio = (at) => median(runs.map((run) => run[at] / run[0])).toFixed(2)
  const [one, two, alone, both] = speeds.map((speed) => (speed / 1e6).toFixed(1))
  console.log(
    `${name}: million positions a second: native ${one}, with two threads ${two} (${ratio(1)}); ` +
      `in the browser ${alone} (${ratio(2)}), with two threads ${both} (${ratio(3)})`,
  )
}
await browser.close()
server.close()
