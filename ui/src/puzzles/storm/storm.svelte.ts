// A storm: as many puzzles as one finds in three minutes, harder each time. What is tried counts for nothing else. Knows the clock and the
// combo; judges nothing itself and draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { MoveView, PuzzleView, RunView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, perform, realPace, still } from '../../shared/board/stage'
import { spoken, spokenMustTake } from '../../shared/words'
import { zone } from '../../shared/zone'
import { announcer } from '../../shell/announcer.svelte'
import { app } from '../../shell/app.svelte'

/** Milliseconds of a storm, and what a mistake costs of them. */
const WHOLE = 180_000
const COST = 10_000
/** After so many right moves in a row there are so many milliseconds more; from the last on, again after each ten. */
const BONUS: readonly [moves: number, millis: number][] = [
  [5, 3000],
  [12, 5000],
  [20, 7000],
  [30, 10_000],
]
const THEN = 10
/** Replies are seen, and no time is lost by them. */
const BRISK = 0.6

/** What so many right moves in a row bring, in milliseconds. */
export function bonusAt(combo: number): number {
  const [last, most] = BONUS.at(-1) ?? [0, 0]
  if (combo > last) return (combo - last) % THEN === 0 ? most : 0
  return BONUS.find(([moves]) => moves === combo)?.[1] ?? 0
}

export type StormState = 'ready' | 'running' | 'over'

export class StormSession {
  state: StormState = $state('ready')
  puzzle: PuzzleView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** Milliseconds left. */
  left = $state(WHOLE)
  solved = $state(0)
  /** Right moves in a row, and the most of them. */
  combo = $state(0)
  longest = $state(0)
  /** What the last move did to the clock, in milliseconds; 0 nothing. */
  gained = $state(0)
  /** Puzzles missed, to be looked at afterwards. */
  missed: PuzzleView[] = $state.raw([])
  result: RunView | null = $state.raw(null)
  playing = $state(false)
  failure: CallFailed | null = $state.raw(null)

  private seen: string[] = []
  private paths: number[][] = []
  /** When the clock was last read. */
  private read = 0
  private run = 0

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
  ) {}

  /** A new storm, its first puzzle on the board; the clock starts with the first move. */
  async begin(): Promise<void> {
    this.run++
    this.state = 'ready'
    this.left = WHOLE
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

  /** What is on goes no further: the page was left. */
  leave(): void {
    this.run++
    this.state = 'ready'
  }

  /** Reads the clock; at its end the storm is over. */
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
      await perform((scene) => run === this.run && (this.scene = scene), this.pace, reply.played, reply.position, BRISK)
      if (run !== this.run) return
      this.playing = false
      announcer.say(spokenMustTake(reply.position))
    })
  }

  private count(right: boolean): void {
    this.combo = right ? this.combo + 1 : 0
    this.longest = Math.max(this.longest, this.combo)
    this.gained = right ? bonusAt(this.combo) : -COST
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
