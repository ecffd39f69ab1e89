// The core under Node, for tests that have to know legal moves, solutions and right answers.
import type { Calls, SearchParams, SearchResult } from '../../ui/src/client/types'
import { App, call, engine } from '../wasm/load.mjs'

export class Core {
  private readonly app = App.memory(Date.now())

  call<N extends keyof Calls>(name: N, params: Calls[N][0]): Calls[N][1] {
    return JSON.parse(call(this.app, name, JSON.stringify(params), Date.now())) as Calls[N][1]
  }
}

/** Runs a search to its end. */
export function search(params: SearchParams): SearchResult {
  const searcher = engine.search(JSON.stringify(params))
  try {
    while (searcher.result() === undefined) searcher.step(15)
    return JSON.parse(searcher.result() ?? '') as SearchResult
  } finally {
    searcher.free()
  }
}
