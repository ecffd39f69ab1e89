// Measures a start of the window: milliseconds from process start to first paint, and memory with the web view's processes
// (proportional, in MB). Median of five starts with a new home: `npm run --silent figures`, after `make package`.
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../paths/places.mjs'
import { open, processes, screen } from './webdriver.mjs'

const binary = process.env.DAMIER_APP ?? fileURLToPath(new URL('../../target/release/damier-app', import.meta.url))

/** Start time of a process in milliseconds since 1970, to a hundredth of a second. */
function begun(pid) {
  const uptime = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0])
  const ticks = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[19])
  return Date.now() - uptime * 1000 + ticks * 10
}

/** Proportional memory of the program's processes on this display. */
function memory(display) {
  const sizes = readdirSync('/proc').map((pid) => {
    try {
      const ours = /damier-app|WebKit(Web|Network)Process/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0])
      if (!ours || !readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DISPLAY=${display}\0`)) return 0
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1])
    } catch {
      return 0
    }
  })
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

async function start() {
  const x = await screen()
  const page = await open(binary, x.env)
  try {
    const paint = await until('the first paint', () =>
      page.run('() => { const [first] = performance.getEntriesByType("paint"); return first && performance.timeOrigin + first.startTime }'),
    )
    const [pid] = processes(binary, x.env.DISPLAY)
    const took = paint - begun(pid)
    await sleep(3000)
    return { took, size: memory(x.env.DISPLAY) }
  } finally {
    await page.close()
    await x.close()
  }
}

const runs = []
for (let run = 0; run < 5; run++) runs.push(await start())
const median = (of) => Math.round(runs.map(of).toSorted((a, b) => a - b)[2])
console.log(`first paint after ${median(({ took }) => took)} ms, ${median(({ size }) => size)} MB`)
