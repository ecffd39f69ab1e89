// The app worker: owns the core with the store and runs one call after another. Knows nothing of a call's meaning.
import init, { App } from '#wasm/app'
import { CallFailed, endWhereBroken } from './client'
import { whyNothing } from './fetching'
import { fetchResource } from './resources'
import { onStolen } from './tab-lock'
import type { ApiError } from './types'
import type { AppCall, AppReply, AppRequest } from './web'

/** Longest wait for the store's files, in milliseconds. */
const PATIENCE = 4000

/** Opens the store in the origin's private file system. A page that has just closed may hold the files a little longer than the lock. */
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

/** Passes on the module that the page has compiled, once; undefined makes the worker fetch it. */
let give: (code: WebAssembly.Module | undefined) => void
const given = new Promise<WebAssembly.Module | undefined>((resolve) => (give = resolve))

let module: Promise<unknown> | undefined

/** Loads the core's module. */
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
  // Plain http and private windows have no such storage. The app then plays from memory, and `home` reports it.
  const refused = !isSecureContext || !('locks' in navigator) || !('storage' in navigator && 'getDirectory' in navigator.storage)
  if (refused) return App.memory(Date.now())
  try {
    return await kept()
  } catch (thrown) {
    const { kind } = thrown as ApiError
    // A file that must not be touched is reported. If the browser refuses storage, the app plays from memory.
    if (kind === 'fromNewerApp' || kind === 'damaged' || kind === 'busy') throw thrown
    return App.memory(Date.now())
  }
}

let app: Promise<App> | undefined
let heeds = false

function opened(): Promise<App> {
  // Only the page with the store can lose it; the page that takes it has a worker of its own by then.
  if (!heeds) onStolen(() => void close().then(() => globalThis.close()))
  heeds = true
  app ??= open().catch((thrown: unknown) => {
    // The next call tries again: the other window may be closed by then.
    app = undefined
    throw thrown
  })
  return app
}

async function call(name: string, params: string): Promise<string> {
  const core = await opened()
  // Tables, puzzles and texts are megabytes that most visits never need. The first call that needs one fetches it.
  for (let asked: string | undefined; ;) {
    try {
      return core.call(name, params, Date.now())
    } catch (thrown) {
      const { kind, resource } = thrown as ApiError
      // Asking twice for the same file would loop forever.
      if (kind !== 'missing' || resource === undefined || resource === asked) throw thrown
      core.install(resource, await fetchResource(resource))
      asked = resource
    }
  }
}

/** Reads a damaged file that was set aside. */
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

/** Closes the store after the running calls: another page takes it. The worker gets no calls afterwards. */
async function letGo(): Promise<void> {
  await Promise.all(running)
  ;(await app?.catch(() => undefined))?.free()
  postMessage('closed')
}

/** Closes the store once, whether the page asks or another page takes the store. */
function close(): Promise<void> {
  return (closing ??= letGo())
}

addEventListener('message', ({ data }: MessageEvent<AppRequest>) => {
  if (data === 'close') return void close()
  if ('code' in data) return give(data.code)
  // The page reloads with a new worker.
  if (closing) return
  const answering = answer(data)
  running.add(answering)
  void answering.then((reply) => running.delete(answering) && postMessage(reply))
})
