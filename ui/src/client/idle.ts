// Runs long background work in small calls.
import type { Client } from './client'

/** Pause between two steps in milliseconds, so that other calls come first. */
const PAUSE = 60

/** Repeats a call until it reports `done`; rejects if a call fails. */
export async function untilDone(client: Client, name: 'indexStep' | 'checkStep'): Promise<void> {
  while (!(await client.call(name, {})).done) await new Promise((resolve) => setTimeout(resolve, PAUSE))
}
