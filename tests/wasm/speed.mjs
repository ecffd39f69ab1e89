// How fast the browser's search is beside the native one, each searching as many positions in processor time of its own:
// `make wasm cli && node tests/wasm/speed.mjs`. On a busy machine both suffer alike.
import { readFileSync } from 'node:fs'
import { native } from './native.mjs'

const root = new URL('../../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root))
const { default: init, Searcher } = await import(new URL('ui/src/wasm/search/damier_search.js', root))
await init({ module_or_path: read('ui/src/wasm/search/damier_search_bg.wasm') })
Searcher.handOverWeights(read('core/data/weights/international.bin'))
Searcher.handOverTables(read('core/data/endgame/international.bin'))

const NODES = 8_000_000
const POSITIONS = {
  start: 'W:W31-50:B1-20',
  '16 v 16': 'W:W29-31,37-49:B2-13,15,17,20,21',
  '12 v 12': 'W:W25,28,34,36,38-41,43,46,48,49:B2-4,6,8,9,12-14,18,24,26',
  '9 v 9': 'W:W28,29,33,37,39,40,47-49:B2,4,9,11,15,17-19,22',
}

/** Seconds of processor time. */
function browser(fen) {
  const searcher = new Searcher(JSON.stringify({ variant: 'international', fen, moves: [], limits: { kind: 'nodes', nodes: NODES } }))
  const before = process.cpuUsage().user
  while (searcher.result() === undefined) searcher.step(15)
  return (process.cpuUsage().user - before) / 1e6
}

for (const [name, fen] of Object.entries(POSITIONS)) {
  const [there, here] = [browser(fen), native(`analyse --fen ${fen} --nodes ${NODES} --table 16`)]
  const million = (seconds) => (NODES / seconds / 1e6).toFixed(1)
  console.log(`${name}: ${million(there)} million positions a second in WebAssembly, ${million(here)} native: ${(here / there).toFixed(2)}`)
}
