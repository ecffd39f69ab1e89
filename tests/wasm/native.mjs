// The native program for comparison with WebAssembly; `make cli` builds it.
import { spawnSync } from 'node:child_process'

/** Processor time of a command; seconds. */
export function native(command) {
  const program = new URL('../../target/release/damier', import.meta.url).pathname
  const { stderr } = spawnSync('bash', ['-c', `TIMEFORMAT=%U; time ${program} ${command} >/dev/null`], { encoding: 'utf8' })
  return Number(stderr.trim())
}
