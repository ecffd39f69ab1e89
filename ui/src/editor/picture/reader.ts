// Interface to the picture worker, which starts with the first picture and ends with the page.
import type { Corners } from './pixels'
import type { Frame } from './frame'
import type { Reading } from './read'
import type { Reply, Request } from './picture.worker'
import type { Cell } from './squares'

export interface Reader {
  /** Finds a board of one of these sizes and keeps the picture; resolves to `null` if there is none. */
  find(picture: ImageData, sizes: readonly number[], plain: boolean): Promise<Frame | null>
  /** Reads these squares of the board with these corners, in the last picture. */
  read(corners: Corners, size: number, cells: readonly Cell[]): Promise<Reading>
  end(): void
}

export function readerInWorker(): Reader {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (failed: Error) => void }>()

  function drop(why: string): void {
    worker?.terminate()
    worker = undefined
    const lost = [...waiting.values()]
    waiting.clear()
    for (const { reject } of lost) reject(new Error(why))
  }

  function started(): Worker {
    if (worker) return worker
    worker = new Worker(new URL('./picture.worker.ts', import.meta.url), { type: 'module', name: 'damier-picture' })
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      if ('failed' in data) asked?.reject(new Error(data.failed))
      else asked?.resolve(data)
    })
    worker.addEventListener('error', (event) => drop(event.message))
    return worker
  }

  function ask(request: Request, handed: Transferable[] = []): Promise<Reply> {
    const id = ++last
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      started().postMessage({ ...request, id }, handed)
    })
  }

  return {
    async find({ data, width, height }, sizes, plain) {
      const pixels = data.buffer as ArrayBuffer
      const reply = await ask({ kind: 'find', pixels, width, height, sizes, plain }, [pixels])
      return 'found' in reply ? reply.found : null
    },
    async read(corners, size, cells) {
      const reply = await ask({ kind: 'read', corners, size, cells })
      if (!('read' in reply)) throw new Error('another answer than was asked for')
      return reply.read
    },
    end: () => drop('the page was left'),
  }
}
