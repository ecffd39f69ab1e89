// Loads the engine of the search worker: with threads where the page is isolated and may share memory, else without.
import type { Engine } from '#wasm/search'
import type { HelperStart } from './helper.worker'

export interface LoadedEngine {
  engine: Engine
  /** Starts helpers until there are this many. A search uses those it asks for. */
  addHelpers(count: number): void
}

/** Most helpers of a search. */
const MOST = 15

/** Bytes of a page of memory. */
const PAGE = 65_536
const START = 16 << 20
/**
 * Sizes of the shared memory in bytes, of which a browser reserves the first that it can. A table of 1 GiB fits into the first, one of 64 MiB
 * into the last.
 */
const SIZES = [1280 << 20, 512 << 20, 160 << 20]

export async function loadEngine(): Promise<LoadedEngine> {
  if (globalThis.crossOriginIsolated) {
    const threaded = await withThreads().catch(() => undefined)
    if (threaded) return threaded
  }
  const { default: init, Engine: Alone } = await import('#wasm/search')
  await init()
  return { engine: new Alone(), addHelpers: () => undefined }
}

function sharedMemory(): WebAssembly.Memory | undefined {
  for (const size of SIZES) {
    try {
      return new WebAssembly.Memory({ initial: START / PAGE, maximum: size / PAGE, shared: true })
    } catch {
      // The browser cannot reserve so much: the next size is smaller.
    }
  }
  return undefined
}

/** Resolves to undefined if there is no shared memory. Rejects if the module cannot be loaded. */
async function withThreads(): Promise<LoadedEngine | undefined> {
  const memory = sharedMemory()
  if (!memory) return undefined
  const { default: init, Engine: Threaded } = await import('#wasm/threads')
  await init({ memory })
  let helpers = 0
  return {
    engine: new Threaded(),
    addHelpers(count) {
      for (; helpers < Math.min(count, MOST); helpers++) {
        const helper = new Worker(new URL('./helper.worker.ts', import.meta.url), { type: 'module', name: 'damier-search-helper' })
        // The search goes on without a helper that cannot start.
        helper.addEventListener('error', (event) => event.preventDefault())
        helper.postMessage({ memory } satisfies HelperStart)
      }
    },
  }
}
