// A storm: as many puzzles as possible in three minutes, of increasing difficulty. Does not affect the rating. Knows the clock and combo;
// the core judges; draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { MoveView, PuzzleView, RunView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, perform, realPace, still } from '../../shared/board/stage'
import { spoken, spokenMustTake } from '../../shared/words'
import { zone } from '../../shared/zone'
import { announcer } from '../../shell/announcer.svelte'
import { app } from '../../shell/app.svelte'

/** Duration of a storm and penalty of a mistake, in milliseconds. */
const DURATION = 180_000
const PENALTY = 10_000
/** Bonus in milliseconds for a number of right moves in a row; the last one repeats every `BONUS_EVERY` moves. */
const BONUS: readonly [moves: number, millis: number][] = [
  [5, 3000],
  [12, 5000],
  [20, 7000],
  [30, 10_000],
]
const BONUS_EVERY = 10
/** Replies are animated quickly, so that they cost little time. */
const REPLY_PACE = 0.6

/** Bonus for a number of right moves in a row, in milliseconds. */
export function bonusAt(combo: number): number {
  const [last, most] = BONUS.at(-1) ?? [0, 0]
  if (combo > last) return (combo - last) % BONUS_EVERY === 0 ? most : 0
  return BONUS.find(([moves]) => moves === combo)?.[1] ?? 0
}

export type StormState = 'ready' | 'running' | 'over'

export class StormSession {
  state: StormState = $state('ready')
  puzzle: PuzzleView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** Milliseconds left. */
  left = $state(DURATION)
  solved = $state(0)
  /** Right moves in a row, and their maximum. */
  combo = $state(0)
  longest = $state(0)
  /** Change of the clock by the last move, in milliseconds; 0 = none. */
  gained = $state(0)
  /** Missed puzzles, for review. */
  missed: PuzzleView[] = $state.raw([])
  result: RunView | null = $state.raw(null)
  playing = $state(false)
  failure: CallFailed | null = $state.raw(null)

  private seen: string[] = []
  private paths: number[][] = []
  /** Time of the last clock update. */
  private read = 0
  private run = 0

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
  ) {}

  /** Prepares a new storm with its first puzzle; the clock starts with the first move. */
  async begin(): Promise<void> {
    this.run++
    this.state = 'ready'
    this.left = DURATION
    this.solved = 0
    this.combo = 0
    this.longest = 0
    this.gained = 0
    this.missed = []
    this.result = null
    this.seen = []
    this.puzzle = null
    await this.next()
  }

  /** Stops the storm when the page is left. */
  leave(): void {
    this.run++
    this.state = 'ready'
  }

  /** Updates the clock; the storm ends when it runs out. */
  tick(): void {
    if (this.state !== 'running') return
    const now = this.pace.now()
    this.left = Math.max(0, this.left - (now - this.read))
    this.read = now
    if (this.left === 0) void this.end()
  }

  async play(path: readonly number[]): Promise<void> {
    const { puzzle, run } = this
    if (!puzzle || this.playing || this.state === 'over') return
    if (this.state === 'ready') {
      this.state = 'running'
      this.read = this.pace.now()
    }
    const moves = [...this.paths, [...path]]
    await this.attempt(async () => {
      const reply = await this.client.call('tryPuzzleMove', { puzzle: puzzle.summary.id, moves, hints: 0, casual: true })
      if (run !== this.run || this.state !== 'running') return
      const right = reply.verdict === 'goOn' || reply.verdict === 'done'
      this.count(right)
      if (!right) {
        this.missed = [...this.missed, puzzle]
        announcer.say(m.storm_missed())
        return this.next()
      }
      this.paths = moves
      if (reply.verdict === 'done') {
        this.solved++
        announcer.say(m.storm_solved({ count: this.solved }))
        return this.next()
      }
      announcer.say(...reply.played.slice(1).map((move: MoveView) => m.puzzle_spoken_reply({ move: spoken(move) })))
      this.playing = true
      await perform((scene) => run === this.run && (this.scene = scene), this.pace, reply.played, reply.position, REPLY_PACE)
      if (run !== this.run) return
      this.playing = false
      announcer.say(spokenMustTake(reply.position))
    })
  }

  private count(right: boolean): void {
    this.combo = right ? this.combo + 1 : 0
    this.longest = Math.max(this.longest, this.combo)
    this.gained = right ? bonusAt(this.combo) : -PENALTY
    this.left = Math.max(1, this.left + this.gained)
  }

  private async next(): Promise<void> {
    const { run } = this
    await this.attempt(async () => {
      const variant = app.chosenVariant
      const found = await this.client.call('nextPuzzle', {
        variant,
        mode: 'storm',
        streak: this.solved,
        seen: [...this.seen],
        zone: zone(),
      })
      if (run !== this.run || this.state === 'over') return
      if (!found) return this.end()
      this.puzzle = found
      this.seen.push(found.summary.id)
      this.paths = []
      this.scene = still(found.summary.position)
      announcer.say(m.puzzle_caption({ side: found.summary.position.turn }), spokenMustTake(found.summary.position))
    })
  }

  private async end(): Promise<void> {
    this.state = 'over'
    this.playing = false
    announcer.say(m.storm_over({ count: this.solved }))
    await this.attempt(async () => {
      this.result = await this.client.call('endRun', { variant: app.chosenVariant, run: 'storm', solved: this.solved })
    })
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.failure = null
    try {
      await work()
    } catch (thrown) {
      this.playing = false
      this.failure = CallFailed.from(thrown)
    }
  }
}
