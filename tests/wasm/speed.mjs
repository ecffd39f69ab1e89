// Compares the search in Chromium with the native one over the same number of positions: wall time in the browser, processor time of the
// native program. `make setup wasm cli && node tests/wasm/speed.mjs` on an idle machine; medians of five alternating runs.
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { native } from './native.mjs'

const NODES = 20_000_000
const RUNS = 5
const POSITIONS = {
  start: 'W:W31-50:B1-20',
  '16 v 16': 'W:W29-31,37-49:B2-13,15,17,20,21',
  '12 v 12': 'W:W25,28,34,36,38-41,43,46,48,49:B2-4,6,8,9,12-14,18,24,26',
  '9 v 9': 'W:W28,29,33,37,39,40,47-49:B2,4,9,11,15,17-19,22',
}

const root = new URL('../../', import.meta.url)
const TYPES = { js: 'text/javascript', wasm: 'application/wasm' }
const executablePath = [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path))
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
// Serves files of the repository by their paths.
await page.route('http://localhost/**', (route) => {
  const path = new URL(route.request().url()).pathname
  if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
  return route.fulfill({
    contentType: TYPES[path.split('.').at(-1)] ?? 'application/octet-stream',
    body: readFileSync(new URL(`.${path}`, root)),
  })
})
await page.goto('http://localhost/')
await page.evaluate(async () => {
  const module = await import('/ui/src/wasm/search/damier_search.js')
  await module.default()
  const read = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer())
  const engine = new module.Engine()
  for (const name of ['weights/international.bin', 'endgame/international.bin']) engine.install(name, await read(`/core/data/${name}`))
  globalThis.search = (fen, nodes) => {
    const searcher = engine.search(JSON.stringify({ variant: 'international', fen, moves: [], limits: { kind: 'nodes', nodes } }))
    const before = performance.now()
    while (searcher.result() === undefined) searcher.step(15)
    return (performance.now() - before) / 1000
  }
})

/** Seconds in the browser. */
const there = (fen) => page.evaluate(([fen, nodes]) => globalThis.search(fen, nodes), [fen, NODES])
/** Seconds in the native program. */
const here = (fen) => native(`analyse --fen ${fen} --nodes ${NODES} --table 16`)
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]

// A module is compiled twice: quickly at first, and well while it runs.
await there(POSITIONS.start)
for (const [name, fen] of Object.entries(POSITIONS)) {
  const pairs = []
  for (let run = 0; run < RUNS; run++) pairs.push([await there(fen), here(fen)])
  const million = (seconds) => (NODES / seconds / 1e6).toFixed(1)
  const [browsers, natives, ratios] = [([a]) => a, ([, b]) => b, ([a, b]) => b / a].map((pick) => median(pairs.map(pick)))
  console.log(`${name}: ${million(browsers)} million positions a second in WebAssembly, ${million(natives)} native: ${ratios.toFixed(2)}`)
}
await browser.close()
