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

const TABLES = new URL('../../../core/data/endgame/international.bin', import.meta.url).href
const PUZZLES = import.meta.glob<string>('../../../core/data/puzzles/*.bin', { query: '?url', import: 'default', eager: true })

const TEXTS = import.meta.glob<string>('../../../core/lessons/text/*.toml', { query: '?url', import: 'default', eager: true })

type Missing = 'tablesMissing' | 'puzzlesMissing' | 'textsMissing'

async function fetched(url: string | undefined, kind: Missing): Promise<Uint8Array> {
  const missing = (): CallFailed => new CallFailed({ kind, message: 'a file of the app could not be fetched' })
  if (!url) throw missing()
  const response = await fetch(url).catch(() => Promise.reject(missing()))
  if (!response.ok) throw missing()
  return new Uint8Array(await response.arrayBuffer())
}

/** Tables and puzzles are megabytes that most visits never need: the first call that does waits for them. Whether they came. */
async function hand(core: App, kind: string | undefined, params: string): Promise<boolean> {
  if (kind === 'tablesMissing') {
    core.handOverTables(await fetched(TABLES, kind))
  } else if (kind === 'puzzlesMissing') {
    const { variant } = JSON.parse(params) as { variant: string }
    core.handOverPuzzles(variant, await fetched(PUZZLES[`../../../core/data/puzzles/${variant}.bin`], kind))
  } else {
    return false
  }
  return true
}

const spoken = new Set<string>()

/** The texts of the lessons come when a language is first asked for; one that is not spoken is English. */
async function speak(core: App, params: string): Promise<void> {
  const asked = /"language":"([a-z]{2})/.exec(params)?.[1]
  if (asked === undefined || spoken.has(asked)) return
  const file = (language: string): string | undefined => TEXTS[`../../../core/lessons/text/${language}.toml`]
  const language = file(asked) ? asked : 'en'
  core.handOverTexts(language, new TextDecoder().decode(await fetched(file(language), 'textsMissing')))
  spoken.add(asked)
}

async function call(name: string, params: string): Promise<string> {
  const core = await opened()
  await speak(core, params)
  try {
    return core.call(name, params, Date.now())
  } catch (thrown) {
    if (!(await hand(core, (thrown as ApiError | undefined)?.kind, params))) throw thrown
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
