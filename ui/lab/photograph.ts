// Photographs a drawn diagram: on a page with text, askew, in uneven light, blurred, noisy, as a JPEG; with the corners of its board.
import { createCanvas, loadImage } from '@napi-rs/canvas'
import {
  type Corners,
  type Homography,
  type Grey,
  type Point,
  homographyOf,
  greyOf,
  project,
  shadeAt,
  scaledDown,
} from '../src/editor/picture/pixels'
import type { Random } from './random'
import { type Diagram, type Style, drawn, written } from './style'

/** Quality of a picture: 0 is a clean scan, 1 the worst. */
export interface Photo {
  readonly picture: Grey
  readonly corners: Corners
  /** The picture as the bytes of a file. */
  readonly file: Buffer
}

const WORDS =
  '32-28 19-23 28x19 14x23 37-32 10-14 and now White wins by the well-known shot: 27-22! 18x27 33-29 24x33 39x19 Zwart geeft op'.split(' ')

/** Returns the picture of a diagram with this many pixels along its longer side. */
export async function photograph(style: Style, diagram: Diagram, random: Random, hard = 1, longest = 1200): Promise<Photo> {
  const cell = random.whole(30, 52)
  const { canvas, margin } = drawn(style, diagram, cell)
  const board = cell * diagram.size
  const room = Math.round(random.between(0.02, 0.35) * board)
  const page = createCanvas(canvas.width + 2 * room, canvas.height + 2 * room + Math.round(random.between(0, 0.4) * board))
  const pen = page.getContext('2d')
  pen.fillStyle = style.paper
  pen.fillRect(0, 0, page.width, page.height)
  text(pen, page.width, page.height, random, style.ink, cell)
  const top = Math.round(random.between(room * 0.6, page.height - canvas.height - room * 0.6))
  pen.drawImage(canvas, room, top)
  const origin = { x: room + margin, y: top + margin }
  const paper = greyOf(pen.getImageData(0, 0, page.width, page.height).data as unknown as Uint8ClampedArray, page.width, page.height)
  return taken(paper, origin, board, random, hard, longest)
}

function text(
  pen: ReturnType<ReturnType<typeof createCanvas>['getContext']>,
  width: number,
  height: number,
  random: Random,
  ink: string,
  cell: number,
): void {
  const size = cell * random.between(0.3, 0.55)
  for (let y = size; y < height; y += size * 1.5) {
    let line = ''
    while (line.length * size * 0.5 < width * random.between(0.7, 1)) line += `${random.of(WORDS)} `
    written(pen, line, width / 2, y, size, ink, random.of(['serif', 'sans-serif']))
  }
}

async function taken(page: Grey, origin: Point, board: number, random: Random, hard: number, longest: number): Promise<Photo> {
  const long = random.whole(300, longest)
  // The page in the picture: turned, askew, cut off or lying on a table.
  const zoom = random.between(0.75, 1.1)
  const ratio = page.width / page.height
  const [width, height] = ratio > 1 ? [long, Math.round(long / ratio)] : [Math.round(long * ratio), long]
  const turn = hard * random.between(-20, 20) * (Math.PI / 180) * random.next()
  const tilt = hard * 0.11 * random.next()
  const corner = (x: number, y: number): Point => {
    const [dx, dy] = [(x - 0.5) * width * zoom, (y - 0.5) * height * zoom]
    const [rx, ry] = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)]
    return { x: width / 2 + rx + random.between(-tilt, tilt) * width, y: height / 2 + ry + random.between(-tilt, tilt) * height }
  }
  const all = [
    { x: 0, y: 0 },
    { x: page.width, y: 0 },
    { x: page.width, y: page.height },
    { x: 0, y: page.height },
  ]
  let [to, corners, there]: [Point[], Corners | null, Homography | null] = [[], null, null]
  // Keeps the whole board in the picture.
  for (let shrink = 1; !corners; shrink *= 0.94) {
    to = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)].map(({ x, y }) => ({
      x: width / 2 + (x - width / 2) * shrink,
      y: height / 2 + (y - height / 2) * shrink,
    }))
    there = homographyOf(all, to)
    const back = there
    if (!back) continue
    const found = [
      { x: 0, y: 0 },
      { x: board, y: 0 },
      { x: board, y: board },
      { x: 0, y: board },
    ].map(({ x, y }) => project(back, origin.x + x, origin.y + y)) as unknown as Corners
    if (found.every(({ x, y }) => x > 3 && y > 3 && x < width - 3 && y < height - 3)) corners = found
  }
  const back = homographyOf(to, all)
  if (!back) throw new Error('a picture without a plane')
  // Shrinks a page that is larger than its picture, so that no line is lost.
  const across = Math.hypot((to[1]?.x ?? 0) - (to[0]?.x ?? 0), (to[1]?.y ?? 0) - (to[0]?.y ?? 0))
  const small = scaledDown(page, Math.ceil(Math.max(page.width, page.height) / Math.max(1, Math.round(page.width / across))))
  const scale = small.width / page.width
  const table = random.between(0.05, 0.7)
  const data = new Float32Array(width * height)
  const light = lightOf(random, width, height, hard)
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = back
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      // Written out, as it runs for each pixel.
      let sum = 0
      for (let k = 0; k < 4; k++) {
        const [px, py] = [x + 0.25 + 0.5 * (k & 1), y + 0.25 + 0.5 * (k >> 1)]
        const depth = g * px + h * py + 1
        const [u, v] = [(a * px + b * py + c) / depth, (d * px + e * py + f) / depth]
        const inside = u >= 0 && v >= 0 && u < page.width && v < page.height
        sum += inside ? shadeAt(small, u * scale, v * scale) : table
      }
      data[y * width + x] = (sum / 4) * light(x, y)
    }
  const cell = (across / page.width) * (board / 10)
  const soft = blurred({ width, height, data }, hard * random.next() ** 2 * Math.min(3, 0.07 * cell))
  const noise = hard * random.next() ** 2 * 0.07
  const file = await encoded(soft, random, noise, hard)
  return { picture: await decoded(file), corners: corners, file }
}

