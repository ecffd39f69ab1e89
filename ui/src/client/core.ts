// The worker with the core. A file of its own, which the built page begins before its other script: the core is the largest
// thing that a first visit waits for. Knows nothing of what is said to it.

function make(): Worker {
  return new Worker(new URL('./app.worker.ts', import.meta.url), { type: 'module', name: 'damier-app' })
}

// Not where others use this module as a library; nor where the service worker has the core at hand: a newer version could not take over
// while it is asked for files.
const served = (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller
let early = import.meta.env.PROD && import.meta.env.MODE === 'web' && !served ? make() : undefined

/** A worker that nobody else has: the one that the page began with, later a new one. */
export function coreWorker(): Worker {
  const worker = early ?? make()
  early = undefined
  return worker
}
