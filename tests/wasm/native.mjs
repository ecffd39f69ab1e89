// The native program beside which WebAssembly is measured: `make cli` builds it.
import { spawnSync } from 'node:child_process'

/** Seconds of processor time that it takes for a command. */
export function native(command) {
  const program = new URL('../../target/release/damier', import.meta.url).pathname
  const { stderr } = spawnSync('bash', ['-c', `TIMEFORMAT=%U; time ${program} ${command} >/dev/null`], { encoding: 'utf8' })
  return Number(stderr.trim())
}
