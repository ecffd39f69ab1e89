// The browser host: the core as WebAssembly in two workers, one with the store and one for searches, loaded at the first search.
import { type Client, type Missing, type SavedBytes, type SavedText, type Tab, type Take, CallFailed } from './client'
import { whyNothing } from './fetching'
import { type Source, SHARED, UNKEPT, sourceOf } from './files'
import { OfflineCache, ask as askWorker } from './offline-cache'
import { TabLock } from './tab-lock'
import type { ApiError, Calls, SearchInfo, SearchParams, SearchResult } from './types'
import { Version } from './version'

/** Message to the app worker. */
export interface AppCall {
  id: number
  name: string
  params: string
  /** The search that this call asked for (`SearchParams` as JSON), and its result. */
  found?: { wanted: string; result: string }
  /** Name of a damaged file to read instead of a call. */
  damaged?: string
}
/** The compiled core, the first message to the worker. */
export interface AppCode {
  code: WebAssembly.Module | undefined
}
export type AppRequest = AppCall | AppCode | 'close'
type Fault = ApiError & { missing?: Missing }
export type AppReply =
  { id: number; file: Blob } | { id: number; reply: string } | { id: number; wanted: string } | { id: number; error: Fault }

/** Message to the search worker. */
export type SearchRequest = { id: number; params: string } | { stop: number } | { prepare: string }
export type SearchReply =
  | { id: number; info: SearchInfo }
  | { id: number; result: SearchResult }
  | { id: number; error: ApiError }
  /** Address of weights that the worker fetches. */
  | { wants: string }

/** A stopped search answers within 20 ms; a worker silent for this many milliseconds is lost. */
const UNRESPONSIVE = 3000

interface Waiting<T> {
  resolve(value: T): void
  reject(error: CallFailed): void
}

interface Searching extends Waiting<SearchResult> {
  onInfo(info: SearchInfo): void
}

let last = 0

/** The core's module, preloaded by the page (`early` in vite.config.ts). If it cannot be loaded, the worker reports why. */
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

/** Terminates a worker: one whose module broke holds the store's files until then. */
function dropApp(message?: string): void {
  app?.terminate()
  app = undefined
  void lose(calls, message)
}

/** The page is about to reload; calls are left to the next page. */
let going = false

function ask(request: Omit<AppCall, 'id'>): Promise<AppReply> {
  const id = ++last
  return new Promise((resolve, reject) => {
    if (going) return
    if (lock && lock.holder !== 'mine') return reject(elsewhere())
    calls.set(id, { resolve, reject })
    appWorker().postMessage({ ...request, id } satisfies AppRequest)
  })
}

function elsewhere(): CallFailed {
  return new CallFailed({ kind: 'busy', message: 'Damier is open in another window of this browser' })
}

