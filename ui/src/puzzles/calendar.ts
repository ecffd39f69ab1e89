// The weeks of a calendar. Pure; draws nothing.
import type { DayCount } from '../client/types'
import { DAY } from '../shared/home/rating-chart'

/** Number of weeks in the calendar. */
const WEEKS = 12
/** 1 January 1970 was a Thursday; weeks start on Monday. */
const FIRST_WEEKDAY = 3

export interface Week {
  /** The day of this week that starts a month; `null` if none does. */
  begins: number | null
  /** `place` is the weekday, 0 = Monday; future days are left out. */
  days: (DayCount & { place: number })[]
}

/** The last weeks, the current one last. */
export function weeksOf(calendar: readonly DayCount[], today: number): Week[] {
  const counts = new Map(calendar.map((count) => [count.day, count]))
  const monday = today - ((today + FIRST_WEEKDAY) % 7)
  return Array.from({ length: WEEKS }, (_, index) => {
    const start = monday - (WEEKS - 1 - index) * 7
    const days = Array.from({ length: 7 }, (__, place) => ({
      day: start + place,
      tried: 0,
      solved: 0,
      ...counts.get(start + place),
      place,
    })).filter(({ day }) => day <= today)
    const begins = days.find(({ day }) => new Date(day * DAY).getUTCDate() === 1)?.day ?? null
    return { begins, days }
  })
}
