// Wood and stone textures. Each is one tile of noise, generated once; every square shows another part of it. Loaded only for themes with a
// texture. Its colours lie between the two of the theme, so the contrast test of the themes covers it.
import type { Geometry } from '../geometry'

export type Texture = 'wood' | 'stone'

/** A texture, with the vein colour for light and dark squares. */
export interface Grain {
  readonly texture: Texture
  readonly light: string
  readonly dark: string
}

/** Sides of a tile and of a square, in pixels. */
const TILE = 256
const CELL = 96

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
  /** Year rings cut lengthwise, and short dark pores. */
  wood: (x, y) => {
    const rings = 11 * rough(x / 260, y / 46) + y / 40
    const ring = (rings - Math.floor(rings)) ** 3
    const pores = noise(x / 22, y / 1.6) > 0.74 ? 0.5 : 0
    return Math.min(1, 0.75 * ring + pores + 0.2 * noise(x / 40, y / 3))
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

/** The tile of a texture in a colour. */
function tileOf(texture: Texture, colour: string): HTMLCanvasElement | null {
  const key = `${texture} ${colour}`
  const known = tiles.get(key)
  if (known) return known
  const tile = document.createElement('canvas')
  tile.width = tile.height = TILE
  const pen = tile.getContext('2d')
  if (!pen) return null
  pen.putImageData(grow(texture), 0, 0)
  pen.globalCompositeOperation = 'source-in'
  pen.fillStyle = colour
  pen.fillRect(0, 0, TILE, TILE)
  tiles.set(key, tile)
  return tile
}

/** Paints the texture over all squares; `swapped` = the played squares are light. */
export function paintTexture(canvas: HTMLCanvasElement, geometry: Geometry, grain: Grain, swapped: boolean): void {
  const { columns, rows, plain } = geometry
  canvas.width = columns * CELL
  canvas.height = rows * CELL
  const pen = canvas.getContext('2d')
  const [light, dark] = [tileOf(grain.texture, grain.light), tileOf(grain.texture, grain.dark)]
  if (!pen || !light || !dark) return
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isDark = (plain || geometry.at(column, row) !== undefined) !== swapped
      const free = TILE - CELL
      const [x, y] = [chance(column, row + 50) * free, chance(column + 50, row) * free]
      pen.drawImage(isDark ? dark : light, Math.floor(x), Math.floor(y), CELL, CELL, column * CELL, row * CELL, CELL, CELL)
    }
  }
}