/** Light from one side, darker at the edges, perhaps with the shadow of a hand. */
function lightOf(random: Random, width: number, height: number, hard: number): (x: number, y: number) => number {
  const whole = 1 - hard * random.between(0, 0.35)
  const [gx, gy] = [hard * random.between(-0.4, 0.4), hard * random.between(-0.4, 0.4)]
  const vignette = hard * random.between(0, 0.3)
  const shadow = random.chance(0.25 * hard) ? random.between(0.55, 0.9) : 1
  const [sx, sy, soft] = [random.between(-1, 1), random.between(-1, 1), random.between(0.05, 0.4)]
  return (x, y) => {
    const [u, v] = [(2 * x) / width - 1, (2 * y) / height - 1]
    const beside = 1 / (1 + Math.exp(-(u * sx + v * sy) / soft / 0.3))
    return whole * (1 + (gx * u + gy * v) / 2) * (1 - (vignette * (u * u + v * v)) / 2) * (shadow + (1 - shadow) * beside)
  }
}

/** Three box filters, which approximate a Gaussian of this width in pixels. */
export function blurred(grey: Grey, width: number): Grey {
  const reach = Math.round(width * 0.9)
  if (reach < 1) return width < 0.35 ? grey : mixed(grey, box(grey, 1), Math.min(1, width))
  return box(box(grey, reach), reach)
}

const mixed = (one: Grey, other: Grey, share: number): Grey => ({
  ...one,
  data: one.data.map((shade, at) => shade * (1 - share) + (other.data[at] ?? 0) * share),
})

function box({ width, height, data }: Grey, reach: number): Grey {
  const half = new Float32Array(data.length)
  const out = new Float32Array(data.length)
  const span = 2 * reach + 1
  const run = (from: Float32Array, to: Float32Array, count: number, step: number, start: number): void => {
    const at = (k: number): number => from[start + Math.min(Math.max(k, 0), count - 1) * step] ?? 0
    let sum = 0
    for (let k = -reach; k <= reach; k++) sum += at(k)
    for (let k = 0; k < count; k++) {
      to[start + k * step] = sum / span
      sum += at(k + reach + 1) - at(k - reach)
    }
  }
  for (let y = 0; y < height; y++) run(data, half, width, 1, y * width)
  for (let x = 0; x < width; x++) run(half, out, height, width, x)
  return { width, height, data: out }
}

async function encoded({ width, height, data }: Grey, random: Random, noise: number, hard: number): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const image = pen.createImageData(width, height)
  for (let at = 0; at < data.length; at++) {
    const shade = (data[at] ?? 0) + (noise > 0 ? noise * random.normal() : 0)
    const byte = Math.round(255 * Math.min(1, Math.max(0, shade)))
    image.data[at * 4] = image.data[at * 4 + 1] = image.data[at * 4 + 2] = byte
    image.data[at * 4 + 3] = 255
  }
  pen.putImageData(image, 0, 0)
  return hard > 0 ? canvas.toBuffer('image/jpeg', random.whole(35, 92)) : canvas.toBuffer('image/png')
}

export async function decoded(file: Buffer): Promise<Grey> {
  const image = await loadImage(file)
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(image, 0, 0)
  return greyOf(pen.getImageData(0, 0, image.width, image.height).data as unknown as Uint8ClampedArray, image.width, image.height)
}
