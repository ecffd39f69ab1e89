// What of the app lies on this device, for when there is no network, and what is fetched without being asked for. Asks the
// service worker, which keeps it; knows no page.

/** The parts of the app that a first visit does not bring. */
export type Part = 'pages' | 'texts' | 'lessons' | 'puzzles' | 'tables' | 'weights'

/** A file that is kept from its first use on, or fetched before; the build lists them. */
export interface StockFile {
  name: string
  bytes: number
  part: Part
  /** The language or the game it is of. */
  of?: string
}

/** What the service worker answers: what of it is there. */
export type Stocked = StockFile & { kept: boolean }

/** How it ended to keep a file. */
export type Kept = 'kept' | 'full' | 'offline' | 'server' | 'gone'

/** What a page says to the service worker; all but the first are answered. */
export type Wish = 'skipWaiting' | 'stock' | 'shared' | { keep: string }

/** So long nobody has asked anything of the core before something is fetched; milliseconds. */
const QUIET = 60_000
/** Bytes that are fetched without being asked for, at most. */
const AT_MOST = 15_000_000

/** What not every browser tells of the line. */
type Line = Navigator & { connection?: { saveData?: boolean } }

export class Stock {
  /** Null as long as no service worker keeps anything. */
  files: readonly Stocked[] | null = null
  /** Bytes still to come of what is being fetched; null when nothing is. */
  coming: number | null = null
  /** Why the last fetch ended early. */
  failed: Exclude<Kept, 'kept'> | null = null
  /** Weights that were asked for, by their addresses: before the service worker came it did not see them. */
  private readonly used = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  /** What fetches by itself gives way as soon as something is asked. */
  private quiet = false
  private fetching: Promise<void> = Promise.resolve()

  constructor(private readonly changed: () => void) {
    // The first visit's comes late.
    ;(navigator.serviceWorker as ServiceWorkerContainer | undefined)?.addEventListener('controllerchange', () => void this.look())
  }

  /** Nothing is fetched unasked: the visitor pays for it, or wants to save. */
  get saves(): boolean {
    return (navigator as Line).connection?.saveData ?? false
  }

  /** What comes by itself: all but the weights of games that were never played. */
  get own(): readonly Stocked[] {
    return (this.files ?? []).filter((file) => file.part !== 'weights' || file.kept || this.isUsed(file))
  }

  private isUsed({ name }: StockFile): boolean {
    return this.used.has(new URL(name, document.baseURI).href)
  }

  /** The weights of a game were asked for. */
  uses(url: string): void {
    this.used.add(url)
  }

  /** Something was asked of the core: the quiet minute begins anew. */
  heard(): void {
    // Without a service worker nothing is kept, and in Node a timer would keep the program from ending.
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

  /** Fetches all that is not here yet: somebody has asked for it. */
  fetchAll(): Promise<void> {
    this.quiet = false
    return this.fetch(
      () => this.files ?? [],
      Infinity,
      () => true,
    )
  }

  /** One after the other, each when the one before has ended. */
  private fetch(which: () => readonly Stocked[], most: number, goesOn: () => boolean): Promise<void> {
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

  private async bring(missing: readonly Stocked[], most: number, goesOn: () => boolean): Promise<void> {
    let left = most
    this.failed = null
    this.coming = missing.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { name, bytes } of missing) {
      left -= bytes
      if (left < 0 || !goesOn()) break
      this.changed()
      const outcome = await ask<Kept>({ keep: name })
      if (outcome !== 'kept') {
        this.failed = outcome ?? null
        break
      }
      this.coming -= bytes
    }
    this.coming = null
    await this.look()
  }

  /** Looks anew at what is here. */
  async look(): Promise<void> {
    this.files = (await ask<Stocked[]>('stock')) ?? null
    this.changed()
  }
}

/** Asks the service worker that serves this page; nothing where there is none. */
export async function ask<T>(wish: Wish): Promise<T | undefined> {
  const worker = (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller
  if (!worker) return undefined
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<T>) => resolve(data))
    port1.start()
    worker.postMessage(wish, [port2])
  })
}
