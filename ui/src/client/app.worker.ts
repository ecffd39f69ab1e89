// The app worker: owns the core with the store, and answers one call after another. Knows nothing of what a call means.
import init, { App } from '#wasm/app'
import { CallFailed, endWhereBroken } from './client'
import { whyNothing } from './fetching'
import { fetchResource } from './resources'
import { onTaken } from './turn'
import type { ApiError } from './types'
import type { AppCall, AppReply, AppRequest } from './web'

/** How long the store's files are waited for; milliseconds. */
const PATIENCE = 4000

/** The store in the private file system. A page that has just gone may hold its files a moment longer than its lock. */
async function kept(): Promise<App> {
  const until = Date.now() + PATIENCE
  for (;;) {
    try {
      return await App.kept(Date.now())
    } catch (thrown) {
      const busy = (thrown as ApiError | undefined)?.kind === 'busy'
      if (!busy || Date.now() > until) throw thrown
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

/** What the page has of the core's code, told once: nothing where it is fetched here. */
let give: (code: WebAssembly.Module | undefined) => void
const given = new Promise<WebAssembly.Module | undefined>((resolve) => (give = resolve))

let module: Promise<unknown> | undefined

/** The core's code. */
function loaded(): Promise<unknown> {
  return (module ??= given
    .then((code) => init(code && { module_or_path: code }))
    .catch(async (thrown: unknown) => {
      module = undefined
      throw new CallFailed({ kind: 'internal', message: String(thrown), missing: { why: await whyNothing() } })
    }))
}
loaded().catch(() => undefined)

async function open(): Promise<App> {
  await loaded()
  // Plain http and private windows have no such storage: the app then plays from memory, and `home` says so.
  const refused = !isSecureContext || !('locks' in navigator) || !('storage' in navigator && 'getDirectory' in navigator.storage)
  if (refused) return App.memory(Date.now())
  try {
    return await kept()
  } catch (thrown) {
    const { kind } = thrown as ApiError
    // A file we must not touch is told; a browser that refuses storage is played around.
    if (kind === 'fromNewerApp' || kind === 'damaged' || kind === 'busy') throw thrown
    return App.memory(Date.now())
  }
}

let app: Promise<App> | undefined
let heeds = false

function opened(): Promise<App> {
  // Only who has the store can lose it: the page that takes it has a worker too by then.
  if (!heeds) onTaken(() => void close().then(() => globalThis.close()))
  heeds = true
  app ??= open().catch((thrown: unknown) => {
    // The next call tries again: the other window may have been closed by then.
    app = undefined
    throw thrown
  })
  return app
}

async function call(name: string, params: string): Promise<string> {
  const core = await opened()
  // Tables, puzzles and texts are megabytes that most visits never need: the first call that does waits for them.
  for (let asked: string | undefined; ;) {
    try {
      return core.call(name, params, Date.now())
    } catch (thrown) {
      const { kind, resource } = thrown as ApiError
      // The same file asked for twice would be asked for without end.
      if (kind !== 'missing' || resource === undefined || resource === asked) throw thrown
      core.install(resource, await fetchResource(resource))
      asked = resource
    }
  }
}

/** A damaged file that was set aside, as it is. */
async function damagedFile(name: string): Promise<Blob> {
  const PIECE = 1 << 20
  await opened()
  const pieces: BlobPart[] = []
  for (let from = 0; ; from += PIECE) {
    const piece = await App.damagedFile(name, from, PIECE)
    pieces.push(new Uint8Array(piece))
    if (piece.length < PIECE) return new Blob(pieces, { type: 'application/vnd.sqlite3' })
  }
}

async function answer({ id, name, params, found, damaged }: AppCall): Promise<AppReply> {
  try {
    if (damaged !== undefined) return { id, file: await damagedFile(damaged) }
    if (found) (await opened()).provideSearch(found.wanted, found.result)
    return { id, reply: await call(name, params) }
  } catch (thrown) {
    endWhereBroken(thrown)
    const wanted = (thrown as ApiError | undefined)?.kind === 'searchWanted' ? (await opened()).wantedSearch() : undefined
    if (wanted !== undefined) return { id, wanted }
    const { kind, message, about, missing } = CallFailed.from(thrown)
    return { id, error: { kind, message, about, ...(missing ? { missing } : {}) } }
  }
}

const running = new Set<Promise<AppReply>>()

let closing: Promise<void> | undefined

/** Closes the store once the running calls have ended: another page takes it. Nothing is asked of this worker after that. */
async function letGo(): Promise<void> {
  await Promise.all(running)
  ;(await app?.catch(() => undefined))?.free()
  postMessage('closed')
}

/** The same, once: both may ask for it, the page and whoever takes the store from it. */
function close(): Promise<void> {
  return (closing ??= letGo())
}

addEventListener('message', ({ data }: MessageEvent<AppRequest>) => {
  if (data === 'close') return void close()
  if ('code' in data) return give(data.code)
  // The page begins anew with a worker of its own.
  if (closing) return
  const answering = answer(data)
  running.add(answering)
  void answering.then((reply) => running.delete(answering) && postMessage(reply))
})
