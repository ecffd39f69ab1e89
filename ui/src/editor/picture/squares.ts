// The squares of a board in a picture, rectified, scaled and corrected for lighting: the input of the network.
import { type Corners, type Homography, type Grey, accumulate, homographyOf, project, shadeAt, scaledDown, solve } from './pixels'
import { unit } from './frame'

/** Side of a square in pixels, as the network sees it. */
export const SIDE = 20
/** Margin of neighbouring squares included, as a share of the side. */
const BEYOND = 0.06
/** Samples per pixel, along each axis. */
const FINER = 2

/** Column and row of a square, from the upper left of the picture. */
export type Cell = readonly [column: number, row: number]

/** Pixels of the squares in the order of `cells`, each row by row; about 0 is the darkest of the board and 1 the lightest. */
export function squaresOf(picture: Grey, corners: Corners, size: number, cells: readonly Cell[]): Float32Array {
  // Samples must not skip pixels of the picture.
  const long = Math.hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y) / size
  const by = Math.max(1, Math.floor(long / (1.6 * SIDE)))
  const grey = scaledDown(picture, Math.ceil(Math.max(picture.width, picture.height) / by))
  const scale = grey.width / picture.width
  const homography = homographyOf(
    unit(size),
    corners.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
  )
  if (!homography) return new Float32Array(cells.length * SIDE * SIDE)
  const light = lightOf(grey, homography, size, cells)
  const data = new Float32Array(cells.length * SIDE * SIDE)
  for (const [index, [column, row]] of cells.entries())
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        let sum = 0
        for (let b = 0; b < FINER; b++)
          for (let a = 0; a < FINER; a++) {
            const u = column - BEYOND + ((x + (a + 0.5) / FINER) / SIDE) * (1 + 2 * BEYOND)
            const v = row - BEYOND + ((y + (b + 0.5) / FINER) / SIDE) * (1 + 2 * BEYOND)
            const at = project(homography, u, v)
            sum += shadeAt(grey, at.x, at.y) / light(u, v)
          }
        data[index * SIDE * SIDE + y * SIDE + x] = sum / (FINER * FINER)
      }
  return stretched(data)
}

/** The lighting of the board: a smooth surface fitted to squares without pieces. */
function lightOf(grey: Grey, homography: Homography, size: number, cells: readonly Cell[]): (u: number, v: number) => number {
  const played = new Set(cells.map(([column, row]) => row * size + column))
  const plain = played.size === size * size
  const samples: { u: number; v: number; shade: number }[] = []
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      if (!plain && played.has(row * size + column)) continue
      const shades: number[] = []
      // On a plain board pieces leave the corners of their squares free.
      const places = plain ? [0.1, 0.9] : [0.25, 0.5, 0.75]
      for (const a of places)
        for (const b of places) {
          const { x, y } = project(homography, column + a, row + b)
          shades.push(shadeAt(grey, x, y))
        }
      shades.sort((a, b) => a - b)
      samples.push({ u: column + 0.5, v: row + 0.5, shade: shades[Math.floor(shades.length * 0.6)] ?? 1 })
    }
  const terms = (u: number, v: number): number[] => {
    const [x, y] = [(2 * u) / size - 1, (2 * v) / size - 1]
    return [1, x, y, x * x, x * y, y * y]
  }
  let weights = samples.map(() => 1)
  let surface: number[] = [Math.log(0.9), 0, 0, 0, 0, 0]
  for (let round = 0; round < 3; round++) {
    const rows = Array.from({ length: 6 }, () => new Float64Array(7))
    for (const [index, { u, v, shade }] of samples.entries())
      accumulate(rows, [...terms(u, v), Math.log(Math.max(shade, 0.03))], weights[index])
    surface = solve(rows) ?? surface
    // Outliers are marks or a hand and get less weight.
    weights = samples.map(({ u, v, shade }) => {
      const off = Math.abs(Math.log(Math.max(shade, 0.03)) - value(surface, terms(u, v)))
      return 1 / (1 + (off / 0.08) ** 2)
    })
  }
  return (u, v) => Math.exp(value(surface, terms(u, v)))
}

const value = (surface: readonly number[], terms: readonly number[]): number =>
  surface.reduce((sum, weight, index) => sum + weight * (terms[index] ?? 0), 0)

/** Stretches the range between the 2nd and 98th percentile, so that faint prints and dark photos look alike. */
function stretched(data: Float32Array): Float32Array {
  const sorted = data.toSorted()
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const [low, high] = [at(0.02), at(0.98)]
  const span = Math.max(high - low, 0.05)
  return data.map((shade) => Math.min(1.3, Math.max(-0.3, (shade - low) / span)))
}
