import { describe, expect, it } from 'vitest'
import { fullBoard, TEN } from './fixtures'
import { halfBoard } from './half-board'
import { type Geometry, geometryOf } from './geometry'

const boards = { 32: halfBoard(8, 8), 50: TEN, 64: fullBoard(8), 72: halfBoard(12, 12) }

describe('every board', () => {
  for (const [count, board] of Object.entries(boards)) {
    for (const side of ['white', 'black'] as const) {
      it(`${count} squares, ${side} below: each square lies where its middle says`, () => {
        const geometry = geometryOf(board, side)
        const all = geometry.lines.flat()
        expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: Number(count) }, (_, index) => index + 1))
        for (const square of all) {
          const { x, y } = geometry.centre(square)
          expect(geometry.hit({ x: x + 0.4, y: y - 0.4 }, new Set())).toBe(square)
        }
      })
    }
  }
  it('keeps the identity of squares when turned: 50 is at the top left', () => {
    expect(geometryOf(TEN, 'white').lines[0]).toEqual([1, 2, 3, 4, 5])
    expect(geometryOf(TEN, 'black').lines[0]).toEqual([50, 49, 48, 47, 46])
    expect(geometryOf(TEN, 'black').centre(50)).toEqual({ x: 1.5, y: 0.5 })
  })
  it('is plain if every square is played', () => {
    expect(geometryOf(boards[64], 'white').plain).toBe(true)
    expect(geometryOf(TEN, 'white').plain).toBe(false)
  })
})

describe('between', () => {
  const geometry = geometryOf(TEN, 'white')
  it('walks a diagonal from the near end', () => {
    expect(geometry.between(46, 19)).toEqual([41, 37, 32, 28, 23])
    expect(geometry.between(19, 46)).toEqual([23, 28, 32, 37, 41])
  })
  it('walks rows and columns, as Frisian captures do', () => {
    expect(geometry.between(26, 28)).toEqual([27])
    expect(geometry.between(8, 28)).toEqual([18])
  })
  it('is empty for squares without a common line', () => expect(geometry.between(1, 50)).toEqual([]))
})

/** Hit area of `square` and its extent, in squares, sampled on a fine grid. */
function area(geometry: Geometry, square: number, wanted: ReadonlySet<number>): { wide: number; high: number; area: number } {
  const step = 0.025
  let [left, right, top, bottom, points] = [99, 0, 99, 0, 0]
  for (let x = step / 2; x < geometry.columns; x += step) {
    for (let y = step / 2; y < geometry.rows; y += step) {
      if (geometry.hit({ x, y }, wanted) !== square) continue
      points++
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return { wide: right - left + step, high: bottom - top + step, area: points * step * step }
}

describe('hit areas on a phone 360 px wide', () => {
  // Worst case: every played square is wanted, so each has the least room.
  const cases = [
    { board: TEN, least: 44, squares: [1, 5, 6, 15, 28, 46, 50] },
    { board: boards[72], least: 42, squares: [1, 6, 7, 40, 67, 72] },
  ]
  for (const { board, least, squares } of cases) {
    const geometry = geometryOf(board, 'white')
    const all = new Set(geometry.lines.flat())
    const side = 360 / board.columns
    for (const square of squares) {
      it(`${board.columns}×${board.rows}: square ${square} has at least ${least} px both ways and the area of such a square`, () => {
        const { wide, high, area: size } = area(geometry, square, all)
        expect(wide * side).toBeGreaterThanOrEqual(least)
        expect(high * side).toBeGreaterThanOrEqual(least)
        expect(Math.sqrt(size) * side).toBeGreaterThanOrEqual(least - 7)
      })
    }
    it(`${board.columns}×${board.rows}: neighbouring targets lie at least ${least} px apart`, () => {
      expect(Math.SQRT2 * side).toBeGreaterThanOrEqual(least)
    })
  }
})

describe('snapping', () => {
  const geometry = geometryOf(TEN, 'white')
  const light = { x: 5.2, y: 5.45 } // on the light square between 28, 29, 23 and 33
  it('gives a light square to the nearest wanted square', () => {
    expect(geometry.hit({ x: 5.6, y: 5.45 }, new Set([29]))).toBe(29)
    expect(geometry.hit(light, new Set([23, 28, 29, 33]))).toBe(28)
    expect(geometry.hit(light, new Set([23, 33]))).toBe(23)
  })
  it('gives it to none if no adjacent square is wanted', () => {
    expect(geometry.hit(light, new Set([1, 50]))).toBeUndefined()
    expect(geometry.hit(light, new Set())).toBeUndefined()
    // 28 is nearer but not wanted: a tap meant for 28 must not play 29.
    expect(geometry.hit(light, new Set([29]))).toBeUndefined()
  })
  it('never moves a tap off a played square', () => {
    expect(geometry.hit({ x: 4.98, y: 5.02 }, new Set([23]))).toBe(28)
  })
})
