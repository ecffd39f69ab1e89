// Trains and tests the network that reads pictures of diagrams: `node lab/picture.mjs train`, `node lab/picture.mjs figures`. Vite runs the
// TypeScript as it is.
import { runnerImport } from 'vite'

const [command, ...rest] = process.argv.slice(2)
const commands = new URL('commands.ts', import.meta.url).pathname
const { module } = await runnerImport(commands, { configFile: false, logLevel: 'error' })
const run = module[command]
if (typeof run !== 'function') throw new Error(`picture.mjs ${Object.keys(module).join('|')}`)
await run(...rest)
