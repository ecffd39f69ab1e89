// The service worker: keeps one build of the app so that it starts without a network. Knows nothing of the pages.
export {}

/** The name of `SHARED` in client/files.ts: a worker of this kind can import nothing. */
const SHARED = 'shared-with-damier'

// Filled in by the build: the files of this build, those of each language, and the hash that names it.
declare const KEPT_FILES: string[]
declare const TEXT_FILES: Record<string, string[]>
declare const BUILD_HASH: string

/** What is kept from its first use on: files that bear their hash in their name. */
const LATER = /\/assets\/[^/]*\.(bin|toml|js)$/

const worker = self as unknown as ServiceWorkerGlobalScope
const cacheName = `damier-${BUILD_HASH}`

worker.addEventListener('install', (event) => {
  // Of the texts those of the visitor's language, chosen as the page does; others are kept from their first use on.
  const spoken = worker.navigator.languages.map((wanted) => wanted.slice(0, 2).toLowerCase()).find((wanted) => wanted in TEXT_FILES)
  const files = KEPT_FILES.concat(TEXT_FILES[spoken ?? 'en'] ?? [])
  event.waitUntil(
    caches.open(cacheName).then((cache) =>
      // Past the HTTP cache, or an old file could be kept under a new build. Those that bear their hash in their name
      // cannot be old: what the page has just loaded is not loaded again.
      cache.addAll(files.map((file) => new Request(file, { cache: file.startsWith('assets/') ? 'default' : 'reload' }))),
    ),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('damier-') && name !== cacheName) await caches.delete(name)
      }
      // The page that installed us goes offline-capable at once, without a reload.
      await worker.clients.claim()
    })(),
  )
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method === 'POST' && new URL(request.url).pathname.endsWith('/share')) event.respondWith(receive(request))
  if (request.method !== 'GET' || new URL(request.url).origin !== worker.location.origin) return
  event.respondWith(
    (async () => {
      const cache = await caches.open(cacheName)
      const kept = await cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true })
      if (kept) return kept
      const response = await fetch(request)
      // Tables, puzzles and texts are kept from their first use on.
      if (response.ok && LATER.test(new URL(request.url).pathname)) await cache.put(request, response.clone())
      return response
    })(),
  )
})

/** Files (or a text) that another app shares: laid aside, and the page opened that takes them. */
async function receive(request: Request): Promise<Response> {
  const form = await request.formData()
  const text = ['text', 'title', 'url'].map((name) => form.get(name)).filter((part) => typeof part === 'string' && part).join('\n')
  const files = form.getAll('games').filter((part) => part instanceof File)
  if (files.length === 0 && text) files.push(new File([text], 'shared.pdn'))
  const aside = await caches.open(SHARED)
  for (const file of files) await aside.put(`./shared/${Date.now()}/${encodeURIComponent(file.name)}`, new Response(file))
  return Response.redirect('./#/library', 303)
}
