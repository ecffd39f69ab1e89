// The browser host: the core as WebAssembly in two workers, one with the store, one that searches (loaded when first asked).
import { type Client, type Missing, type OpenFault, type SavedBytes, type SavedText, type Tab, CallFailed } from './client'
import { whyNothing } from './fetching'
import { type Source, SHARED, UNKEPT, sourceOf } from './files'
import { Stock, ask as askWorker } from './stock'
import { Turn } from './turn'
import type { ApiError, Calls, SearchInfo, SearchParams, SearchResult } from './types'
import { Version } from './version'

/** What the page says to the app worker, and what it answers. */
export interface AppCall {
  id: number
  name: string
  params: string
  /** The search that this call wanted when it was made before (`SearchParams` in JSON), and what was found. */
  found?: { wanted: string; result: string }
  /** Not a call: the damaged file of this name is wanted. */
  damaged?: string
}
/** The core's code where the page has it: the first thing that the worker hears. */
export interface AppCode {
  code: WebAssembly.Module | undefined
}
export type AppRequest = AppCall | AppCode | 'close'
type Fault = ApiError & { missing?: Missing }
export type AppReply =
  { id: number; file: Blob } | { id: number; reply: string } | { id: number; wanted: string } | { id: number; error: Fault }

/** What the page says to the search worker, and what it answers. */
export type SearchRequest = { id: number; params: string } | { stop: number } | { prepare: string }
export type SearchReply =
  | { id: number; info: SearchInfo }
  | { id: number; result: SearchResult }
  | { id: number; error: ApiError }
  /** The address of weights that it fetches. */
  | { wants: string }

/** A stopped search answers within a slice of 20 ms; a worker silent for this long is lost. */
const UNRESPONSIVE = 3000

interface Waiting<T> {
  resolve(value: T): void
  reject(error: CallFailed): void
}

interface Searching extends Waiting<SearchResult> {
  onInfo(info: SearchInfo): void
}

let last = 0

/** The core's code, which our own pages ask for before all else (`early` in vite.config.ts). Where it does not come, the worker says why. */
const early = (globalThis.document as Document | undefined)?.querySelector<HTMLLinkElement>('link#core')?.href
const code: Promise<WebAssembly.Module | undefined> = early
  ? WebAssembly.compileStreaming(fetch(early)).catch(() => undefined)
  : Promise.resolve(undefined)

let app: Worker | undefined
const calls = new Map<number, Waiting<AppReply>>()
let closed = (): void => undefined

function appWorker(): Worker {
  if (app) return app
  const worker = new Worker(new URL('./app.worker.ts', import.meta.url), { type: 'module', name: 'damier-app' })
  app = worker
  void code.then((given) => worker.postMessage({ code: given } satisfies AppRequest))
  app.addEventListener('message', ({ data }: MessageEvent<AppReply | 'closed'>) => {
    if (data === 'closed') return closed()
    const waiting = calls.get(data.id)
    calls.delete(data.id)
    waiting?.resolve(data)
  })
  app.addEventListener('error', (event) => dropApp(event.message))
  return app
}

/** A worker whose module broke has the store's files until it is ended. */
function dropApp(message?: string): void {
  app?.terminate()
  app = undefined
  void lose(calls, message)
}

/** The page is about to go: what is asked now is asked again by the next. */
let going = false

function ask(request: Omit<AppCall, 'id'>): Promise<AppReply> {
  const id = ++last
  return new Promise((resolve, reject) => {
    if (going) return
    if (turn && turn.whose !== 'mine') return reject(elsewhere())
    calls.set(id, { resolve, reject })
    appWorker().postMessage({ ...request, id } satisfies AppRequest)
  })
}

function elsewhere(): CallFailed {
  return new CallFailed({ kind: 'busy', message: 'Damier is open in another window of this browser' })
}

