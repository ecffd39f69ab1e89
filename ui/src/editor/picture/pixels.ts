// Greyscale pictures: scaling, averages over rectangles, perspective sampling. Knows no board.

/** A greyscale picture: 0 black, 1 white, row by row. */
export interface Grey {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** Four corners: upper left, upper right, lower right, lower left. */
export type Corners = readonly [Point, Point, Point, Point]

/** Converts RGBA bytes; transparent pixels lie on white. */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const data = new Float32Array(width * height)
  for (let at = 0, from = 0; at < data.length; at++, from += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [rgba[from], rgba[from + 1], rgba[from + 2], rgba[from + 3]]
    const bright = (0.299 * red + 0.587 * green + 0.114 * blue) / 255
    data[at] = alpha === 255 ? bright : 1 + (bright - 1) * (alpha / 255)
  }
  return { width, height, data }
}

/** Scales the picture down by an integer, so that the longer side has at most `longest` pixels. */
export function scaledDown(grey: Grey, longest: number): Grey {
  const by = Math.ceil(Math.max(grey.width, grey.height) / longest)
  if (by <= 1) return grey
  const [width, height] = [Math.max(1, Math.floor(grey.width / by)), Math.max(1, Math.floor(grey.height / by))]
  const data = new Float32Array(width * height)
  for (let y = 0; y < height * by && y < grey.height; y++)
    for (let x = 0; x < width * by && x < grey.width; x++) {
      const at = Math.floor(y / by) * width + Math.floor(x / by)
      data[at] = (data[at] ?? 0) + (grey.data[y * grey.width + x] ?? 0) / (by * by)
    }
  return { width, height, data }
}

/** Averages over any rectangle in constant time, by a summed-area table. */
export class Sums {
  private readonly sums: Float64Array
  private readonly row: number

  constructor(private readonly grey: Grey) {
    const { width, height, data } = grey
    this.row = width + 1
    this.sums = new Float64Array(this.row * (height + 1))
    for (let y = 0; y < height; y++) {
      let line = 0
      for (let x = 0; x < width; x++) {
        line += data[y * width + x] ?? 0
        this.sums[(y + 1) * this.row + x + 1] = (this.sums[y * this.row + x + 1] ?? 0) + line
      }
    }
  }

  /** Mean of a rectangle, right and bottom exclusive, clipped to the picture. */
  mean(left: number, top: number, right: number, bottom: number): number {
    const { width, height } = this.grey
    const [x0, x1] = [Math.min(Math.max(left, 0), width - 1), Math.min(Math.max(right, 1), width)]
    const [y0, y1] = [Math.min(Math.max(top, 0), height - 1), Math.min(Math.max(bottom, 1), height)]
    if (x1 <= x0 || y1 <= y0) return 0
    const { sums, row } = this
    const sum = (sums[y1 * row + x1] ?? 0) - (sums[y0 * row + x1] ?? 0) - (sums[y1 * row + x0] ?? 0) + (sums[y0 * row + x0] ?? 0)
    return sum / ((x1 - x0) * (y1 - y0))
  }
}

/** Interpolated brightness at a point; outside the picture, that of the nearest edge. */
export function shadeAt({ width, height, data }: Grey, x: number, y: number): number {
  const [cx, cy] = [Math.min(Math.max(x - 0.5, 0), width - 1), Math.min(Math.max(y - 0.5, 0), height - 1)]
  const [left, top] = [Math.floor(cx), Math.floor(cy)]
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)]
  const [dx, dy] = [cx - left, cy - top]
  const upper = (data[top * width + left] ?? 0) * (1 - dx) + (data[top * width + right] ?? 0) * dx
  const lower = (data[bottom * width + left] ?? 0) * (1 - dx) + (data[bottom * width + right] ?? 0) * dx
  return upper * (1 - dy) + lower * dy
}

/** A homography (perspective mapping): nine numbers row by row, the last is 1. */
export type Homography = Float64Array

export function project(homography: Homography, x: number, y: number): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = homography
  const depth = g * x + h * y + 1
  return { x: (a * x + b * y + c) / depth, y: (d * x + e * y + f) / depth }
}

/** The least-squares homography between two lists of points; `null` if they are collinear. */
export function homographyOf(from: readonly Point[], to: readonly Point[]): Homography | null {
  // Normal equations of eight unknowns, on normalised coordinates.
  const [far, wide] = [sizeOf(from), sizeOf(to)]
  const normal = Array.from({ length: 8 }, () => new Float64Array(9))
  for (const [index, point] of from.entries()) {
    const target = to[index]
    if (!target) continue
    const [x, y, u, v] = [point.x / far, point.y / far, target.x / wide, target.y / wide]
    const rows = [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
    for (const row of rows) accumulate(normal, row)
  }
  const found = solve(normal)
  if (!found) return null
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = found
  return Float64Array.of((a * wide) / far, (b * wide) / far, c * wide, (d * wide) / far, (e * wide) / far, f * wide, g / far, h / far, 1)
}

const sizeOf = (points: readonly Point[]): number => Math.max(1e-9, ...points.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))

/** Adds a measurement to normal equations: its terms, with the right side last. */
export function accumulate(normal: readonly Float64Array[], terms: readonly number[], weight = 1): void {
  for (const [i, row] of normal.entries())
    for (let j = 0; j < row.length; j++) row[j] = (row[j] ?? 0) + weight * (terms[i] ?? 0) * (terms[j] ?? 0)
}

/** Solves linear equations, each a row with its right side last; `null` if singular. */
export function solve(rows: Float64Array[]): number[] | null {
  const count = rows.length
  for (let column = 0; column < count; column++) {
    let best = column
    for (let row = column + 1; row < count; row++) if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0)) best = row
    const [pivot, there] = [rows[best], rows[column]]
    if (!pivot || !there || Math.abs(pivot[column] ?? 0) < 1e-12) return null
    ;[rows[best], rows[column]] = [there, pivot]
    for (const [row, other] of rows.entries()) {
      if (row === column) continue
      const share = (other[column] ?? 0) / (pivot[column] ?? 1)
      if (share !== 0) for (let k = column; k <= count; k++) other[k] = (other[k] ?? 0) - share * (pivot[k] ?? 0)
    }
  }
  return rows.map((row, index) => (row[count] ?? 0) / (row[index] ?? 1))
}
