// "Shot or no shot?": first one says what there is in a position, then one plays; both are judged apart. Now and then a puzzle is asked
// that was missed and is due. Judges no move itself and draws nothing.
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

/** Of a hundred questions so many have a shot, and of these so many are own mistakes, where any is due. */
const SHOTS = 50
const MISTAKES = 50
/** Puzzles of which none gives a question without a shot, before one with a shot is asked. */
const PATIENCE = 4

export type SenseState = 'preparing' | 'asked' | 'playing' | 'over'

export class SenseSession {
  state: SenseState = $state('preparing')
  question: Question | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  /** What was said to be there, and whether what was played was right. */
  said: Kind | null = $state(null)
  played: boolean | null = $state(null)
  /** Questions that are over, and how many of them were judged and played right. */
  count = $state({ of: 0, judged: 0, played: 0 })
  moving = $state(false)
  none = $state(false)
  failure: CallFailed | null = $state.raw(null)

  private paths: number[][] = []
  private seen: string[] = []
  /** The question after this one, looked for while this one is thought about. */
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

  /** The next question. */
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
      // It is waited for later; until then nobody is told that it failed.
      this.coming.catch(() => undefined)
    })
  }

  /** Nothing is looked for any more: the page was left. */
  leave(): void {
    this.ending.abort()
    this.ending = new AbortController()
    this.coming = null
  }

  private chance(of: number): boolean {
    return this.pace.seed() % 100 < of
  }

  private async puzzle(mode: 'rated' | 'repeat'): Promise<PuzzleView | null> {
    const found = await this.client.call('nextPuzzle', {
      variant: app.chosenVariant,
      mode,
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
      for (let tries = 0; tries < PATIENCE && !signal.aborted; tries++) {
        const puzzle = await this.puzzle('rated')
        const question = puzzle && (await withoutShot(this.client, puzzle, signal))
        if (question) return question
      }
    }
    const due = this.chance(MISTAKES) ? await this.puzzle('repeat') : null
    const puzzle = due ?? (await this.puzzle('rated'))
    return puzzle && withShot(this.client, puzzle, signal)
  }

  /** What one says is there. Then it is told, and played. */
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

  /** A move: one try, as in a game. */
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
      // What was missed and is due is repeated by it; the others count for nothing else.
      const casual = question.puzzle.returns === null
      const reply = await this.client.call('tryPuzzleMove', { puzzle: question.puzzle.summary.id, moves, hints: 0, casual })
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

/** What there is, and so what is to be played. */
export function toPlay(kind: Kind): string {
  return { shot: m.sense_is_shot, safe: m.sense_is_safe, defend: m.sense_is_defend }[kind]()
}
