import { describe, expect, it } from 'vitest'
import { weeksOf } from './calendar'

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
