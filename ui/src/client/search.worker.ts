// The search worker: runs searches in short slices and reads its messages between them. Knows nothing of the store.
import init, { Searcher } from '#wasm/search'
import { CallFailed, endWhereBroken } from './client'
import { isFile } from './fetching'
import type { SearchParams } from './types'
import type { SearchReply, SearchRequest } from './web'

/** Milliseconds of search between two looks at the messages: a stop is heard within this. */
const SLICE = 15
/** Milliseconds between two reports. */
const REPORT = 100
/** Milliseconds that a search waits for the weights of its game; later ones serve the next search. */
const PATIENCE = 1500

const ready = init()
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

/** Weights on their way, by the name of their file. */
const coming = new Map<string, Promise<void>>()

async function fetchWeights(name: string): Promise<void> {
  const url = new URL(`../../../core/data/weights/${name}.bin`, import.meta.url)
  reply({ wants: url.href })
  const response = await fetch(url)
  if (!isFile(response)) throw new Error(`${name}: ${response.status}`)
  Searcher.handOverWeights(new Uint8Array(await response.arrayBuffer()))
}

/** What the engine has learned of a game comes when the game is first searched. Without it the engine plays all the same, only worse. */
async function withWeights(params: string): Promise<void> {
  const { variant } = JSON.parse(params) as SearchParams
  const name = Searcher.missingWeights(variant)
  if (name === undefined) return
  let weights = coming.get(name)
  if (!weights) {
    // A fetch that failed is tried again by the next search.
    weights = fetchWeights(name)
      .catch(() => undefined)
      .finally(() => coming.delete(name))
    coming.set(name, weights)
  }
  await Promise.race([weights, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

let tables: Promise<void> | undefined

/** Fetches the endgame tables beside a search, which goes on without them; the next one has them. */
function fetchTables(): void {
  const url = new URL('../../../core/data/endgame/international.bin', import.meta.url)
  tables ??= fetch(url)
    .then((response) => (isFile(response) ? response.arrayBuffer() : Promise.reject(new Error(response.statusText))))
    .then((bytes) => Searcher.handOverTables(new Uint8Array(bytes)))
    .catch(() => {
      // The next search tries again: play goes on without them.
      tables = undefined
    })
}

async function search(id: number, params: string): Promise<void> {
  await ready
  await withWeights(params)
  const searcher = new Searcher(params, Date.now())
  if (searcher.wantsTables()) fetchTables()
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
  const { id, params } = data
  search(id, params).catch((thrown: unknown) => {
    endWhereBroken(thrown)
    const { kind, message } = CallFailed.from(thrown)
    reply({ id, error: { kind, message } })
  })
})
