// The offline cache: which later files are on this device, and which are fetched in quiet minutes. Asks the service worker, which keeps
// them.

/** Kinds of files that a first visit does not fetch. */
export type LaterPart = 'texts' | 'lessons' | 'puzzles' | 'tables' | 'engine' | 'weights' | 'endings'

/** A file that is cached at its first use or fetched in advance. The build writes the list. */
export interface LaterFile {
  name: string
  bytes: number
  part: LaterPart
  /** Language or game of the file. */
  of?: string
}

/** A file, and `true` if it is cached. */
export type LaterFileStatus = LaterFile & { kept: boolean }

/** Outcome of caching a file. */
export type KeepOutcome = 'kept' | 'full' | 'offline' | 'server' | 'gone'

/** Message from a page to the service worker; all but the first are answered. */
export type WorkerRequest = 'skipWaiting' | 'stock' | 'shared' | { keep: string }

/** Quiet time without calls before files are fetched, in milliseconds. */
const QUIET = 60_000
/** Most bytes fetched in one quiet period. */
const AT_MOST = 15_000_000

/** Network information, which some browsers lack. */
type Line = Navigator & { connection?: { saveData?: boolean } }

export class OfflineCache {
  /** Null without a service worker. */
  files: readonly LaterFileStatus[] | null = null
  /** Bytes left of the current fetch; null if none runs. */
  coming: number | null = null
  /** Reason why the last fetch ended early. */
  failed: Exclude<KeepOutcome, 'kept'> | null = null
  /** Addresses of weights in use: the service worker misses requests from before it took control. */
  private readonly used = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  /** True while a background fetch may go on; a call ends it. */
  private quiet = false
  private fetching: Promise<void> = Promise.resolve()

  constructor(private readonly changed: () => void) {
    // On a first visit the service worker takes control late.
    ;(navigator.serviceWorker as ServiceWorkerContainer | undefined)?.addEventListener('controllerchange', () => void this.look())
  }

  /** True in data-saving mode: nothing is fetched in the background. */
  get saves(): boolean {
    return (navigator as Line).connection?.saveData ?? false
  }

  /** Files to fetch in the background: all but weights and large tables of games that were never played. */
  get own(): readonly LaterFileStatus[] {
    const waits = ({ part }: LaterFile): boolean => part === 'weights' || part === 'endings'
    return (this.files ?? []).filter((file) => !waits(file) || file.kept || this.isUsed(file))
  }

  private isUsed({ name }: LaterFile): boolean {
    return this.used.has(new URL(name, document.baseURI).href)
  }

  /** Notes that the weights at this address are in use. */
  uses(url: string): void {
    this.used.add(url)
  }

  /** Restarts the quiet time after a call. */
  heard(): void {
    // Without a service worker nothing is cached. In Node a timer would keep the process alive.
    if (!navigator.serviceWorker) return
    this.quiet = false
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.fetchQuietly(), QUIET)
  }

  private async fetchQuietly(): Promise<void> {
    if (this.saves) return
    this.quiet = true
    await this.fetch(
      () => this.own,
      AT_MOST,
      () => this.quiet,
    )
  }

  /** Fetches every missing file, on the user's request. */
  fetchAll(): Promise<void> {
    this.quiet = false
    return this.fetch(
      () => this.files ?? [],
      Infinity,
      () => true,
    )
  }

  /** Queues a fetch after the running one. */
  private fetch(which: () => readonly LaterFileStatus[], most: number, goesOn: () => boolean): Promise<void> {
    const before = this.fetching
    const run = async (): Promise<void> => {
      await before
      await this.look()
      await this.bring(
        which().filter((file) => !file.kept),
        most,
        goesOn,
      )
    }
    return (this.fetching = run())
  }

  private async bring(missing: readonly LaterFileStatus[], most: number, goesOn: () => boolean): Promise<void> {
    let left = most
    this.failed = null
    this.coming = missing.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { name, bytes } of missing) {
      left -= bytes
      if (left < 0 || !goesOn()) break
      this.changed()
      const outcome = await ask<KeepOutcome>({ keep: name })
      if (outcome !== 'kept') {
        this.failed = outcome ?? null
        break
      }
      this.coming -= bytes
    }
    this.coming = null
    await this.look()
  }

  /** Refreshes the list. */
  async look(): Promise<void> {
    const files = await ask<LaterFileStatus[]>('stock')
    // An isolated page uses the engine with threads, which is cached at install.
    this.files = files?.filter(({ part }) => part !== 'engine' || !globalThis.crossOriginIsolated) ?? null
    this.changed()
  }
}

/** Asks the service worker of this page; resolves to undefined without one. */
export async function ask<T>(wish: WorkerRequest): Promise<T | undefined> {
  const worker = (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<T>) => resolve(data))
    port1.start()
    worker.postMessage(wish, [port2])
  })
}
