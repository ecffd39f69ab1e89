import { describe, expect, it } from 'vitest'
import { ratingChart } from './rating-chart'

const room = { left: 40, right: 240, top: 10, bottom: 110 }

describe('the rating chart', () => {
  it('spans its area from the first day to the last, higher for a higher rating', () => {
    const line = ratingChart(
      [
        { day: 100, rating: 1480 },
        { day: 105, rating: 1520 },
        { day: 110, rating: 1500 },
      ],
      room,
    )
    expect(line?.points.map(({ x }) => x)).toEqual([40, 140, 240])
    const heights = line?.points.map(({ y }) => y) ?? []
    expect(heights[1]).toBeLessThan(heights[2] ?? 0)
    expect(heights[2]).toBeLessThan(heights[0] ?? 0)
    expect(line?.ticks.map(({ value }) => value)).toEqual([1460, 1480, 1500, 1520, 1540])
    expect(line?.dates.map(({ day }) => day)).toEqual([100, 110])
  })

  it('is a point in the middle after one day, and empty before', () => {
    expect(ratingChart([{ day: 7, rating: 1200 }], room)?.points).toEqual([{ day: 7, x: 140, y: 60 }])
    expect(ratingChart([], room)).toBeNull()
  })
})
