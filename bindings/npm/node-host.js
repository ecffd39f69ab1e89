// What the package finds in a browser, under Node: its workers, which are threads.
import { Worker as Thread } from 'node:worker_threads'

/** What is asked has a number, which its answer bears; what is only told has none. */
const isNumbered = (message) => message.id !== undefined

/** A browser's worker as a thread. It keeps the program from ending only while it is asked something. */
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

  /** Whoever waits for an answer hears that none comes. */
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
// Nothing of what these name in a browser is here, and nothing is used without asking.
globalThis.navigator ??= {}
globalThis.isSecureContext ??= false