/** Ends running calls and closes the store. A worker that does not answer is terminated; the store then rolls back its transaction. */
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
  searcher = new Worker(new URL('./search/search.worker.ts', import.meta.url), { type: 'module', name: 'damier-search' })
  searcher.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => {
    if ('wants' in data) return cache.uses(data.wants)
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

/** Rejects everything that waits for a lost worker. A worker that never started is a file that could not be loaded. */
async function lose<T>(waiting: Map<number, Waiting<T>>, message?: string): Promise<void> {
  const lost = [...waiting.values()]
  waiting.clear()
  if (lost.length === 0) return
  const fault: Fault = { kind: 'internal', message: message ?? 'the worker did not begin' }
  const failed =
    lock?.holder === 'released'
      ? elsewhere()
      : await explained(message === undefined ? { ...fault, missing: { why: await whyNothing() } } : fault)
  for (const one of lost) one.reject(failed)
}

/** Finds out whether a missing file is gone with its version or missing on the server. */
async function explained(fault: Fault): Promise<CallFailed> {
  // The newer version that wrote the store can be installed.
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

// Plain http and private windows store nothing, so there is nothing to lock.
const shares = isSecureContext && 'locks' in navigator && 'BroadcastChannel' in window
const lock = shares ? new TabLock(close, changed) : undefined
const cache = new OfflineCache(changed)
// Only in the app's own pages, not where this module is used as a library.
const version = import.meta.env.PROD && import.meta.env.MODE === 'web' ? new Version(go, changed) : undefined

// On a first visit the core takes longest, so it is loaded before any call. Later visits have it in the cache.
if (version && !(navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller) appWorker()

let begun: Promise<boolean> | undefined

/** Resolves to `true` if this page holds the store. Activates a waiting version first, once. */
async function begin(): Promise<boolean> {
  if (lock && !(await lock.take())) return false
  await (begun ??= version?.atStart().then(() => true) ?? Promise.resolve(true))
  return true
}

const tab: Tab | undefined = version && {
  ...(lock ? { lock } : {}),
  version,
  cache,
  onChange: (listener) => void listeners.push(listener),
}

// A script of the pages or a language's messages could not be loaded.
if (version) {
  addEventListener('vite:preloadError', () => void whyNothing().then((why) => (why === 'gone' ? version.isOver() : false)))
}

/** Calls that begin to fill the store. */
const FILLS: ReadonlySet<keyof Calls> = new Set(['newGame', 'addGame', 'beginImport', 'beginRestore'])

export const client: Client = {
  capabilities: { host: 'browser', saves: 'download' },

  ...(tab ? { tab } : {}),

  async call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
    cache.heard()
    if (!(await begin())) throw elsewhere()
    const given = JSON.stringify(params)
    let reply = await ask({ name, params: given })
    // The module with the store cannot search: the other worker runs the searches that a call asks for.
    while ('wanted' in reply) {
      const { wanted } = reply
      const result = await client.search(JSON.parse(wanted) as SearchParams, () => undefined)
      reply = await ask({ name, params: given, found: { wanted, result: JSON.stringify(result) } })
    }
    if ('error' in reply) throw await explained(reply.error)
    version?.keep()
    if (!('reply' in reply)) throw new CallFailed({ kind: 'internal', message: 'a file came for a call' })
    // Now there is data: asks the browser not to clear it when space is short.
    if (FILLS.has(name)) void navigator.storage?.persist?.()
    return JSON.parse(reply.reply) as Calls[N][1]
  },

  search(params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult> {
    cache.heard()
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
    // Plain http stores nothing: every visit is the first.
    if (!isSecureContext || !('storage' in navigator && 'getDirectory' in navigator.storage)) return true
    try {
      for await (const _ of (await navigator.storage.getDirectory()).keys()) return false
      return true
    } catch {
      return false
    }
  },

  // The line is left to the core until it is loaded.
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

  onOpened(take: Take): void {
    // The system asked the installed app to open files.
    const { launchQueue } = window as LaunchingWindow
    launchQueue?.setConsumer(async ({ files }) => {
      if (files && files.length > 0) await take(await Promise.all(files.map(async (handle) => sourceOf(await handle.getFile()))), [])
    })
    void takeShared(take)
  },
}

/** APIs of installed apps that TypeScript does not know yet. */
type LaunchingWindow = Window & {
  launchQueue?: { setConsumer(consume: (launch: { files?: FileSystemFileHandle[] }) => Promise<void>): void }
}

/** Passes on the files that another app shared and the service worker stored. Each is deleted after `take` has resolved. */
async function takeShared(take: Take): Promise<void> {
  if (!('caches' in window)) return
  const address = new URL(location.href)
  if (address.searchParams.has(UNKEPT)) {
    // Asked once: after a reload the page finds nothing there.
    address.searchParams.delete(UNKEPT)
    history.replaceState(history.state, '', address)
    const held = (await askWorker<File[]>('shared')) ?? []
    await take(held.map(sourceOf), held.length > 0 ? [] : [{ name: '', kind: 'full' }], [], true)
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
  if (files.length > 0) await take(files, [], [], true)
  for (const request of requests) await aside.delete(request)
}
