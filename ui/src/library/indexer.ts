// Works on the position index while nobody waits for anything. Knows when to pause, not what an index is.
import type { Client } from '../client/client'

/** Milliseconds between two steps, so that whatever else is asked comes first. */
const PAUSE = 60

let running = false

/** Goes on until every game is in the index. Searches find the others before, too, only slower. */
export async function index(client: Client): Promise<void> {
  if (running) return
  running = true
  try {
    while (!(await client.call('indexStep', {})).done) await new Promise((resolve) => setTimeout(resolve, PAUSE))
  } catch {
    // The next start tries again: a search does without.
  } finally {
    running = false
  }
}
