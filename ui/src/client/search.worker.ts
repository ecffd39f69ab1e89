// The search worker: runs searches in short slices and reads its messages between them. Knows nothing of the store.
import init, { Engine } from '#wasm/search'
import { CallFailed, endWhereBroken } from './client'
import { addressOf, fetchResource } from './resources'
import type { SearchParams } from './types'
import type { SearchReply, SearchRequest } from './web'

/** Milliseconds of search between two looks at the messages: a stop is heard within this. */
const SLICE = 15
/** Milliseconds between two reports. */
const REPORT = 100
/** Milliseconds that a search waits for the weights of its game; later ones serve the next search. */
const PATIENCE = 1500

const engine = init().then(() => new Engine())
let begun = false
engine.then(
  () => (begun = true),
  () => undefined,
)
/** Searches asked to stop before they were begun are stopped as soon as they are. */
const stopped = new Set<number>()

const reply = (message: SearchReply): void => postMessage(message)

/** Lets the messages that have arrived be read; a timer would wait at least 4 ms each time. */
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

/** Files on their way, by name. */
const coming = new Map<string, Promise<void>>()

/** Fetches a file for the engine, once at a time. One that does not come is fetched again by the next search. */
function install(resource: string): Promise<void> {
  let file = coming.get(resource)
  if (!file) {
    file = Promise.all([engine, fetchResource(resource)])
      .then(([searches, bytes]) => searches.install(resource, bytes))
      .catch(() => undefined)
      .finally(() => coming.delete(resource))
    coming.set(resource, file)
  }
  return file
}

/** The weights of a game come when it is first searched. Without them the engine plays all the same, only worse. */
async function withWeights(variant: string): Promise<void> {
  const searches = await engine
  const weights = searches.missingWeights(variant)
  const url = weights === undefined ? undefined : addressOf(weights)
  if (weights === undefined || url === undefined) return
  reply({ wants: new URL(url, import.meta.url).href })
  await Promise.race([install(weights), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

/** What a search in this game will need is on its way. An engine that has just begun has no weights yet: they come beside it. */
function prepare(variant: string): void {
  const own = `weights/${variant}.bin`
  if (!begun && addressOf(own) !== undefined) void install(own)
  void withWeights(variant)
}

async function search(id: number, params: string): Promise<void> {
  const searches = await engine
  await withWeights((JSON.parse(params) as SearchParams).variant)
  const searcher = searches.search(params)
  // The search goes on without them; the next one has them.
  const tables = searcher.missingTables()
  if (tables !== undefined) void install(tables)
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
