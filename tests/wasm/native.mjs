// The native program for comparison with WebAssembly; `make cli` builds it.
import { spawnSync } from 'node:child_process'

const program = new URL('../../target/release/damier', import.meta.url).pathname

/** Processor time of a command; seconds. */
export function native(command) {
  const { stderr } = spawnSync('bash', ['-c', `TIMEFORMAT=%U; time ${program} ${command} >/dev/null`], { encoding: 'utf8' })
  return Number(stderr.trim())
}

/** Positions per second of an analysis, by its own count and clock. */
export function nativeSpeed(command) {
  const { stdout } = spawnSync(program, [...command.split(' '), '--json'], { encoding: 'utf8' })
  const { nodes, millis } = JSON.parse(stdout.trim().split('\n').at(-1))
  return (nodes / millis) * 1000
}
