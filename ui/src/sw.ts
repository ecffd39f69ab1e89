// The service worker: caches one build of the app so that it starts without a network. Files it cannot cache come from the network. Knows
// no page.
import type { KeepOutcome, LaterFile, LaterFileStatus, WorkerRequest } from './client/offline-cache'

/** `SHARED` and `UNKEPT` of client/files.ts: a classic worker can import types only. */
const SHARED = 'shared-with-damier'
const UNKEPT = 'unkept'

/** Most bytes of shared files that wait for the page's question; also a web site can send files here. */
const MOST_SHARED = 64 << 20

/** Shared files that did not fit into the cache. They live as long as this worker; the page asks for them at once. */
let unkept: File[] = []

// Filled in by the build: files cached at install, files cached later, and the hash of the build.
declare const INSTALL_FILES: string[]
declare const LATER_FILES: LaterFile[]
declare const BUILD_HASH: string

const INSTALL = INSTALL_FILES
const LATER = LATER_FILES

const worker = self as unknown as ServiceWorkerGlobalScope

/** Cache of files with fixed names (the page), and cache of files with a hash in their names, shared by builds. */
const PAGES = `damier-${BUILD_HASH}`
const ASSETS = 'damier-assets'
const OF_ASSETS = /\/assets\/[^/]+$/

worker.addEventListener('install', (event) => event.waitUntil(install()))

async function install(): Promise<void> {
  // Texts of the visitor's language, chosen as the page does. Other languages are cached at their first use.
  const texts = LATER.filter(({ part }) => part === 'texts')
  const wanted = worker.navigator.languages.map((language) => language.slice(0, 2).toLowerCase())
  const spoken = wanted.find((language) => texts.some(({ of }) => of === language)) ?? 'en'
  const needed = INSTALL.concat(texts.filter(({ of }) => of === spoken).map(({ name }) => name))
  const pages = await caches.open(PAGES)
  // Bypasses the HTTP cache, which could hold a file of an older build.
  await pages.addAll(needed.filter((name) => !isAsset(name)).map((name) => new Request(name, { cache: 'reload' })))
  const here = await held()
  const assets = await caches.open(ASSETS)
  await assets.addAll(needed.filter((name) => isAsset(name) && !here.has(name)))
  // Files that another build had cached under another hash are cached for this one too: an update removes nothing.
  const before = new Set([...here].map(unhashed))
  const changed = LATER.filter(({ name }) => !here.has(name) && before.has(unhashed(name)))
  if (!saves()) for (const { name } of changed) await keep(name)
}

worker.addEventListener('activate', (event) => event.waitUntil(activate()))

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('damier-') && name !== PAGES && name !== ASSETS) await caches.delete(name)
  }
  const ours = new Set([...INSTALL, ...LATER.map(({ name }) => name)])
  const assets = await caches.open(ASSETS)
  for (const name of await held()) if (!ours.has(name)) await assets.delete(name)
  // The page that installed the worker works offline at once, without a reload.
  await worker.clients.claim()
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && pathname.endsWith('/share')) event.respondWith(receive(request))
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  event.respondWith(
    (async () => {
      // A failing cache counts as an empty one.
      const kept = await found(request).catch(() => undefined)
      if (kept) return isolated(request, kept)
      const response = await fetch(request)
      if (isAsset(pathname) && isFile(response)) {
        const copy = response.clone()
        event.waitUntil(
          caches
            .open(ASSETS)
            .then((assets) => assets.put(request, copy))
            .catch(() => undefined),
        )
      }
      return isolated(request, response)
    })(),
  )
})

/** Adds to a page or worker the headers that let it share memory between threads: a bare file server sends none. */
function isolated(request: Request, response: Response): Response {
  if (!/^(?:document|iframe|worker)$/.test(request.destination) || !response.ok || response.redirected) return response
  const headers = new Headers(response.headers)
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-embedder-policy', 'require-corp')
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}

