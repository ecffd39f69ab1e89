// A thread of the search worker: shares the memory of its module and helps its searches, until that worker ends.
import init, { help } from '#wasm/threads'

/** The one message to a helper. */
export interface HelperStart {
  memory: WebAssembly.Memory
}

addEventListener('message', ({ data }: MessageEvent<HelperStart>) => {
  void init(data).then(help)
})
