import { afterEach, expect, it, vi } from 'vitest'
import { zone, zoneChanges } from './zone'

/** Paris: two hours ahead of UTC from the last Sunday of March, 1:00 UTC, to that of October. */
function paris(millis: number): number {
  const year = new Date(millis).getUTCFullYear()
  const change = (month: number): number => {
    const last = new Date(Date.UTC(year, month + 1, 0))
    return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1)
  }
  return millis >= change(2) && millis < change(9) ? 120 : 60
}

afterEach(() => void vi.restoreAllMocks())

it('finds the begin and the end of summer time to the minute', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(function (this: Date) {
    return -paris(this.getTime())
  })
  const now = Date.UTC(2026, 10, 28, 12, 0, 17)
  expect([zone(now), zone(Date.UTC(2026, 6, 1))]).toEqual([60, 120])
  const changes = zoneChanges(now)
  expect(changes.slice(-3)).toEqual([
    { since: Date.UTC(2025, 9, 26, 1), minutes: 60 },
    { since: Date.UTC(2026, 2, 29, 1), minutes: 120 },
    { since: Date.UTC(2026, 9, 25, 1), minutes: 60 },
  ])
  expect(changes.length).toBeGreaterThan(35)
  expect(changes.length).toBeLessThan(100)
})

it('finds none where there are none', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330)
  expect(zoneChanges().map(({ minutes }) => minutes)).toEqual([330])
})
