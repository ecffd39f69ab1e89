// Finds dark outlines that may be the frame of a board: connected regions darker than their surroundings, with four corners.
import { type Corners, type Grey, Sums } from './pixels'

/** Size of the surroundings of a pixel, as a share of the width. */
const SURROUNDINGS = 1 / 16
/** Minimum darkness below the surroundings. */
const DARKER = 0.07
/** Minimum share of the picture for a frame. */
const LEAST_AREA = 0.04
const MOST_FRAMES = 4

/** Quadrilaterals that may be frames, largest first. */
export function frames(grey: Grey): Corners[] {
  const { width, height } = grey
  const sums = new Sums(grey)
  const around = Math.max(6, Math.round(width * SURROUNDINGS))
  const ink = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const mean = sums.mean(x - around, y - around, x + around + 1, y + around + 1)
      if ((grey.data[y * width + x] ?? 0) < mean - DARKER) ink[y * width + x] = 1
    }
  const found: { corners: Corners; area: number }[] = []
  const stack: number[] = []
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] !== 1) continue
    // Extreme points of the region along the diagonals: a board is rotated by less than 45°.
    let [a, b, c, d] = [start, start, start, start]
    const [sum, difference] = [(at: number) => (at % width) + Math.floor(at / width), (at: number) => (at % width) - Math.floor(at / width)]
    stack.push(start)
    ink[start] = 2
    while (stack.length > 0) {
      const at = stack.pop() ?? 0
      if (sum(at) < sum(a)) a = at
      if (difference(at) > difference(b)) b = at
      if (sum(at) > sum(c)) c = at
      if (difference(at) < difference(d)) d = at
      const x = at % width
      for (const [dx, next] of [
        [-1, at - 1],
        [1, at + 1],
        [0, at - width],
        [0, at + width],
      ] as const)
        if (x + dx >= 0 && x + dx < width && ink[next] === 1) {
          ink[next] = 2
          stack.push(next)
        }
    }
    const corners = [a, b, c, d].map((at) => ({ x: (at % width) + 0.5, y: Math.floor(at / width) + 0.5 })) as unknown as Corners
    const area = areaOf(corners)
    if (area > LEAST_AREA * width * height) found.push({ corners, area })
  }
  return found
    .toSorted((one, other) => other.area - one.area)
    .slice(0, MOST_FRAMES)
    .map(({ corners }) => corners)
}

function areaOf(corners: Corners): number {
  return Math.abs(
    corners.reduce((sum, { x, y }, index) => {
      const next = corners[(index + 1) % 4] ?? { x, y }
      return sum + x * next.y - next.x * y
    }, 0) / 2,
  )
}
