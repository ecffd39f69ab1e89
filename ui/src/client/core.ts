// The worker with the core. A file of its own, which the built page begins before its other script: the core is the largest
// thing that a first visit waits for. Knows nothing of what is said to it.

function make(): Worker {
  return new Worker(new URL('./app.worker.ts', import.meta.url), { type: 'module', name: 'damier-app' })
}

// Not where others use this module as a library.
let early = import.meta.env.PROD && import.meta.env.MODE === 'web' ? make() : undefined

/** A worker that nobody else has: the one that the page began with, later a new one. */
export function coreWorker(): Worker {
  const worker = early ?? make()
  early = undefined
  return worker
}
