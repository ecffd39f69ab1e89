// The browser modules under Node, with the store in memory.
import { readFileSync } from 'node:fs'
import { bundleOf } from '../../ui/lessons.mjs'

/** Loads a module from `ui/src/wasm`. */
export async function load(module) {
  const folder = new URL(`../../ui/src/wasm/${module}/`, import.meta.url)
  const code = await import(new URL(`damier_${module}.js`, folder))
  const { memory } = await code.default({ module_or_path: readFileSync(new URL(`damier_${module}_bg.wasm`, folder)) })
  return { ...code, memory }
}

export const { App } = await load('app')
export const { Engine } = await load('search')

/** A data file of the app, by its name in the core. */
export function resource(name) {
  const [, track] = /^lessons\/([^/]+)\.json$/.exec(name) ?? []
  if (track) return new TextEncoder().encode(bundleOf(track))
  const path = name.startsWith('lessons/') ? name.replace('/', '/data/') : `data/${name}`
  return readFileSync(new URL(`../../core/${path}`, import.meta.url))
}

export const engine = new Engine()

/** Makes a call as the page does: the search module answers the searches that it wants. */
export function call(app, name, given, now) {
  for (;;) {
    try {
      return app.call(name, given, now)
    } catch (thrown) {
      if (thrown.kind === 'missing') {
        app.install(thrown.resource, resource(thrown.resource))
        continue
      }
      const wanted = thrown.kind === 'searchWanted' ? app.wantedSearch() : undefined
      if (wanted === undefined) throw thrown
      const searcher = engine.search(wanted)
      while (searcher.result() === undefined) searcher.step(15)
      app.provideSearch(wanted, searcher.result())
    }
  }
}
