import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFrame } from './frame'
import { Random } from '../../../lab/random'
import { figures, picture } from '../../../lab/figures'
import { unseen } from '../../../lab/unseen'
import { unpacked } from './net'
import { type Grey, homographyOf, greyOf, project, shadeAt, scaledDown } from './pixels'
import { reading } from './read'
import type { Cell } from './squares'

const weights = unpacked(readFileSync(join(import.meta.dirname, 'picture-weights.bin')))

const drawing = (width: number, height: number, shade: (x: number, y: number) => number): Grey => ({
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, at) => shade(at % width, Math.floor(at / width))),
})

describe('pixels', () => {
  it('become grey by perceived brightness, on white paper', () => {
    const grey = greyOf(Uint8ClampedArray.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0), 3, 1)
    expect([...grey.data].map((shade) => shade.toFixed(2))).toEqual(['0.30', '0.59', '1.00'])
  })

  it('are averaged when scaled down, and interpolated in between', () => {
    const grey = drawing(4, 2, (x) => x % 2)
    expect([...scaledDown(grey, 2).data]).toEqual([0.5, 0.5])
    expect(shadeAt(grey, 1, 1)).toBeCloseTo(0.5)
  })

  it('are mapped by a homography, and none exists for collinear points', () => {
    const from = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
      { x: 0, y: 10 },
    ]
    const to = [
      { x: 31, y: 40 },
      { x: 220, y: 12 },
      { x: 240, y: 190 },
      { x: 12, y: 230 },
    ]
    const homography = homographyOf(from, to)
    expect(homography).not.toBeNull()
    for (const [index, { x, y }] of from.entries()) {
      const at = homography && project(homography, x, y)
      expect(Math.hypot((at?.x ?? 0) - (to[index]?.x ?? 0), (at?.y ?? 0) - (to[index]?.y ?? 0))).toBeLessThan(1e-6)
    }
    expect(
      homographyOf(
        from,
        from.map(({ x }) => ({ x, y: x })),
      ),
    ).toBeNull()
  })
})

describe('pictures without a board', () => {
  const random = new Random(5)
  const noise = drawing(500, 400, () => random.next())
  it.each([
    ['one shade', drawing(300, 300, () => 0.6)],
    ['noise', noise],
    ['a gradient', drawing(400, 300, (x, y) => (x + y) / 700)],
    ['a fur', drawing(500, 500, (x, y) => 0.5 + 0.4 * Math.sin(x / 7 + 3 * Math.sin(y / 31)) * Math.cos(y / 11))],
    ['lines of text', drawing(500, 700, (x, y) => (y % 20 < 12 && (x * 7 + y * 3) % 11 < 4 ? 0.1 : 0.95))],
    ['a window with four panes', drawing(300, 300, (x, y) => (x % 150 < 8 || y % 150 < 8 ? 0.1 : 0.9))],
    ['a single pixel', drawing(1, 1, () => 0)],
    ['a strip', drawing(2000, 2, (x) => x % 2)],
  ])('%s is none', { timeout: 30_000 }, (_, grey) => {
    expect(findFrame(grey, [8, 10, 12])).toBeNull()
    expect(findFrame(grey, [8], true)).toBeNull()
  })
})

describe('diagrams in styles unseen in training', () => {
  it('are found and read', { timeout: 60_000 }, async () => {
    const found = await figures(weights, unseen(), 12, 2)
    expect(found.found).toBeGreaterThanOrEqual(11)
    expect(found.right / found.squares).toBeGreaterThan(0.97)
  })

  it('with pieces on the other colour are reported', { timeout: 30_000 }, async () => {
    const { diagram, photo } = await picture(unseen().slice(2, 3), 0, 3)
    const between = diagram.cells.map(([column, row]): Cell => [row % 2 === 0 ? column - 1 : (column + 1) % diagram.size, row])
    expect(reading(weights, photo.picture, photo.corners, diagram.size, diagram.cells).elsewhere).toBe(false)
    expect(reading(weights, photo.picture, photo.corners, diagram.size, between).elsewhere).toBe(true)
  })
})
