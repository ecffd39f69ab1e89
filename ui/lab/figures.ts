// Measures the reading of pictures: diagrams in unseen styles, photographed, located and read, with a fixed seed.
import type { Corners } from '../src/editor/picture/pixels'
import { writeFileSync } from 'node:fs'
import { findFrame } from '../src/editor/picture/frame'
import type { Weights } from '../src/editor/picture/net'
import { DOUBT, readSquares } from '../src/editor/picture/read'
import { type Photo, photograph } from './photograph'
import { Random } from './random'
import { type Diagram, type Style, randomDiagram } from './style'

export interface Figures {
  diagrams: number
  /** Boards located at the right place and size without help. */
  found: number
  squares: number
  right: number
  /** Diagrams with every square right. */
  whole: number
  /** Squares marked as doubtful, and the wrong ones among them. */
  doubtful: number
  caught: number
  /** Wrong squares by style. */
  wrongIn: Record<string, number>
}

/** Largest error of a located corner, in sides of a square. */
const OFF = 0.35

/** Returns a diagram by its number, and its picture; one in five is a clean scan. */
export async function picture(
  styles: readonly Style[],
  number: number,
  seed: number,
): Promise<{ style: Style; diagram: Diagram; photo: Photo }> {
  const random = new Random(seed * 100_003 + number)
  const style = styles[number % styles.length]
  if (!style) throw new RangeError('no styles')
  const size = style.plain ? 8 : random.of([8, 10, 10, 12])
  const diagram = randomDiagram(random, size, style.plain)
  const photo = await photograph(style, diagram, random, random.chance(0.2) ? 0 : random.between(0.3, 1))
  return { style, diagram, photo }
}

/** Reads diagrams. If a board is not located, its true corners are used, as if dragged there by hand. */
export async function figures(weights: Weights, styles: readonly Style[], count: number, seed: number, keep?: string): Promise<Figures> {
  const sum: Figures = { diagrams: count, found: 0, squares: 0, right: 0, whole: 0, doubtful: 0, caught: 0, wrongIn: {} }
  for (let number = 0; number < count; number++) {
    const { style, diagram, photo } = await picture(styles, number, seed)
    const frame = findFrame(photo.picture, style.plain ? [8] : [8, 10, 12], style.plain)
    const isFound = frame?.size === diagram.size && farOff(frame.corners, photo.corners) < OFF * sideOf(photo.corners, diagram.size)
    if (isFound) sum.found++
    const corners = isFound ? frame.corners : photo.corners
    const seen = readSquares(weights, photo.picture, corners, diagram.size, diagram.cells)
    let wrong = 0
    for (const [index, { kind, sure }] of seen.entries()) {
      const right = kind === diagram.kinds[index]
      if (!right) wrong++
      if (sure < DOUBT) sum.doubtful++
      if (sure < DOUBT && !right) sum.caught++
    }
    sum.squares += seen.length
    sum.right += seen.length - wrong
    if (wrong === 0) sum.whole++
    else sum.wrongIn[style.name] = (sum.wrongIn[style.name] ?? 0) + wrong
    if (keep && (wrong > 0 || !isFound || number < 24))
      writeFileSync(`${keep}/${number}-${style.name}-${isFound ? '' : 'lost-'}${wrong}.jpg`, photo.file)
  }
  return sum
}

const sideOf = ([a, b]: Corners, size: number): number => Math.hypot(b.x - a.x, b.y - a.y) / size

const farOff = (found: Corners, real: Corners): number =>
  Math.max(...found.map(({ x, y }, index) => Math.hypot(x - (real[index]?.x ?? 0), y - (real[index]?.y ?? 0))))
