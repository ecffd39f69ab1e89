// Packs endgame tables for the search worker, which must not wait for it. Answers null if they are damaged.
import { loadModule } from './engine'

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  loadModule()
    .then(({ packTables }) => {
      const packed = packTables(data)
      postMessage(packed, { transfer: [packed.buffer] })
    })
    .catch(() => postMessage(null))
})
