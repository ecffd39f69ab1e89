import { describe, expect, it } from 'vitest'
import { TALLEST, barOf, drawnHeight, farthest, scrolled, seen } from './rows'

const small = { count: 100, row: 50, window: 500 }
const million = { count: 1_000_000, row: 64, window: 600 }

describe('a list that fits', () => {
  it('scrolls as far as its bar', () => {
    expect(drawnHeight(small)).toBe(5000)
    expect(scrolled(small, 0, 0, 1200)).toBe(1200)
    expect(barOf(small, 1200)).toBeCloseTo(1200)
    expect(seen(small, 1200, 0)).toEqual([24, 34])
  })

  it('stops at its ends, also if shorter than its viewport', () => {
    expect(scrolled(small, 0, 0, 9999)).toBe(4500)
    expect(scrolled({ ...small, count: 3 }, 0, 0, 40)).toBe(0)
    expect(seen({ ...small, count: 3 }, 0)).toEqual([0, 2])
  })
})

describe('a million rows', () => {
  it('are limited to a height that browsers support', () => {
    expect(drawnHeight(million)).toBe(TALLEST)
    expect(farthest(million)).toBe(64_000_000 - 600)
  })

  it('scroll pixel by pixel under the wheel', () => {
    const top = 32_000_000
    const bar = barOf(million, top)
    expect(scrolled(million, top, bar, bar + 100)).toBeCloseTo(top + 100)
    expect(scrolled(million, top, bar, bar - 64)).toBeCloseTo(top - 64)
  })

  it('jump to their share when the bar is dragged, to both ends too', () => {
    const middle = scrolled(million, 0, 0, (TALLEST - 600) / 2)
    expect(middle / farthest(million)).toBeCloseTo(0.5)
    expect(scrolled(million, middle, 4_000_000, TALLEST - 600)).toBe(farthest(million))
    expect(scrolled(million, middle, 4_000_000, 0)).toBe(0)
    const [first, last] = seen(million, farthest(million))
    expect(last).toBe(999_999)
    expect(last - first).toBeLessThan(30)
  })

  it('are all reachable: correcting the bar after each movement keeps the rows in place', () => {
    for (const top of [0, 1, 640, 12_345_678, 63_999_400]) {
      expect(scrolled(million, top, barOf(million, top), barOf(million, top))).toBeCloseTo(top, 0)
    }
  })
})