/** Ends the running calls and closes the store. A worker that does not answer is ended in the middle: the store undoes what was half done. */
async function close(): Promise<void> {
  const worker = app
  if (worker) {
    await new Promise<void>((resolve) => {
      closed = resolve
      worker.postMessage('close' satisfies AppRequest)
      setTimeout(resolve, UNRESPONSIVE)
    })
    dropApp('')
  }
  dropSearcher('')
}

let searcher: Worker | undefined
const searches = new Map<number, Searching>()

function searchWorker(): Worker {
  if (searcher) return searcher
  searcher = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module', name: 'damier-search' })
  searcher.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => {
    if ('wants' in data) return stock.uses(data.wants)
    const waiting = searches.get(data.id)
    if ('info' in data) return waiting?.onInfo(data.info)
    searches.delete(data.id)
    if ('result' in data) waiting?.resolve(data.result)
    else waiting?.reject(new CallFailed(data.error))
  })
  searcher.addEventListener('error', (event) => dropSearcher(event.message))
  return searcher
}

function dropSearcher(message?: string): void {
  searcher?.terminate()
  searcher = undefined
  void lose(searches, message)
}

/** The worker is gone: nobody may wait for it any longer. One that never began is a file that did not come. */
async function lose<T>(waiting: Map<number, Waiting<T>>, message?: string): Promise<void> {
  const lost = [...waiting.values()]
  waiting.clear()
  if (lost.length === 0) return
  const fault: Fault = { kind: 'internal', message: message ?? 'the worker did not begin' }
  const failed =
    turn?.whose === 'left'
      ? elsewhere()
      : await explained(message === undefined ? { ...fault, missing: { why: await whyNothing() } } : fault)
  for (const one of lost) one.reject(failed)
}

/** A file that is gone from the server is gone with its whole version, or the server lacks it. */
async function explained(fault: Fault): Promise<CallFailed> {
  // The newer version that has written the store is to be had.
  if (fault.kind === 'fromNewerApp') void version?.isOver()
  const lacks = fault.missing?.why === 'gone' && !(await version?.isOver())
  return new CallFailed(lacks ? { ...fault, missing: { ...fault.missing, why: 'server' } } : fault)
}

async function go(): Promise<void> {
  going = true
  await close()
}

const listeners: (() => void)[] = []
const changed = (): void => listeners.forEach((listener) => listener())

// Plain http and private windows keep nothing: there is nothing to take turns at.
const shares = isSecureContext && 'locks' in navigator && 'BroadcastChannel' in window
const turn = shares ? new Turn(close, changed) : undefined
const stock = new Stock(changed)
// The app's own pages, not others that use this module as a library.
const version = import.meta.env.PROD && import.meta.env.MODE === 'web' ? new Version(go, changed) : undefined

