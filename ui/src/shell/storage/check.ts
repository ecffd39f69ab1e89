// All that is kept, read through while nobody waits for anything: damage is found before somebody needs what it hit. Knows not what
// is read.
import type { Client } from '../../client/client'
import { untilDone } from '../../client/idle'

let begun = false

/** Goes on until everything was read, once a visit. */
export async function check(client: Client): Promise<void> {
  if (begun) return
  begun = true
  try {
    await untilDone(client, 'checkStep')
  } catch {
    // Damage is told by the note on every page; what else there was may be over at the next start.
  }
}
