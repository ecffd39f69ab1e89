// The app worker: owns the core with the store, and answers one call after another. Knows nothing of what a call means.
import init, { App } from '#wasm/app'
import { CallFailed } from './client'
import type { ApiError } from './types'
import type { AppReply, AppRequest } from './web'

/** How long a page waits for the one before it (a reload) to let go of the store. */
const PATIENCE = 4000

/** The store lives in one page at a time: the lock is held until this worker ends. */
function lock(): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request('damier-store', { signal: AbortSignal.timeout(PATIENCE) }, () => {
        resolve(true)
        return new Promise(() => undefined)
      })
      .catch(() => resolve(false))
  })
}

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

async function open(): Promise<App> {
  await init()
  // Plain http and private windows have no such storage: the app then plays from memory, and `home` says so.
  const refused = !isSecureContext || !('locks' in navigator) || !('storage' in navigator && 'getDirectory' in navigator.storage)
  if (refused) return App.memory(Date.now())
  if (!(await lock())) {
    const busy: ApiError = { kind: 'busy', message: 'Damier is open in another window of this browser' }
    throw new CallFailed(busy)
  }
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

function opened(): Promise<App> {
  app ??= open().catch((thrown: unknown) => {
    // The next call tries again: the other window may have been closed by then.
    app = undefined
    throw thrown
  })
  return app
}

/** Endgame tables are a megabyte that most visits never need: the first call that does waits for them. */
async function withTables(core: App): Promise<void> {
  const missing = (): CallFailed => new CallFailed({ kind: 'tablesMissing', message: 'the endgame tables could not be fetched' })
  const url = new URL('../../../core/data/endgame/international.bin', import.meta.url)
  const response = await fetch(url).catch(() => Promise.reject(missing()))
  if (!response.ok) throw missing()
  core.handOverTables(new Uint8Array(await response.arrayBuffer()))
}

async function call(name: string, params: string): Promise<string> {
  const core = await opened()
  try {
    return core.call(name, params, Date.now())
  } catch (thrown) {
    if ((thrown as ApiError | undefined)?.kind !== 'tablesMissing') throw thrown
    await withTables(core)
    return core.call(name, params, Date.now())
  }
}

async function answer({ id, name, params, found }: AppRequest): Promise<AppReply> {
  try {
    if (found) (await opened()).handOverSearch(found.wanted, found.result)
    return { id, reply: await call(name, params) }
  } catch (thrown) {
    const wanted = (thrown as ApiError | undefined)?.kind === 'searchWanted' ? (await opened()).wantedSearch() : undefined
    if (wanted !== undefined) return { id, wanted }
    const { kind, message } = CallFailed.from(thrown)
    return { id, error: { kind, message } }
  }
}

addEventListener('message', ({ data }: MessageEvent<AppRequest>) => {
  void answer(data).then((reply) => postMessage(reply))
})
