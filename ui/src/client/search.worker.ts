// The search worker: runs searches in short slices and reads its messages between them. Knows nothing of the store.
import init, { Searcher } from '#wasm/search'
import { CallFailed } from './client'
import type { SearchReply, SearchRequest } from './web'

/** Milliseconds of search between two looks at the messages: a stop is heard within this. */
const SLICE = 15
/** Milliseconds between two reports. */
const REPORT = 100

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

async function search(id: number, params: string): Promise<void> {
  await ready
  const searcher = new Searcher(params, Date.now())
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
    const { kind, message } = CallFailed.from(thrown)
    reply({ id, error: { kind, message } })
  })
})
