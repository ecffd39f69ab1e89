// Reads the whole store in the background, so that damage is found early.
import type { Client } from '../../client/client'
import { untilDone } from '../../client/idle'

let begun = false

/** Runs until everything was read, once a visit. */
export async function check(client: Client): Promise<void> {
  if (begun) return
  begun = true
  try {
    await untilDone(client, 'checkStep')
  } catch {
    // The note on every page reports damage; other failures may be gone at the next start.
  }
}
