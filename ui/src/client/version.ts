// The version of this page, and how a newer one is noticed and takes over. Knows the service worker, no page.
import { recall, reload } from './reload'

/** Interval between two checks for a newer version while the page stays open, in milliseconds. */
const HOUR = 3_600_000
/** Delay in milliseconds before a first visit registers the service worker: until then the line is free for the first page. */
const LATER = 3000
/** Delay in milliseconds after activation: Safari on iOS may switch versions without `controllerchange`. */
const SILENT = 2000
/** Longest wait in milliseconds for a new version that the old worker holds off. */
const BUSY = 8000
/** Time without requests after which the page counts as loaded, in milliseconds. */
const QUIET = 300
/** Most consecutive starts that activate a waiting version. A busy worker of the old version can hold it off until its page goes. */
const TRIES = 3

/** Name of this version: the file's address contains its hash. */
const here = import.meta.url

export class Version {
  /** A newer version is installed. */
  newer = false
  /** This version cannot go on: its files are gone. */
  over = false
  /** Number of times a newer version was activated and this one still runs. */
  private readonly tries = recall('brought') === here ? (recall('tries') ?? 1) : 0
  private readonly workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  private asking: Promise<boolean> | undefined
  private bringing: Promise<never> | undefined
  /** The newer version could not be installed for lack of room. */
  private stuck = false
  private looked = Date.now()
  private keeping = false

  constructor(
    /** Ends running calls and closes the store, which the next version opens. */
    private readonly close: () => Promise<void>,
    private readonly changed: () => void,
  ) {
    // Plain http has no service worker: the app then needs the network.
    if (this.workers?.controller) this.follow(this.workers).catch(() => undefined)
  }

  /** Called when the first page of a first visit is shown: caches the app from now on. */
  keep(): void {
    const { workers } = this
    if (!workers || workers.controller || this.keeping) return
    this.keeping = true
    setTimeout(() => void this.follow(workers).catch(() => undefined), LATER)
  }

  private async follow(workers: ServiceWorkerContainer): Promise<void> {
    let controlled = workers.controller !== null
    workers.addEventListener('controllerchange', () => {
      // The first controller of a visit is of this version.
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

  /** Activates a waiting version before anything is begun, and reloads. */
  async atStart(): Promise<void> {
    if (!this.workers?.controller || this.tries >= TRIES) return
    const registration = await this.workers.getRegistration()
    if (registration?.waiting) await this.bring()
    // The version was activated while the old one still answered this page.
    else if (this.tries > 0) await this.anew()
  }

  /** Resolves to `true` if a file of this version is missing because a newer version is on the server. */
  isOver(): Promise<boolean> {
    return (this.asking ??= this.ask().finally(() => (this.asking = undefined)))
  }

  private async ask(): Promise<boolean> {
    if (this.over) return true
    // The newer version is this one: the server lacks a file.
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

  /** Ends this version and starts the newer one at the same address. Never resolves. */
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
      // Chromium stops an idle worker at once. A request at this moment starts it again, and the new version keeps waiting.
      await quiet()
      waiting.postMessage('skipWaiting')
      // A reload would give the old worker more work, which holds the new one off.
      await Promise.race([changed, active, new Promise((resolve) => setTimeout(resolve, BUSY))])
    } else if (this.stuck) {
      // The reload then comes from the network.
      await registration?.unregister()
    }
    return this.anew()
  }

  private anew(): Promise<never> {
    reload({ useHere: true, brought: here, tries: this.tries + 1 })
    return new Promise(() => undefined)
  }
}

/** Resolves to `true` once a worker is installed, `false` if it failed. */
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

/** Waits until the page makes no more requests. */
async function quiet(): Promise<void> {
  let before: number
  const fetched = (): number => performance.getEntriesByType('resource').length
  do {
    before = fetched()
    await document.fonts?.ready
    await new Promise((resolve) => setTimeout(resolve, QUIET))
  } while (fetched() !== before)
}
