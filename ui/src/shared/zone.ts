import type { ZoneChange } from '../client/types'

/** Years of past changes that the core is told, and the steps in which they are looked for, in milliseconds. */
const YEARS = 20
const MONTH = 30 * 86_400_000
const MINUTE = 60_000

/** Minutes by which local time is ahead of UTC; days follow the reader's clock. */
export function zone(now = Date.now()): number {
  return -new Date(now).getTimezoneOffset()
}

/** The changes of the zone in the past, such as the begin and the end of summer time. */
export function zoneChanges(now = Date.now()): ZoneChange[] {
  const changes: ZoneChange[] = []
  const first = Math.floor((now - YEARS * 12 * MONTH) / MINUTE) * MINUTE
  let before = { since: first, minutes: zone(first) }
  changes.push(before)
  for (let month = first; month < now; month += MONTH) {
    const [to, minutes] = [Math.min(month + MONTH, now), zone(Math.min(month + MONTH, now))]
    if (minutes === before.minutes) continue
    let [early, late] = [month, to]
    while (late - early > MINUTE) {
      const middle = early + Math.floor((late - early) / 2 / MINUTE) * MINUTE
      if (zone(middle) === before.minutes) early = middle
      else late = middle
    }
    before = { since: late, minutes }
    changes.push(before)
  }
  return changes
}
