// Moves a frame over choices; a press does the one that is framed. Knows no page and no draughts.
import type { Choice } from './choices'
import type { ScanClock } from './clock'

/** The first choice of a list is framed longer, by this factor: the eye has to find it. */
const FIRST = 1.5
/** The frame rests after this number of passes over the whole list. */
const PASSES = 3
/** A group is left after this number of passes over it. */
const GROUP_PASSES = 2
/** A press this soon after a list has changed by itself was meant for the one before, in milliseconds. */
const TOO_SOON = 200

export interface ScanHost {
  /** Time of a step in milliseconds. */
  step(): number
  /** The frame must stay: the name of the choice is still being spoken. */
  busy(): boolean
  /** After a press in a group the frame stays in it; else it returns to the start of everything. */
  stays(): boolean
  /** The choice that ends every group. `group` is the group it leads out of. */
  back(group: Choice): Choice
  /** A choice is framed; `first` in its list. */
  framed(choice: Choice, first: boolean): void
}

interface Level {
  list: readonly Choice[]
  index: number
  passes: number
  /** The group that this list belongs to; `null` = the whole list. */
  group: Choice | null
}

export class Scanner {
  /** The framed choice; `null` while the frame rests or waits. */
  now: Choice | null = $state.raw(null)
  /** No press came for some passes: the next press begins again. */
  resting = $state(false)
  private levels: Level[] = []
  /** A press was made: the frame waits until the app has answered. */
  private waiting = false
  private since = 0
  private cancel: (() => void) | undefined
  private unshow: (() => void) | undefined

  constructor(
    private readonly clock: ScanClock,
    private readonly host: ScanHost,
  ) {}

  /**
   * Takes the whole list, again after every change of the page. An equal list changes nothing; another one is scanned from its start.
   * `ready`: these are the choices that a press has been waiting for.
   */
  offer(list: readonly Choice[], ready: boolean): void {
    const [top] = this.levels
    const same = top?.list.length === list.length && list.every(({ key }, index) => key === top.list[index]?.key)
    if (top && same) {
      top.list = list
      if (!this.waiting && this.now?.gone?.()) this.begin()
      return
    }
    this.levels = [{ list, index: 0, passes: 0, group: null }]
    if (this.waiting && !ready) return
    this.begin()
    this.since = this.clock.now()
  }

  /** Ends the scan. */
  stop(): void {
    this.frame(null)
    this.cancel?.()
    this.levels = []
    this.resting = this.waiting = false
  }

  press(): void {
    if (this.waiting || this.clock.now() - this.since < TOO_SOON) return
    if (this.resting) return this.begin()
    const { now } = this
    if (now) this.choose(now)
  }

  private choose(choice: Choice): void {
    const inside = choice.inside?.()
    if (inside) {
      if (inside.length > 0) this.levels.push({ list: [...inside, this.host.back(choice)], index: 0, passes: 0, group: choice })
      return this.show()
    }
    if (choice.leaves) {
      this.levels.pop()
      const level = this.levels.at(-1)
      if (level) level.index = level.passes = 0
      choice.act?.()
      return this.show()
    }
    this.frame(null)
    this.waiting = true
    this.arm(this.host.step(), () => this.goOn())
    choice.act?.()
  }

  /** The app has had time to answer a press: the frame stays where it is, if that is still there, so that it can be pressed again. */
  private goOn(): void {
    const level = this.levels.at(-1)
    const pressed = level?.list[level.index]
    if (!level || !pressed || !this.host.stays()) return this.begin()
    if (level.group) level.list = [...(level.group.inside?.() ?? []), this.host.back(level.group)]
    level.index = level.list.findIndex(({ key }) => key === pressed.key)
    if (level.index < 0 || level.list[level.index]?.gone?.()) return this.begin()
    level.passes = level.group ? GROUP_PASSES - 1 : 0
    this.waiting = false
    this.show()
  }

  /** Leaves the current group. */
  up(): void {
    this.levels.pop()
    const level = this.levels.at(-1)
    if (level) level.passes = 0
    this.waiting = false
    this.show()
  }

  private begin(): void {
    this.levels.length = Math.min(1, this.levels.length)
    this.resting = this.waiting = false
    const [top] = this.levels
    if (top) top.index = top.passes = 0
    this.show()
  }

  private show(): void {
    const level = this.levels.at(-1)
    const choice = level?.list[level.index]
    if (!level || !choice) return this.frame(null)
    this.frame(choice)
    this.host.framed(choice, level.index === 0)
    this.arm(this.host.step() * (level.index === 0 ? FIRST : 1), () => this.next())
  }

  private next(): void {
    if (this.host.busy()) return this.arm(this.host.step() / 2, () => this.next())
    const { now } = this
    if (now?.itself) return this.choose(now)
    const level = this.levels.at(-1)
    if (!level) return
    do level.index++
    while (level.list[level.index]?.gone?.())
    if (level.index >= level.list.length) {
      level.index = 0
      level.passes++
      if (level.group && level.passes >= GROUP_PASSES) return this.up()
      if (!level.group && level.passes >= PASSES) {
        this.resting = true
        return this.frame(null)
      }
    }
    this.show()
  }

  private frame(choice: Choice | null): void {
    this.cancel?.()
    this.unshow?.()
    this.unshow = choice?.show?.()
    this.now = choice
  }

  private arm(millis: number, run: () => void): void {
    this.cancel?.()
    this.cancel = this.clock.after(millis, run)
  }
}
