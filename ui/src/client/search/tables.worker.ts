// Packs endgame tables for the search worker, which must not wait for it. Answers null if they are damaged.
import { PACKING, loadModule } from './engine'

async function pack(bytes: Uint8Array): Promise<void> {
  try {
    const { packTables } = await loadModule(PACKING)
    const packed = packTables(bytes)
    postMessage(packed, { transfer: [packed.buffer] })
  } catch {
    postMessage(null)
  }
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => void pack(data))
