// Wood and stone textures. Each is one tile of noise, generated once; every square shows another part of it, and the whole board is painted
// once into a bitmap. Loaded only for themes with a texture. Its colours lie between those of the theme, so the contrast test of the themes
// covers it.
import type { Geometry } from '../geometry'

export type Texture = 'wood' | 'stone'

/** A texture, with the vein colour for light and dark squares and for the frame. */
export interface Grain {
  readonly texture: Texture
  readonly light: string
  readonly dark: string
  readonly frame: string
}

/** Sides of a tile and of a square, in pixels. */
const TILE = 256
const CELL = 96
/** Width of the frame as a share of the side of the board within it; see board.css. */
const FRAME = 0.038

/** Strength of the vein at a point of the tile, 0 to 1. */
type Vein = (x: number, y: number) => number

/** Deterministic pseudo-random value, 0 to 1, for integer coordinates. */
function chance(x: number, y: number): number {
  let hash = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263)
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** Smooth noise, 0 to 1. */
function noise(x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const ease = (t: number): number => t * t * (3 - 2 * t)
  const [across, down] = [ease(x - left), ease(y - top)]
  const mix = (one: number, other: number, share: number): number => one + (other - one) * share
  return mix(mix(chance(left, top), chance(left + 1, top), across), mix(chance(left, top + 1), chance(left + 1, top + 1), across), down)
}

/** Fractal noise of four octaves, 0 to 1. */
function rough(x: number, y: number): number {
  return (8 * noise(x, y) + 4 * noise(2 * x, 2 * y) + 2 * noise(4 * x, 4 * y) + noise(8 * x, 8 * y)) / 15
}

const VEINS: Record<Texture, Vein> = {
  /** Fibres along the plank, year rings cut lengthwise, and short dark pores. */
  wood: (x, y) => {
    const fibres = rough(x / 90, y / 2.6)
    const rings = 5 * rough(x / 420, y / 60) + y / 26
    const ring = (rings - Math.floor(rings)) ** 4
    const pores = noise(x / 26, y / 1.3) > 0.8 ? 0.35 : 0
    return Math.min(1, 0.9 * Math.max(0, fibres - 0.3) + 0.45 * ring + pores)
  },
  /** Thin lines where two clouds meet, over a soft cloud. */
  stone: (x, y) => {
    const bent = rough(x / 70, y / 70)
    const line = 1 - Math.abs(2 * rough(x / 90 + 1.4 * bent + 40, y / 90 + 1.4 * bent) - 1)
    return Math.min(1, line ** 14 + 0.5 * rough(x / 45 + 9, y / 45) ** 2)
  },
}

const grown = new Map<Texture, ImageData>()
const tiles = new Map<string, HTMLCanvasElement>()

/** The alpha mask of a texture, without colour. */
function grow(texture: Texture): ImageData {
  const picture = grown.get(texture) ?? new ImageData(TILE, TILE)
  if (!grown.has(texture)) {
    for (let at = 0; at < TILE * TILE; at++) picture.data[4 * at + 3] = 255 * VEINS[texture](at % TILE, Math.floor(at / TILE))
    grown.set(texture, picture)
  }
  return picture
}

/** The tile of a texture in a colour; the grain of wood runs across, or down if it is turned. */
function tileOf(texture: Texture, colour: string, turned: boolean): HTMLCanvasElement | null {
  const key = `${texture} ${colour} ${turned}`
  const known = tiles.get(key)
  if (known) return known
  const tile = document.createElement('canvas')
  tile.width = tile.height = TILE
  const pen = tile.getContext('2d')
  if (!pen) return null
  if (turned) {
    const across = tileOf(texture, colour, false)
    if (!across) return null
    pen.setTransform(0, 1, 1, 0, 0, 0)
    pen.drawImage(across, 0, 0)
  } else {
    pen.putImageData(grow(texture), 0, 0)
    pen.globalCompositeOperation = 'source-in'
    pen.fillStyle = colour
    pen.fillRect(0, 0, TILE, TILE)
  }
  tiles.set(key, tile)
  return tile
}

/** Paints the texture over all squares and the frame; `swapped` = the played squares are light. */
export function paintTexture(canvas: HTMLCanvasElement, geometry: Geometry, grain: Grain, swapped: boolean): void {
  const { columns, rows, plain } = geometry
  const edge = Math.round(FRAME * columns * CELL)
  const [width, height] = [columns * CELL + 2 * edge, rows * CELL + 2 * edge]
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  // The grain turns between light and dark squares, as on an inlaid board.
  const [light, dark] = [tileOf(grain.texture, grain.light, false), tileOf(grain.texture, grain.dark, true)]
  if (!pen || !light || !dark) return
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isDark = (plain || geometry.at(column, row) !== undefined) !== swapped
      const free = TILE - CELL
      const [x, y] = [chance(column, row + 50) * free, chance(column + 50, row) * free]
      const at = [edge + column * CELL, edge + row * CELL] as const
      pen.drawImage(isDark ? dark : light, Math.floor(x), Math.floor(y), CELL, CELL, ...at, CELL, CELL)
    }
  }
  const [across, down] = [tileOf(grain.texture, grain.frame, false), tileOf(grain.texture, grain.frame, true)]
  if (!across || !down) return
  // Four mitred boards, outside the inlay.
  const bar = Math.round(0.78 * edge)
  const fill = (tile: HTMLCanvasElement, corners: readonly (readonly [number, number])[]): void => {
    pen.beginPath()
    for (const [x, y] of corners) pen.lineTo(x, y)
    pen.closePath()
    pen.fillStyle = pen.createPattern(tile, 'repeat') ?? ''
    pen.fill()
  }
  const [right, foot] = [width - bar, height - bar]
  fill(across, [[0, 0], [width, 0], [right, bar], [bar, bar]]) // prettier-ignore
  fill(across, [[0, height], [width, height], [right, foot], [bar, foot]]) // prettier-ignore
  fill(down, [[0, 0], [bar, bar], [bar, foot], [0, height]]) // prettier-ignore
  fill(down, [[width, 0], [right, bar], [right, foot], [width, height]]) // prettier-ignore
}
