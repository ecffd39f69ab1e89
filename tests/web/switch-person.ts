// A person with one switch: sees the frame, hears its name, and presses the space bar. Scan time is counted in steps of the app's own
// clock, which stands still meanwhile, so nothing depends on the machine's speed.
import { type Page, expect } from '@playwright/test'
import { wordsOf } from './learner'

/** Time from seeing the frame on the wanted choice to the press, in milliseconds. */
const REACTION = 300
/** Steps of the scan before a choice counts as out of reach. */
const MOST_STEPS = 400
/** Short polling intervals, because the page changes quickly; milliseconds. */
const OFTEN = { intervals: [10, 20, 40, 80] }

/** The clock of the scan, as the page sees it. */
declare const scanClock: { now: number; step(): void; pass(millis: number): void }

/** Presses and scan time that reaching a choice took. */
export interface Reached {
  presses: number
  /** Milliseconds. */
  time: number
}

const words = wordsOf('en')
const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]{}\\]/g, '\\$&')
const LEAVE = words['switch_leave'] ?? ''
const RESTING = words['switch_resting'] ?? ''
/** Groups in which any choice may lie: a few of many. */
const FEW = / – /

export class SwitchPerson {
  constructor(private readonly page: Page) {}

  /** Puts the scan on a clock that only the test moves, from the next page load on. */
  async holdClock(): Promise<void> {
    await this.page.addInitScript(() => {
      const timers = new Map<number, { at: number; run: () => void }>()
      let last = 0
      const clock = {
        now: 0,
        step() {
          const [next] = [...timers].toSorted(([, a], [, b]) => a.at - b.at)
          if (!next) return
          timers.delete(next[0])
          clock.now = Math.max(clock.now, next[1].at)
          next[1].run()
        },
        pass(millis: number) {
          clock.now += millis
        },
      }
      const scan = {
        now: () => clock.now,
        after(millis: number, run: () => void) {
          const key = ++last
          timers.set(key, { at: clock.now + millis, run })
          return () => timers.delete(key)
        },
      }
      const all = globalThis as unknown as { damierPace?: object }
      Object.assign(all, { scanClock: clock, damierPace: { ...all.damierPace, scan } })
    })
  }

  /** The caption of the frame: the name of the choice. */
  framed(): Promise<string> {
    return this.page.evaluate(() => document.querySelector(':popover-open p')?.textContent?.trim() ?? '')
  }

  /** Waits without moving the clock until one of these is framed: the app has answered. */
  async sees(names: readonly string[]): Promise<void> {
    await expect.poll(async () => names.includes(await this.framed()), OFTEN).toBe(true)
  }

  /**
   * Presses when the frame comes to a choice, and on the way there when it comes to a group of `groups`. Groups of a few choices are
   * opened in turn.
   */
  async press(wanted: string | RegExp, groups: readonly (string | RegExp)[] = []): Promise<Reached> {
    const exactly = (name: string | RegExp): string => (typeof name === 'string' ? `^${escaped(name)}$` : name.source)
    const opened = new Set<string>()
    let time = 0
    for (let presses = 1; presses < 20; presses++) {
      const ways = [wanted, ...groups, FEW, RESTING, ...(opened.size > 0 ? [LEAVE] : [])].map(exactly)
      const reached = await this.wait(ways, [...opened])
      time += reached.time
      await this.page.keyboard.press('Space')
      if (new RegExp(exactly(wanted)).test(reached.name)) return { presses, time }
      if (reached.name !== LEAVE && reached.name !== RESTING) opened.add(reached.name)
    }
    throw new Error(`too many presses on the way to ${String(wanted)}`)
  }

  /** Lets a forced move be played without a press. */
  async letPlay(): Promise<Reached> {
    const time = await this.page.evaluate(() => {
      const before = scanClock.now
      scanClock.step()
      return scanClock.now - before
    })
    return { presses: 0, time }
  }

  /** Moves the clock until the frame is on one of the names, and through the reaction. */
  private async wait(wanted: string[], opened: string[]): Promise<{ name: string; time: number }> {
    const reached = await this.page.evaluate(
      async ({ patterns, not, most, reaction }) => {
        const before = scanClock.now
        const fits = patterns.map((pattern) => new RegExp(pattern))
        for (let step = 0; step < most; step++) {
          await new Promise(requestAnimationFrame)
          const name = document.querySelector(':popover-open p')?.textContent?.trim() ?? ''
          if (!not.includes(name) && fits.some((pattern) => pattern.test(name))) {
            scanClock.pass(reaction)
            return { name, time: scanClock.now - before }
          }
          scanClock.step()
        }
        return null
      },
      { patterns: wanted, not: opened, most: MOST_STEPS, reaction: REACTION },
    )
    if (!reached) throw new Error(`the frame never comes to ${wanted.join(' or ')}; it is on "${await this.framed()}"`)
    return reached
  }
}

/** The groups on the way to a move of the piece on a square. */
export const toMoveOf = (square: string): string[] => [
  words['switch_other_moves'] ?? '',
  (words['switch_moves_of'] ?? '').replace('{square}', square),
]

/** The group of a row, counted from 1. */
export const toRow = (row: number): string[] => [(words['switch_row'] ?? '').replace('{row}', String(row))]
