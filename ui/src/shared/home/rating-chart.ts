// Chart data: ratings as a line over days with its scales. Pure; draws nothing.
import type { RatingPoint } from '../../client/types'

/** Milliseconds of a day. */
export const DAY = 86_400_000

/** Drawing area of a line, in units of the chart. */
export interface ChartArea {
  left: number
  right: number
  top: number
  bottom: number
}

/** A line with its scales. */
export interface RatingChart {
  points: { day: number; x: number; y: number }[]
  path: string
  /** The path closed along the bottom. */
  area: string
  ticks: { value: number; y: number }[]
  /** The first and the last day. */
  dates: { day: number; x: number; anchor: 'start' | 'end' }[]
}

/** The ratings as a line; `null` if there are none. */
export function ratingChart(history: readonly RatingPoint[], { left, right, top, bottom }: ChartArea): RatingChart | null {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last) return null
  const ratings = history.map(({ rating }) => rating)
  const step = stepOf(Math.max(...ratings) - Math.min(...ratings))
  const low = Math.floor((Math.min(...ratings) - 1) / step) * step
  const high = Math.ceil((Math.max(...ratings) + 1) / step) * step
  const yOf = (rating: number): number => round(bottom - ((rating - low) / (high - low)) * (bottom - top))
  const xOf = (day: number): number =>
    round(last.day > first.day ? left + ((day - first.day) / (last.day - first.day)) * (right - left) : (left + right) / 2)
  const points = history.map(({ day, rating }) => ({ day, x: xOf(day), y: yOf(rating) }))
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  const ends = [first.day, ...(last.day > first.day ? [last.day] : [])]
  return {
    points,
    path,
    area: `${path}L${xOf(last.day)} ${bottom}L${xOf(first.day)} ${bottom}Z`,
    ticks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => ({
      value: low + index * step,
      y: yOf(low + index * step),
    })),
    dates: ends.map((day, index) => ({ day, x: index === 0 ? left : right, anchor: index === 0 ? 'start' : 'end' })),
  }
}

/** Round step that divides the range into a handful of ticks. */
function stepOf(range: number): number {
  return [20, 50, 100, 200].find((step) => range / step <= 4) ?? 500
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
