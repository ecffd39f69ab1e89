import { describe, expect, it } from 'vitest'
import { ratingChart, weeksOf } from './statistics'

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

describe('the calendar', () => {
  it('ends with the current week and day, and has the counts', () => {
    // 21 November 2026, a Saturday.
    const today = Date.UTC(2026, 10, 21) / 86_400_000
    const weeks = weeksOf([{ day: today - 1, tried: 4, solved: 3 }], today)
    expect(weeks).toHaveLength(12)
    const last = weeks.at(-1)
    expect(last?.days.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5])
    expect(last?.days.at(-2)).toEqual({ day: today - 1, tried: 4, solved: 3, place: 4 })
    expect(weeks.filter(({ begins }) => begins !== null)).toHaveLength(3)
  })
})
