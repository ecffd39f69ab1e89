// Loops of calls that go on while nobody waits for anything. Knows when to pause, not what is done.
import type { Client } from './client'

/** Milliseconds between two steps, so that whatever else is asked comes first. */
const PAUSE = 60

/** Calls it until it is done; rejects where one of the calls fails. */
export async function untilDone(client: Client, name: 'indexStep' | 'checkStep'): Promise<void> {
  while (!(await client.call(name, {})).done) await new Promise((resolve) => setTimeout(resolve, PAUSE))
}
