// "Shot or no shot?": the user classifies the position, then plays; both are judged. The core judges moves; draws
// nothing.
import { CallFailed, type Client } from '../../client/client'
import type { BestLine, MoveView, PuzzleView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, after, perform, realPace, still } from '../../shared/board/stage'
import { spoken, spokenMustTake } from '../../shared/words'
import { zone } from '../../shared/zone'
import { announcer } from '../../shell/announcer.svelte'
import { app } from '../../shell/app.svelte'
import { settings } from '../../shell/settings.svelte'
import { type Kind, type Question, isGood, withShot, withoutShot } from './question'

/** Percentage of questions with a shot. */
const SHOTS = 50
/** Number of puzzles tried for a question without a shot before one with a shot is used. */
const MAX_TRIES = 4

export type SenseState = 'preparing' | 'asked' | 'playing' | 'over'

export class SenseSession {
  state: SenseState = $state('preparing')
  question: Question | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** The given answer, and if the move was right. */
  said: Kind | null = $state(null)
  played: boolean | null = $state(null)
  /** Number of finished questions, and of those answered and played right. */
  count = $state({ of: 0, judged: 0, played: 0 })
  moving = $state(false)
  none = $state(false)
  failure: CallFailed | null = $state.raw(null)

  private paths: number[][] = []
  private seen: string[] = []
  /** The next question, prepared while the current one is shown. */
  private coming: Promise<Question | null> | null = null
  private ending = new AbortController()

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
  ) {}

  get judgedRight(): boolean {
    return this.said === this.question?.kind
  }

  get lines(): readonly BestLine[] {
    return this.question?.lines.slice(0, 3) ?? []
  }

  async next(): Promise<void> {
    const { ending } = this
    this.state = 'preparing'
    this.none = false
    await this.attempt(async () => {
      const question = await (this.coming ?? this.find())
      this.coming = null
      if (ending !== this.ending) return
      if (!question) return void (this.none = true)
      this.question = question
      this.said = null
      this.played = null
      this.paths = []
      this.moving = false
      this.scene = still({ ...question.position, legal: [] })
      this.state = 'asked'
      announcer.say(m.sense_ask({ side: question.position.turn }))
      this.coming = this.find()
      // Awaited later; a failure until then is not an unhandled rejection.
      this.coming.catch(() => undefined)
    })
  }

  /** Stops searching when the page is left. */
  leave(): void {
    this.ending.abort()
    this.ending = new AbortController()
    this.coming = null
  }

  private chance(of: number): boolean {
    return this.pace.seed() % 100 < of
  }

  private async puzzle(): Promise<PuzzleView | null> {
    const found = await this.client.call('nextPuzzle', {
      variant: app.chosenVariant,
      mode: 'rated',
      difficulty: settings.get('puzzleDifficulty'),
      seen: [...this.seen],
      zone: zone(),
    })
    if (found && this.seen.includes(found.summary.id)) return null
    if (found) this.seen.push(found.summary.id)
    return found
  }

  private async find(): Promise<Question | null> {
    const { signal } = this.ending
    if (!this.chance(SHOTS)) {
      for (let tries = 0; tries < MAX_TRIES && !signal.aborted; tries++) {
        const puzzle = await this.puzzle()
        const question = puzzle && (await withoutShot(this.client, puzzle, signal))
        if (question) return question
      }
    }
    const puzzle = await this.puzzle()
    return puzzle && withShot(this.client, puzzle, signal)
  }

  /** Takes the classification, reveals the right one and waits for the move. */
  answer(kind: Kind): void {
    const { question } = this
    if (!question || this.state !== 'asked') return
    this.said = kind
    this.state = 'playing'
    this.scene = still(question.position)
    announcer.say(
      this.judgedRight ? m.sense_judged_right() : m.sense_judged_wrong(),
      toPlay(question.kind),
      spokenMustTake(question.position),
    )
  }

  /** Handles a move: one try, as in a game. */
  async play(move: MoveView, path: readonly number[]): Promise<void> {
    const { question } = this
    if (!question || this.state !== 'playing' || this.moving) return
    await this.attempt(async () => {
      if (question.kind !== 'shot') {
        const [good] = await Promise.all([isGood(this.client, question, move.notation, this.ending.signal), this.watch([move])])
        if (question === this.question) this.end(good)
        return
      }
      const moves = [...this.paths, [...path]]
      const reply = await this.client.call('tryPuzzleMove', { puzzle: question.puzzle.summary.id, moves, hints: 0, casual: true })
      if (question !== this.question) return
      if (reply.verdict === 'goOn') {
        this.paths = moves
        announcer.say(m.puzzle_good(), ...reply.played.slice(1).map((one) => m.puzzle_spoken_reply({ move: spoken(one) })))
        await this.watch(reply.played)
        this.scene = still(reply.position, reply.played.at(-1) ?? null)
        return
      }
      await this.watch(reply.played)
      this.end(reply.verdict === 'done')
    })
  }

  private end(right: boolean): void {
    this.played = right
    this.state = 'over'
    const { of, judged, played } = this.count
    this.count = { of: of + 1, judged: judged + Number(this.judgedRight), played: played + Number(right) }
    announcer.say(right ? m.sense_played_right() : m.sense_played_wrong())
  }

  private async watch(moves: readonly MoveView[]): Promise<void> {
    const { question, scene } = this
    if (!scene) return
    this.moving = true
    const end = after(scene.position, moves)
    await perform((next) => question === this.question && (this.scene = next), this.pace, moves, end)
    if (question === this.question) this.moving = false
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    const { ending } = this
    this.failure = null
    try {
      await work()
    } catch (thrown) {
      if (ending !== this.ending) return
      this.moving = false
      this.failure = CallFailed.from(thrown)
    }
  }
}

/** Content of the position, with the task that follows. */
export function toPlay(kind: Kind): string {
  return { shot: m.sense_is_shot, safe: m.sense_is_safe, defend: m.sense_is_defend }[kind]()
}
