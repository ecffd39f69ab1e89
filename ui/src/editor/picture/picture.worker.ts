// The picture worker: holds one picture, finds the board and reads its squares. Self-contained, including the weights.
import type { Frame } from './frame'
import { findFrame } from './frame'
import { type Weights, unpacked } from './net'
import { type Corners, type Grey, greyOf } from './pixels'
import { type Reading, reading } from './read'
import type { Cell } from './squares'
import inlined from './picture-weights.bin?url&inline'

export type Request =
  | { kind: 'find'; pixels: ArrayBuffer; width: number; height: number; sizes: readonly number[]; plain: boolean }
  | { kind: 'read'; corners: Corners; size: number; cells: readonly Cell[] }
export type Reply = { id: number } & ({ found: Frame | null } | { read: Reading } | { failed: string })

let picture: Grey | undefined
let weights: Weights | undefined

/** Decodes the base64 part of a data URL. */
const unfolded = (): Weights => unpacked(Uint8Array.from(atob(inlined.slice(inlined.indexOf(',') + 1)), (sign) => sign.codePointAt(0) ?? 0))

function answer(request: Request): { found: Frame | null } | { read: Reading } {
  if (request.kind === 'find') {
    picture = greyOf(new Uint8ClampedArray(request.pixels), request.width, request.height)
    return { found: findFrame(picture, request.sizes, request.plain) }
  }
  if (!picture) throw new Error('there is no picture yet')
  weights ??= unfolded()
  return { read: reading(weights, picture, request.corners, request.size, request.cells) }
}

addEventListener('message', ({ data }: MessageEvent<Request & { id: number }>) => {
  let reply: Reply
  try {
    reply = { id: data.id, ...answer(data) }
  } catch (thrown) {
    reply = { id: data.id, failed: String(thrown) }
  }
  postMessage(reply)
})
