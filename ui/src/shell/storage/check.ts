// Reads through all that is kept while nobody waits for anything: damage is found before somebody needs what it hit. Knows when to
// pause, not what is read.
import type { Client } from '../../client/client'

/** Milliseconds between two steps, so that whatever else is asked comes first. */
const PAUSE = 60

let begun = false

/** Goes on until everything was read, once a visit. */
export async function check(client: Client): Promise<void> {
  if (begun) return
  begun = true
  try {
    while (!(await client.call('checkStep', {})).done) await new Promise((resolve) => setTimeout(resolve, PAUSE))
  } catch {
    // Damage is told by the note on every page; what else there was may be over at the next start.
  }
}
