// The browser host: the core as WebAssembly in two workers, one with the store, one that searches (loaded when first asked).
import { type Client, type SavedBytes, type SavedText, CallFailed } from './client'
import { type Source, SHARED, sourceOf } from './files'
import type { ApiError, Calls, SearchInfo, SearchParams, SearchResult } from './types'

/** What the page says to the app worker, and what it answers. */
export interface AppRequest {
  id: number
  name: string
  params: string
  /** The search that this call wanted when it was made before (`SearchParams` in JSON), and what was found. */
  found?: { wanted: string; result: string }
}
export type AppReply = { id: number; reply: string } | { id: number; wanted: string } | { id: number; error: ApiError }

/** What the page says to the search worker, and what it answers. */
export type SearchRequest = { id: number; params: string } | { stop: number }
export type SearchReply =
  | { id: number; info: SearchInfo }
  | { id: number; result: SearchResult }
  | { id: number; error: ApiError }

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

let app: Worker | undefined
const calls = new Map<number, Waiting<AppReply>>()

function appWorker(): Worker {
  if (app) return app
  app = new Worker(new URL('./app.worker.ts', import.meta.url), { type: 'module', name: 'damier-app' })
  app.addEventListener('message', ({ data }: MessageEvent<AppReply>) => {
    const waiting = calls.get(data.id)
    calls.delete(data.id)
    waiting?.resolve(data)
  })
  app.addEventListener('error', (event) => {
    app = undefined
    lose(calls, event.message)
  })
  return app
}

function ask(request: Omit<AppRequest, 'id'>): Promise<AppReply> {
  const id = ++last
  return new Promise((resolve, reject) => {
    calls.set(id, { resolve, reject })
    appWorker().postMessage({ ...request, id } satisfies AppRequest)
  })
}

let searcher: Worker | undefined
const searches = new Map<number, Searching>()

function searchWorker(): Worker {
  if (searcher) return searcher
  searcher = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module', name: 'damier-search' })
  searcher.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => {
    const waiting = searches.get(data.id)
    if ('info' in data) return waiting?.onInfo(data.info)
    searches.delete(data.id)
    if ('result' in data) waiting?.resolve(data.result)
    else waiting?.reject(new CallFailed(data.error))
  })
  searcher.addEventListener('error', (event) => dropSearcher(event.message))
  return searcher
}

function dropSearcher(message: string): void {
  searcher?.terminate()
  searcher = undefined
  lose(searches, message)
}

/** The worker is gone: nobody may wait for it any longer. */
function lose<T>(waiting: Map<number, Waiting<T>>, message: string): void {
  const lost = [...waiting.values()]
  waiting.clear()
  for (const one of lost) one.reject(new CallFailed({ kind: 'internal', message: message || 'the worker failed' }))
}

export const client: Client = {
  capabilities: { host: 'browser', saves: 'download' },

  async call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
    const given = JSON.stringify(params)
    let reply = await ask({ name, params: given })
    // The module with the store cannot search: what a call wants searched, the other worker finds.
    while ('wanted' in reply) {
      const { wanted } = reply
      const result = await client.search(JSON.parse(wanted) as SearchParams, () => undefined)
      reply = await ask({ name, params: given, found: { wanted, result: JSON.stringify(result) } })
    }
    if ('error' in reply) throw new CallFailed(reply.error)
    // From now on there is something to keep: the browser is asked not to clear it when it runs short of room.
    if (name === 'newGame') void navigator.storage?.persist?.()
    return JSON.parse(reply.reply) as Calls[N][1]
  },

  search(params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult> {
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

  onOpened(take: (files: Source[]) => void): void {
    // The installed app, asked by the system to open files.
    const { launchQueue } = window as LaunchingWindow
    launchQueue?.setConsumer(async ({ files }) => {
      if (files && files.length > 0) take(await Promise.all(files.map(async (handle) => sourceOf(await handle.getFile()))))
    })
    void takeShared(take)
  },
}

/** What installed apps get beside a page's own: not in TypeScript's library yet. */
type LaunchingWindow = Window & {
  launchQueue?: { setConsumer(consume: (launch: { files?: FileSystemFileHandle[] }) => Promise<void>): void }
}

/** The files that another app shared; the service worker laid them aside. Each is handed over once. */
async function takeShared(take: (files: Source[]) => void): Promise<void> {
  if (!('caches' in window)) return
  const aside = await caches.open(SHARED)
  const files: Source[] = []
  for (const request of await aside.keys()) {
    const response = await aside.match(request)
    if (response) {
      const name = decodeURIComponent(request.url.split('/').at(-1) ?? 'shared.pdn')
      files.push(sourceOf(new File([await response.blob()], name)))
    }
    await aside.delete(request)
  }
  if (files.length > 0) take(files)
}

// The app's own pages, not others that use this module as a library.
if (import.meta.env.PROD && import.meta.env.MODE === 'web' && 'serviceWorker' in navigator) {
  // Plain http has no service worker: the app then simply needs the network.
  navigator.serviceWorker.register('./sw.js').catch(() => undefined)
}
