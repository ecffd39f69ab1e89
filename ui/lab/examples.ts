// Training examples: squares of photographed diagrams in random styles, with their pieces.
import type { Corners } from '../src/editor/picture/pixels'
import { KINDS } from '../src/editor/picture/net'
import { SIDE, squaresOf } from '../src/editor/picture/squares'
import { photograph } from './photograph'
import { Random } from './random'
import { randomDiagram } from './style'
import { randomStyle } from './styles'

/** One diagram: the shades of its squares as bytes, and the kind of each square. */
export interface Example {
  readonly squares: Uint8Array
  readonly kinds: Uint8Array
}

/** Converts a byte of an example to a shade. */
export const shadeOf = (byte: number): number => (byte / 255) * 1.6 - 0.3
const byteOf = (shade: number): number => Math.round(((shade + 0.3) / 1.6) * 255)

/** Largest picture in pixels; larger ones add nothing. */
const LONGEST = 760

/** Returns the example of a seed. */
export async function example(seed: number): Promise<Example> {
  const random = new Random(seed)
  const plain = random.chance(0.06)
  const size = plain ? 8 : random.of([8, 8, 10, 10, 10, 10, 12])
  const diagram = randomDiagram(random, size, plain)
  const { picture, corners } = await photograph(
    randomStyle(random, plain),
    diagram,
    random,
    random.chance(0.2) ? 0 : random.next(),
    LONGEST,
  )
  const cell = Math.hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y) / size
  // The detected frame is never exact.
  const off = cell * random.between(0, 0.1)
  const found = corners.map(({ x, y }) => ({ x: x + off * random.normal(), y: y + off * random.normal() })) as unknown as Corners
  const squares = Uint8Array.from(squaresOf(picture, found, size, diagram.cells), byteOf)
  return { squares, kinds: Uint8Array.from(diagram.kinds, (kind) => KINDS.indexOf(kind)) }
}

/** Serialises examples: number of squares, kinds, shades. */
export function packed(examples: readonly Example[]): Uint8Array {
  const parts = examples.flatMap(({ squares, kinds }) => [Uint8Array.of(kinds.length), kinds, squares])
  return Buffer.concat(parts)
}

export function read(bytes: Uint8Array): Example[] {
  const found: Example[] = []
  for (let at = 0; at < bytes.length;) {
    const count = bytes[at] ?? 0
    const [kindsEnd, end] = [at + 1 + count, at + 1 + count + count * SIDE * SIDE]
    found.push({ kinds: bytes.subarray(at + 1, kindsEnd), squares: bytes.subarray(kindsEnd, end) })
    at = end
  }
  return found
}
