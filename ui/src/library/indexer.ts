// The position index, brought up to date while nobody waits for anything. Knows not what an index is.
import type { Client } from '../client/client'
import { untilDone } from '../client/idle'

let running = false

/** Goes on until every game is in the index. Searches find the others before, too, only slower. */
export async function index(client: Client): Promise<void> {
  if (running) return
  running = true
  try {
    await untilDone(client, 'indexStep')
  } catch {
    // The next start tries again: a search does without.
  } finally {
    running = false
  }
}