async function found(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(isAsset(request.url) ? ASSETS : PAGES)
  return cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true })
}

worker.addEventListener('message', (event) => {
  const wish = event.data as WorkerRequest
  if (wish === 'skipWaiting') return void worker.skipWaiting()
  const [port] = event.ports
  if (wish === 'shared') {
    port?.postMessage(unkept)
    unkept = []
    return
  }
  const answer = wish === 'stock' ? laterFiles() : keep(wish.keep)
  event.waitUntil(answer.then((said) => port?.postMessage(said)))
})

async function laterFiles(): Promise<LaterFileStatus[]> {
  const here = await held().catch(() => new Set())
  return LATER.map((file) => ({ ...file, kept: here.has(file.name) }))
}

/** Caches a file. Resolves to the outcome, never rejects. */
async function keep(name: string): Promise<KeepOutcome> {
  const unreached = (): KeepOutcome => (worker.navigator.onLine ? 'server' : 'offline')
  try {
    const assets = await caches.open(ASSETS)
    if (await assets.match(name)) return 'kept'
    const response = await fetch(name).catch(() => undefined)
    if (!response) return unreached()
    if (!isFile(response)) return response.status === 404 || response.ok ? 'gone' : 'server'
    await assets.put(name, response)
    return 'kept'
  } catch (thrown) {
    // The response broke off, or there was no room.
    return (thrown as Error).name === 'TypeError' ? unreached() : 'full'
  }
}

/** Returns the names of the cached files with a hash. */
async function held(): Promise<Set<string>> {
  const requests = await (await caches.open(ASSETS)).keys()
  return new Set(requests.map(({ url }) => `assets/${url.split('/').at(-1)}`))
}

function isAsset(path: string): boolean {
  return OF_ASSETS.test(new URL(path, worker.location.href).pathname)
}

/** Removes the hash of "assets/weights-russian-Ab12Cd34.bin". */
function unhashed(name: string): string {
  return name.replace(/-.{8}(\.\w+)$/, '$1')
}

/** True if a response is the file: some servers answer with their page instead of 404. */
function isFile(response: Response): boolean {
  return response.ok && !response.headers.get('content-type')?.startsWith('text/html')
}

/** True in data-saving mode; some browsers do not report it. */
function saves(): boolean {
  return (worker.navigator as { connection?: { saveData?: boolean } }).connection?.saveData ?? false
}

/** Stores files (or a text) that another app shares, and opens the page that takes them. */
async function receive(request: Request): Promise<Response> {
  const opened = (whole: boolean): Response => Response.redirect(whole ? './#/library' : `./?${UNKEPT}#/library`, 303)
  // On a full disk a browser may fail to read the request; the page reports it.
  const form = await request.formData().catch(() => undefined)
  if (!form) return opened(false)
  const text = ['text', 'title', 'url']
    .map((name) => form.get(name))
    .filter((part) => typeof part === 'string' && part)
    .join('\n')
  const files = form.getAll('games').filter((part) => part instanceof File)
  if (files.length === 0 && text) files.push(new File([text], 'shared.pdn'))
  let room = MOST_SHARED - (await waiting())
  let whole = true
  for (const [index, file] of files.entries()) {
    room -= file.size
    if (room < 0) {
      whole = false
      break
    }
    const name = `./shared/${Date.now()}-${index}/${encodeURIComponent(file.name)}`
    const kept = caches.open(SHARED).then((aside) => aside.put(name, new Response(file)))
    await kept.catch(() => {
      unkept.push(file)
      whole = false
    })
  }
  return opened(whole)
}

/** Returns the number of bytes that wait for the page. */
async function waiting(): Promise<number> {
  let bytes = unkept.reduce((sum, file) => sum + file.size, 0)
  const aside = await caches.open(SHARED).catch(() => undefined)
  for (const request of (await aside?.keys()) ?? []) bytes += (await (await aside?.match(request))?.blob())?.size ?? 0
  return bytes
}