// A first visit waits for the core longer than for all else: it is on its way before anything is asked of it. Later ones have it here.
if (version && !(navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller) appWorker()

let begun: Promise<boolean> | undefined

/** Whether this page has the store. What comes before that comes once: a newer version that waits. */
async function begin(): Promise<boolean> {
  if (turn && !(await turn.take())) return false
  await (begun ??= version?.atStart().then(() => true) ?? Promise.resolve(true))
  return true
}

const tab: Tab | undefined = version && {
  ...(turn ? { turn } : {}),
  version,
  stock,
  onChange: (listener) => void listeners.push(listener),
}

// A file of the pages themselves, a language's messages.
if (version) {
  addEventListener('vite:preloadError', () => void whyNothing().then((why) => (why === 'gone' ? version.isOver() : false)))
}

export const client: Client = {
  capabilities: { host: 'browser', saves: 'download' },

  ...(tab ? { tab } : {}),

  async call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
    stock.heard()
    if (!(await begin())) throw elsewhere()
    const given = JSON.stringify(params)
    let reply = await ask({ name, params: given })
    // The module with the store cannot search: what a call wants searched, the other worker finds.
    while ('wanted' in reply) {
      const { wanted } = reply
      const result = await client.search(JSON.parse(wanted) as SearchParams, () => undefined)
      reply = await ask({ name, params: given, found: { wanted, result: JSON.stringify(result) } })
    }
    if ('error' in reply) throw await explained(reply.error)
    version?.keep()
    if (!('reply' in reply)) throw new CallFailed({ kind: 'internal', message: 'a file came for a call' })
    // From now on there is something to keep: the browser is asked not to clear it when it runs short of room.
    if (name === 'newGame') void navigator.storage?.persist?.()
    return JSON.parse(reply.reply) as Calls[N][1]
  },

  search(params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult> {
    stock.heard()
    const id = ++last
    const post = (request: SearchRequest): void => searchWorker().postMessage(request)
    return new Promise((resolve, reject) => {
      searches.set(id, { resolve, reject, onInfo })
      post({ id, params: JSON.stringify(params) })
      const stop = (): void => {
        if (!searches.has(id)) return
        post({ stop: id })
        setTimeout(() => {
          if (searches.has(id)) dropSearcher('the search did not stop')
        }, UNRESPONSIVE)
      }
      if (signal?.aborted) stop()
      signal?.addEventListener('abort', stop, { once: true })
    })
  },

  async isNew(): Promise<boolean> {
    // Plain http keeps nothing: everybody is new there each time.
    if (!isSecureContext || !('storage' in navigator && 'getDirectory' in navigator.storage)) return true
    try {
      for await (const _ of (await navigator.storage.getDirectory()).keys()) return false
      return true
    } catch {
      return false
    }
  },

  // Until the core has come all of the line is for it.
  prepare: (variant) => void code.then(() => searchWorker().postMessage({ prepare: variant } satisfies SearchRequest)),

  async save(file: SavedText | SavedBytes): Promise<string | undefined> {
    const data = 'data' in file ? file.data : new Blob([file.text], { type: 'text/plain;charset=utf-8' })
    const url = URL.createObjectURL(data)
    const link = document.createElement('a')
    link.href = url
    link.download = file.name
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return undefined
  },

  async damagedFile(name: string): Promise<Blob> {
    const reply = await ask({ name: '', params: '', damaged: name })
    if ('error' in reply) throw await explained(reply.error)
    if (!('file' in reply)) throw new CallFailed({ kind: 'internal', message: 'no file came' })
    return reply.file
  },

  onOpened(take: (files: Source[], faults: OpenFault[]) => Promise<void>): void {
    // The installed app, asked by the system to open files.
    const { launchQueue } = window as LaunchingWindow
    launchQueue?.setConsumer(async ({ files }) => {
      if (files && files.length > 0) await take(await Promise.all(files.map(async (handle) => sourceOf(await handle.getFile()))), [])
    })
    void takeShared(take)
  },
}

/** What installed apps get beside a page's own: not in TypeScript's library yet. */
type LaunchingWindow = Window & {
  launchQueue?: { setConsumer(consume: (launch: { files?: FileSystemFileHandle[] }) => Promise<void>): void }
}

/** The files that another app shared; the service worker laid them aside. Each is handed over until it has been taken whole. */
async function takeShared(take: (files: Source[], faults: OpenFault[]) => Promise<void>): Promise<void> {
  if (!('caches' in window)) return
  const address = new URL(location.href)
  if (address.searchParams.has(UNKEPT)) {
    // Asked once: loaded again, the page finds nothing there.
    address.searchParams.delete(UNKEPT)
    history.replaceState(history.state, '', address)
    const held = (await askWorker<File[]>('shared')) ?? []
    await take(held.map(sourceOf), held.length > 0 ? [] : [{ name: '', kind: 'full' }])
  }
  const aside = await caches.open(SHARED)
  const files: Source[] = []
  const requests = await aside.keys()
  for (const request of requests) {
    const response = await aside.match(request)
    if (!response) continue
    const name = decodeURIComponent(request.url.split('/').at(-1) ?? 'shared.pdn')
    files.push(sourceOf(new File([await response.blob()], name)))
  }
  if (files.length > 0) await take(files, [])
  for (const request of requests) await aside.delete(request)
}
