// Browser features that the package needs, under Node: workers as threads.
import { Worker as Thread } from 'node:worker_threads'

/** A request has a number that its answer repeats; other messages have none. */
const isNumbered = (message) => message.id !== undefined

/** A browser's worker as a thread. It keeps the program alive only during a request. */
class ThreadWorker extends EventTarget {
  #thread
  #asked = 0

  constructor(url, { name }) {
    super()
    this.#thread = new Thread(new URL('./node-worker.js', import.meta.url), { workerData: String(url), name })
    this.#thread.unref()
    this.#thread.on('message', (data) => {
      if (isNumbered(data) && !('info' in data) && --this.#asked === 0) this.#thread.unref()
      this.dispatchEvent(new MessageEvent('message', { data }))
    })
    this.#thread.on('error', ({ message }) => this.#lose(message))
    this.#thread.on('exit', () => this.#lose('the worker ended'))
  }

  /** Rejects all open requests. */
  #lose(message) {
    if (this.#asked === 0) return
    this.#asked = 0
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }

  postMessage(message) {
    if (isNumbered(message) && this.#asked++ === 0) this.#thread.ref()
    this.#thread.postMessage(message)
  }

  terminate() {
    void this.#thread.terminate()
  }
}

globalThis.Worker ??= ThreadWorker
// Browser globals that the package names. None is used without a check.
globalThis.navigator ??= {}
globalThis.isSecureContext ??= false
