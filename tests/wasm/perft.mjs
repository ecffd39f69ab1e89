// Compares move generation in WebAssembly with the native build by the processor time of perft:
// `make cli && bindings/wasm/build.sh perft && node tests/wasm/perft.mjs`. Takes the best of three alternating runs.
import { readFileSync } from 'node:fs'
import { native } from './native.mjs'

const root = new URL('../../', import.meta.url)
const module = new URL('target/wasm/perft/', root)
const { default: init, perft } = await import(new URL('damier_perft.js', module))
await init({ module_or_path: readFileSync(new URL('damier_perft_bg.wasm', module)) })

const POSITIONS = [
  ['start', 'W:W31-50:B1-20', 9],
  ['Random178', 'B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46', 8],
  ['Woldouby', 'W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38', 14],
]

/** The perft counts up to a depth, and the processor time in seconds. */
function browser(fen, depth) {
  const before = process.cpuUsage().user
  let lines = 0n
  for (let plies = 1; plies <= depth; plies++) lines += perft('international', fen, plies)
  return [Number(lines), (process.cpuUsage().user - before) / 1e6]
}

for (const [name, fen, depth] of POSITIONS) {
  let [lines, there, here] = [0, Infinity, Infinity]
  for (let round = 0; round < 3; round++) {
    const [counted, seconds] = browser(fen, depth)
    ;[lines, there, here] = [counted, Math.min(there, seconds), Math.min(here, native(`perft --fen ${fen} --depth ${depth}`))]
  }
  const million = (seconds) => (lines / seconds / 1e6).toFixed(0)
  console.log(`${name}: ${million(there)} million lines a second in WebAssembly, ${million(here)} native: ${(here / there).toFixed(2)}`)
}
