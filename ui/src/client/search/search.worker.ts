// The search worker: runs searches in short slices and reads its messages in between. Knows no store.
import { CallFailed, endWhereBroken } from '../client'
import { addressOf, fetchResource } from '../resources'
import { Helpers, loadModule } from './engine'
import type { SearchParams } from '../types'
import type { SearchReply, SearchRequest } from '../web'

/** Milliseconds of search between two looks at the messages; the longest delay of a stop. */
const SLICE = 15
/** Milliseconds between two reports. */
const REPORT = 100
/** The end of the names of coded tables, which are packed before they are installed. */
const FIVE = '-5.bin'
/** Longest wait for a game's weights in milliseconds; if they arrive later they serve the next search. */
const PATIENCE = 1500

const loaded = loadModule().then(({ Engine, memory }) => ({ engine: new Engine(), helpers: new Helpers(memory) }))
const engine = loaded.then((from) => from.engine)
let begun = false
engine.then(
  () => (begun = true),
  () => undefined,
)
/** Ids of searches that were stopped before they began. */
const stopped = new Set<number>()

const reply = (message: SearchReply): void => postMessage(message)

/** Yields to waiting messages; a timer would take at least 4 ms. */
const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []
port1.addEventListener('message', () => waiting.shift()?.())
port1.start()
function breathe(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    port2.postMessage(null)
  })
}

/** Files being fetched, by name. */
const coming = new Map<string, Promise<void>>()

/** Fetches a file for the engine, one request at a time. After a failure the next search tries again. */
function install(resource: string): Promise<void> {
  let file = coming.get(resource)
  if (!file) {
    const fetched = fetchResource(resource)
    file = Promise.all([engine, resource.endsWith(FIVE) ? fetched.then(packed) : fetched])
      .then(([searches, bytes]) => searches.install(resource, bytes))
      .catch(() => undefined)
      .finally(() => coming.delete(resource))
    coming.set(resource, file)
  }
  return file
}

/** Packs tables in a worker of their own. Rejects if it is lost or they are damaged. */
function packed(bytes: Uint8Array): Promise<Uint8Array> {
  const packer = new Worker(new URL('./tables.worker.ts', import.meta.url), { type: 'module', name: 'damier-tables' })
  return new Promise<Uint8Array>((resolve, reject) => {
    packer.addEventListener('message', ({ data }: MessageEvent<Uint8Array | null>) =>
      data ? resolve(data) : reject(new Error('damaged tables')),
    )
    packer.addEventListener('error', (event) => {
      event.preventDefault()
      reject(new Error(event.message))
    })
    packer.postMessage(bytes, [bytes.buffer])
  }).finally(() => packer.terminate())
}

/** Fetches the weights of a game before its first search. Without them the engine plays worse. */
async function withWeights(variant: string): Promise<void> {
  const searches = await engine
  const weights = searches.missingWeights(variant)
  const url = weights === undefined ? undefined : addressOf(weights)
  if (weights === undefined || url === undefined) return
  reply({ wants: new URL(url, import.meta.url).href })
  await Promise.race([install(weights), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

/** Starts fetching what a search in this game needs. A new engine has no weights, so they are fetched beside it. */
function prepare(variant: string): void {
  const own = `weights/${variant}.bin`
  if (!begun && addressOf(own) !== undefined) void install(own)
  void withWeights(variant)
}

async function search(id: number, params: string): Promise<void> {
  const { engine: searches, helpers } = await loaded
  const { variant, threads } = JSON.parse(params) as SearchParams
  await withWeights(variant)
  helpers.add((threads ?? 1) - 1)
  const searcher = searches.search(params)
  let over = false
  // The search does not wait for tables: an endless one begins again with them, else the next search has them.
  const fetchTables = async (): Promise<void> => {
    const tables = searcher.missingTables()
    if (tables === undefined) return
    await install(tables)
    // With small tables there, the large ones are of use.
    if (!over && searcher.missingTables() !== tables) await fetchTables()
  }
  void fetchTables()
  try {
    let news: string | undefined
    let told = 0
    for (;;) {
      await breathe()
      if (stopped.has(id)) searcher.stop()
      news = searcher.step(SLICE) ?? news
      const result = searcher.result()
      if (news !== undefined && (result !== undefined || performance.now() - told >= REPORT)) {
        reply({ id, info: JSON.parse(news) })
        news = undefined
        told = performance.now()
      }
      if (result !== undefined) return reply({ id, result: JSON.parse(result) })
    }
  } finally {
    over = true
    stopped.delete(id)
    searcher.free()
  }
}

addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  if ('stop' in data) {
    stopped.add(data.stop)
    return
  }
  if ('prepare' in data) return prepare(data.prepare)
  const { id, params } = data
  search(id, params).catch((thrown: unknown) => {
    endWhereBroken(thrown)
    const { kind, message } = CallFailed.from(thrown)
    reply({ id, error: { kind, message } })
  })
})
