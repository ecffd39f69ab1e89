// The version of the app that this page is, and the newer one: how it is noticed and how it comes. Knows the service worker, no page.
import { recall, reload } from './reload'

/** Between two looks for a newer version while the page stays open; milliseconds. */
const HOUR = 3_600_000
/** After the first answer of a first visit the app is kept for later: until then all of the line is for what stands on the screen. */
const LATER = 3000
/** Safari on iOS may take a new version on without telling the page; milliseconds after it is active. */
const SILENT = 2000
/** So long a new version is waited for that the old one's work holds off; milliseconds. */
const BUSY = 8000
/** Nothing fetched for so long: the page has what it shows; milliseconds. */
const QUIET = 300
/** Starts on which a newer version that waits is let in. A busy worker of the old one can hold it off for a while, and lets go of it when
 * its page goes. */
const TRIES = 3

/** The name of this version: the file bears its hash. */
const here = import.meta.url

export class Version {
  /** A newer one is here. */
  newer = false
  /** This one can go on no longer: files of it are gone. */
  over = false
  /** How often a newer version was let in, and this one is here all the same. */
  private readonly tries = recall('brought') === here ? (recall('tries') ?? 1) : 0
  private readonly workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  private asking: Promise<boolean> | undefined
  private bringing: Promise<never> | undefined
  /** The newer one could not be installed: no room for it. */
  private stuck = false
  private looked = Date.now()
  private keeping = false

  constructor(
    /** Ends what is running and closes the store: the next version opens it. */
    private readonly close: () => Promise<void>,
    private readonly changed: () => void,
  ) {
    // Plain http has no service worker: the app then simply needs the network.
    if (this.workers?.controller) this.follow(this.workers).catch(() => undefined)
  }

  /** The first page of a first visit stands: the app is kept from now on. */
  keep(): void {
    const { workers } = this
    if (!workers || workers.controller || this.keeping) return
    this.keeping = true
    setTimeout(() => void this.follow(workers).catch(() => undefined), LATER)
  }

  private async follow(workers: ServiceWorkerContainer): Promise<void> {
    let controlled = workers.controller !== null
    workers.addEventListener('controllerchange', () => {
      // The first to come is of this version.
      if (controlled) this.tell(true)
      controlled = true
    })
    const registration = await workers.register('./sw.js')
    const look = async (): Promise<void> => {
      const coming = registration.waiting ?? registration.installing
      if (coming && registration.active && (await installed(coming))) this.tell(this.over)
    }
    registration.addEventListener('updatefound', () => void look())
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - this.looked < HOUR) return
      this.looked = Date.now()
      registration.update().catch(() => undefined)
    })
    await look()
  }

  private tell(over: boolean): void {
    this.newer = true
    this.over = over
    this.changed()
  }

  /** A newer version that waits comes before anything is begun; then the page goes. */
  async atStart(): Promise<void> {
    if (!this.workers?.controller || this.tries >= TRIES) return
    const registration = await this.workers.getRegistration()
    if (registration?.waiting) await this.bring()
    // It was let in while the old one was still answering this page.
    else if (this.tries > 0) await this.anew()
  }

  /** A file of this version is not on the server: whether that is because a newer version is. */
  isOver(): Promise<boolean> {
    return (this.asking ??= this.ask().finally(() => (this.asking = undefined)))
  }

  private async ask(): Promise<boolean> {
    if (this.over) return true
    // Brought already, and it is the same one: the server lacks a file.
    if (this.tries > 0) return false
    const registration = await this.workers?.getRegistration()
    if (registration && !registration.waiting) {
      const updated = await registration.update().catch(() => undefined)
      const coming = registration.installing
      if (!updated || !(coming ?? registration.waiting)) return false
      this.stuck = coming !== null && !(await installed(coming))
    }
    this.tell(true)
    return true
  }

  /** Ends this version and begins the newer one, at the same address. Does not come back. */
  bring(): Promise<never> {
    return (this.bringing ??= this.replace())
  }

  private async replace(): Promise<never> {
    await this.close()
    const registration = await this.workers?.getRegistration()
    if (this.workers && registration?.waiting) {
      const { workers } = this
      const { waiting } = registration
      const changed = new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
      const active = new Promise<void>((resolve) =>
        waiting.addEventListener('statechange', () => (waiting.state === 'activated' ? setTimeout(resolve, SILENT) : undefined)),
      )
      // Chromium ends the old worker as soon as it rests. What this page asks of it just then begins it anew, and the new one waits on.
      await quiet()
      waiting.postMessage('skipWaiting')
      // Beginning anew would give the old worker, which holds the new one off while it works, more to do.
      await Promise.race([changed, active, new Promise((resolve) => setTimeout(resolve, BUSY))])
    } else if (this.stuck) {
      // From the network then.
      await registration?.unregister()
    }
    return this.anew()
  }

  private anew(): Promise<never> {
    reload({ useHere: true, brought: here, tries: this.tries + 1 })
    return new Promise(() => undefined)
  }
}

/** Whether a worker has come as far as that. */
function installed(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (worker.state === 'redundant') resolve(false)
      else if (worker.state !== 'installing') resolve(true)
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/** Waits until the page has fetched what it shows. */
async function quiet(): Promise<void> {
  let before: number
  const fetched = (): number => performance.getEntriesByType('resource').length
  do {
    before = fetched()
    await document.fonts?.ready
    await new Promise((resolve) => setTimeout(resolve, QUIET))
  } while (fetched() !== before)
}
