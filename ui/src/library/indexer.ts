// Updates the position index while the app is idle.
import type { Client } from '../client/client'
import { untilDone } from '../client/idle'

let running = false

/** Runs until every game is indexed. Searches also find games not yet indexed, only more slowly. */
export async function index(client: Client): Promise<void> {
  if (running) return
  running = true
  try {
    await untilDone(client, 'indexStep')
  } catch {
    // The next start tries again; searches work without the index.
  } finally {
    running = false
  }
}
