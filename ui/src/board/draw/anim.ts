// Timing of an animated move: legs, pauses at turns, captured pieces leaving in order, the crown. Knows times, not pixels.
import { type Geometry, legsOf } from '../geometry'
import { crowning, takenAlong } from '../input/hand'

/** One leg of a move, from one landing to the next. Times are milliseconds from the start of the move. */
export interface Leg {
  readonly from: number
  readonly to: number
  readonly start: number
  readonly duration: number
  /** False when the piece was carried by hand: only the captures are animated. */
  readonly slides: boolean
  /** The pieces the leg passes over, with their times. */
  readonly taken: readonly { readonly square: number; readonly at: number }[]
}

export interface Timetable {
  readonly legs: readonly Leg[]
  /** When each captured piece leaves the board, in capture order: at the end of the move, or as it is passed. */
  readonly lifts: readonly { readonly square: number; readonly at: number }[]
  /** When the second disc begins to drop; `null` without promotion. */
  readonly crown: number | null
  readonly total: number
}

export const QUIET = 140
export const LEG = 120
export const TURN = 60
export const LIFT_APART = 40
export const LIFT = 80
export const CROWN = 120
export const LONGEST = 900
export const SHAKE = 160

/** Facts about a move that decide its animation. */
export interface Course {
  readonly captured: readonly number[]
  /** Landings that crown the man; empty if it is not crowned. */
  readonly crownedOn: readonly number[]
  /** Captured pieces leave when passed, not at the end of the move. */
  readonly atOnce: boolean
}

/** The part of a move that was already made by hand. */
export interface ByHand {
  /** Number of landings already made and shown. */
  readonly landings: number
  /** The piece was carried to the end, so nothing slides. */
  readonly carried: boolean
  /** The whole move was made by hand. */
  readonly mine?: boolean
}

/**
 * Builds the timetable of a move along `path`. Steps made by hand take no time. A capture lasts at most 900 ms: a longer one is scaled
 * down. A man crowned in passing waits for its second disc and goes on. A man crowned at the end gets it after the captured pieces have
 * left.
 */
export function timetable(
  geometry: Geometry,
  path: readonly number[],
  { captured, crownedOn, atOnce }: Course,
  hand: ByHand = { landings: 0, carried: false },
): Timetable {
  const quiet = captured.length === 0
  const crowned = crowning(path, crownedOn)
  const last = path.length - 1
  const legs: Leg[] = []
  let crown: number | null = null
  let now = 0
  for (const [index, [from, to]] of legsOf(path.slice(hand.landings)).entries()) {
    const duration = hand.carried ? (quiet ? 0 : LIFT_APART) : quiet ? QUIET : LEG
    if (legs.length > 0 && !hand.carried) now += TURN
    const taken = passed(geometry, from, to, captured, now, duration)
    legs.push({ from, to, start: now, duration, slides: !hand.carried, taken })
    now += duration
    const landing = hand.landings + index + 1
    if (landing === crowned && landing < last) {
      crown = now
      if (!hand.carried) now += CROWN
    }
  }
  const before = new Set(takenAlong(geometry, path.slice(0, hand.landings + 1), captured))
  const order = takenAlong(geometry, path, captured)
  const lifts = atOnce
    ? legs.flatMap((leg) => [...leg.taken]).filter(({ square }) => !before.has(square))
    : order.map((square, index) => ({ square, at: now + index * LIFT_APART }))
  now = lifts.reduce((end, lift) => Math.max(end, lift.at + LIFT), now)
  if (crowned === last) {
    crown = now
    now += CROWN
  }
  const table = { legs, lifts, crown, total: now }
  return now > LONGEST && !quiet ? shrink(table, LONGEST / now) : table
}

function passed(
  geometry: Geometry,
  from: number,
  to: number,
  captured: readonly number[],
  start: number,
  duration: number,
): { square: number; at: number }[] {
  const [a, b] = [geometry.centre(from), geometry.centre(to)]
  const whole = Math.hypot(b.x - a.x, b.y - a.y) || 1
  return takenAlong(geometry, [from, to], captured).map((square) => {
    const c = geometry.centre(square)
    return { square, at: start + (duration * Math.hypot(c.x - a.x, c.y - a.y)) / whole }
  })
}

function shrink(table: Timetable, share: number): Timetable {
  const scaled = (list: Timetable['lifts']): { square: number; at: number }[] => list.map(({ square, at }) => ({ square, at: at * share }))
  return {
    legs: table.legs.map((leg) => ({
      ...leg,
      start: leg.start * share,
      duration: leg.duration * share,
      taken: scaled(leg.taken),
    })),
    lifts: scaled(table.lifts),
    crown: table.crown === null ? null : table.crown * share,
    total: table.total * share,
  }
}

/** The drawing operations of an animation. Durations are in milliseconds. */
export interface Stage {
  slide(to: number, duration: number): void
  take(square: number): void
  lift(square: number, duration: number): void
  crown(duration: number): void
}

/** An animation that can be ended early: pending waits resolve at once and no further event runs. */
export class Show {
  #end: () => void = () => {}
  /** True once the animation was ended early. */
  over = false
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve
  })

  end(): void {
    this.over = true
    this.#end()
  }

  /** Waits for a number of milliseconds, or until the end. */
  async wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || this.over) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds)
    })
    await Promise.race([timeout, this.#ended])
    clearTimeout(timer)
  }
}

/** Runs a timetable on a stage. `pace` is a factor of slowness. */
export async function perform(table: Timetable, stage: Stage, show: Show, pace: number): Promise<void> {
  const events: { at: number; run: () => void }[] = []
  for (const leg of table.legs) {
    if (leg.slides) events.push({ at: leg.start, run: () => stage.slide(leg.to, leg.duration * pace) })
    for (const { square, at } of leg.taken) events.push({ at, run: () => stage.take(square) })
  }
  for (const { square, at } of table.lifts) events.push({ at, run: () => stage.lift(square, LIFT * pace) })
  if (table.crown !== null) events.push({ at: table.crown, run: () => stage.crown(CROWN * pace) })
  events.sort((a, b) => a.at - b.at)
  let now = 0
  for (const event of events) {
    await show.wait((event.at - now) * pace)
    if (show.over) return
    now = event.at
    event.run()
  }
  await show.wait((table.total - now) * pace)
}
