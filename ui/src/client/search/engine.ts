// Loads the module of the search worker: with threads where the page is isolated and may share memory, else without.
import type { Engine } from '#wasm/search'
import type { HelperStart } from './helper.worker'
import { MOST_THREADS } from './most-threads'

export interface SearchModule {
  Engine: new () => Engine
  /** Packs coded endgame tables, which takes seconds. */
  packTables(bytes: Uint8Array): Uint8Array
  /** The memory that helpers share; undefined without threads. */
  memory?: WebAssembly.Memory
}

/** Bytes of a page of memory. */
const PAGE = 65_536
const START = 16 << 20
/**
 * Sizes of the shared memory in bytes, of which a browser reserves the first that it can. A table of 1 GiB fits into the first, one of 64 MiB
 * into the last.
 */
const SIZES = [1280 << 20, 512 << 20, 160 << 20] as const

/** Bytes of memory that packing tables takes at most. */
export const PACKING = 160 << 20

/** Loads the module with at most this many bytes of memory. */
export async function loadModule(most: number = SIZES[0]): Promise<SearchModule> {
  if (globalThis.crossOriginIsolated) {
    const threaded = await withThreads(most).catch(() => undefined)
    if (threaded) return threaded
  }
  const { default: init, Engine: Alone, packTables } = await import('#wasm/search')
  await init()
  return { Engine: Alone, packTables }
}

function sharedMemory(most: number): WebAssembly.Memory | undefined {
  for (const size of SIZES.filter((one) => one <= most)) {
    try {
      return new WebAssembly.Memory({ initial: START / PAGE, maximum: size / PAGE, shared: true })
    } catch {
      // The browser cannot reserve so much: the next size is smaller.
    }
  }
  return undefined
}

/** Resolves to undefined if there is no shared memory. Rejects if the module cannot be loaded. */
async function withThreads(most: number): Promise<SearchModule | undefined> {
  const memory = sharedMemory(most)
  if (!memory) return undefined
  const { default: init, Engine: Threaded, packTables } = await import('#wasm/threads')
  await init({ memory })
  return { Engine: Threaded, packTables, memory }
}

/** Helpers of a module's searches; without shared memory there are none. */
export class Helpers {
  private count = 0

  constructor(private readonly memory: WebAssembly.Memory | undefined) {}

  /** Starts helpers until there are this many. A search uses those it asks for. */
  add(count: number): void {
    const { memory } = this
    if (!memory) return
    for (; this.count < Math.min(count, MOST_THREADS - 1); this.count++) {
      const helper = new Worker(new URL('./helper.worker.ts', import.meta.url), { type: 'module', name: 'damier-search-helper' })
      // The search goes on without a helper that cannot start.
      helper.addEventListener('error', (event) => event.preventDefault())
      helper.postMessage({ memory } satisfies HelperStart)
    }
  }
}
