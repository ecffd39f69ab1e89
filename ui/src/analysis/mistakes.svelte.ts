// Learning from the mistakes of games: the position before each is shown without its answer, a try is judged as the game's own moves
// were, and what was not found at once comes again. The first answer is told to the scheduler, which asks again in some days. Knows no
// rule and draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { DueMistake, FoundView, JudgedView, MoveView } from '../client/types'
import { NODES, type Review } from './review.svelte'

/** A position in which a game went on with a mistake. */
export interface Question {
  variant: string
  /** Where the moves begin, and those that lead to the position. */
  start: string
  moves: readonly string[]
  /** The position itself; null where the moves say it. */
  fen: string | null
  /** Moves of the game before it. */
  ply: number
  /** The move that was played, as written. */
  played: string
  /** What a search said of the position; and what the game's move is met by, where that is known. */
  found: FoundView
  refutation: readonly string[]
  /** Whose game it was; empty where it is not known. */
  white: string
  black: string
}

/** What became of a question so far. */
export type Answer =
  | { kind: 'asked' }
  | { kind: 'judging'; move: MoveView }
  /** As good as the best, or nearly. */
  | { kind: 'found'; move: MoveView; best: boolean }
  /** No better: what it is met by. */
  | { kind: 'missed'; move: MoveView; refutation: readonly string[] }
  /** The reader had the answer shown. */
  | { kind: 'shown' }

export class Mistakes {
  /** The questions still open; the first is asked now. */
  private left: readonly Question[] = $state.raw([])
  readonly total: number
  answer: Answer = $state.raw({ kind: 'asked' })
  failure: CallFailed | null = $state.raw(null)
  /** Found at the first try. */
  first = $state(0)
  /** In how many days the one that is asked comes back; null before it is answered. */
  days: number | null = $state(null)
  /** Nothing was tried at this question yet, and nothing shown. */
  private fresh = true
  /** These come again and are not counted twice. */
  private readonly seen = new Set<Question>()
  private ending: AbortController | null = null

  constructor(
    private readonly client: Client,
    questions: readonly Question[],
  ) {
    this.left = questions
    this.total = questions.length
  }

  /** How many were found. */
  get done(): number {
    return this.total - this.left.length
  }

  /** What is asked; null when all are found. */
  get question(): Question | null {
    return this.left[0] ?? null
  }

  /** The line that was better, once it may be told. */
  get better(): readonly string[] {
    return this.told ? (this.question?.found.pv ?? []) : []
  }

  /** What the game's own move is met by, once that may be told. */
  get refutation(): readonly string[] {
    return this.told ? (this.question?.refutation ?? []) : []
  }

  private get told(): boolean {
    return this.answer.kind === 'found' || this.answer.kind === 'shown'
  }

  /** A try is made now. */
  get asks(): boolean {
    return this.question !== null && (this.answer.kind === 'asked' || this.answer.kind === 'missed')
  }

  /** Tries a move; rejects nothing: what fails is kept. */
  async attempt(move: MoveView): Promise<void> {
    const { question } = this
    if (!question || !this.asks) return
    const before = this.answer
    this.failure = null
    this.answer = { kind: 'judging', move }
    const ending = new AbortController()
    this.ending = ending
    try {
      const best = question.found.pv[0] === move.notation
      const judged = best ? null : await this.judge(question, move, ending.signal)
      if (this.ending !== ending || ending.signal.aborted) return
      this.answer = best || judged?.good ? { kind: 'found', move, best } : { kind: 'missed', move, refutation: judged?.refutation ?? [] }
      await this.tell(question, this.answer.kind === 'found')
    } catch (thrown) {
      if (this.ending !== ending) return
      if (this.answer.kind === 'judging') this.answer = before
      this.failure = CallFailed.from(thrown)
    }
  }

  private async judge(
    { variant, start, moves: before, found }: Question,
    move: MoveView,
    signal: AbortSignal,
  ): Promise<{ good: boolean; refutation: readonly string[] }> {
    const moves = [...before, move.notation]
    const limits = { kind: 'nodes', nodes: NODES } as const
    const { info } = await this.client.search({ variant, fen: start, moves, limits }, () => {}, signal)
    const all = [...before.map(() => null), found, { score: info.score, pv: info.pv }]
    const view = await this.client.call('reviewGame', { variant, fen: start, moves, found: all, winner: null })
    const quality = view.moves.at(-1)?.quality
    return { good: quality === 'best' || quality === 'good' || quality === 'forced', refutation: info.pv }
  }

  /** Tells what was better: it comes again. */
  async show(): Promise<void> {
    const { question } = this
    if (!question) return
    this.stop()
    this.failure = null
    this.answer = { kind: 'shown' }
    try {
      await this.tell(question, false)
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** The first answer counts, here and for the scheduler. */
  private async tell(question: Question, right: boolean): Promise<void> {
    const first = this.fresh && !this.seen.has(question)
    if (right && first) this.first++
    if (!right) this.fresh = false
    if (!first) return
    this.seen.add(question)
    const { variant, fen, played, found, white, black, ply } = question
    const written = fen ?? (await this.fenOf(question))
    const { score, pv } = found
    const kept = await this.client.call('keepMistake', { variant, fen: written, played, score, best: [...pv], white, black, ply, right })
    if (this.question === question) this.days = kept.days
  }

  private async fenOf({ variant, start, moves }: Question): Promise<string> {
    const { position } = await this.client.call('line', { variant, fen: start, moves: [...moves] })
    return position.fen
  }

  /** The one that is asked is not asked any more, today or later. */
  async forget(): Promise<void> {
    const { question } = this
    if (!question) return
    this.stop()
    try {
      const { variant } = question
      await this.client.call('forgetMistake', { variant, fen: question.fen ?? (await this.fenOf(question)) })
      this.on(this.left.slice(1))
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** On to the next; one that was not found at once comes again at the end. */
  next(): void {
    const [now, ...rest] = this.left
    if (now === undefined) return
    this.on(this.fresh ? rest : [...rest, now])
  }

  private on(left: readonly Question[]): void {
    this.left = left
    this.fresh = true
    this.failure = null
    this.days = null
    this.answer = { kind: 'asked' }
  }

  stop(): void {
    this.ending?.abort()
    this.ending = null
  }
}

/** The weak moves of both sides, by how many moves come before each. */
export function mistakesOf(moves: readonly (JudgedView | null)[]): number[] {
  return moves.flatMap((judged, at) => (judged && (judged.quality === 'mistake' || judged.quality === 'blunder') ? [at] : []))
}

/** The weak moves of a reviewed game as questions. One without a line that was better is none. */
export function questionsOf({ view, line, looks }: Review, { white, black }: { white: string; black: string }): Question[] {
  if (!view || !line) return []
  return mistakesOf(view.moves).flatMap((ply) => {
    const [look, played] = [looks[ply], line.moves[ply]]
    if (!look || played === undefined || look.pv.length === 0) return []
    return {
      variant: line.variant,
      start: line.fen,
      moves: line.moves.slice(0, ply),
      fen: null,
      ply,
      played,
      found: { score: look.score, pv: look.pv },
      refutation: looks[ply + 1]?.pv ?? [],
      white,
      black,
    }
  })
}

/** One that has come back. */
export function questionOf({ position, played, score, best, white, black, ply }: DueMistake): Question {
  const { variant, fen } = position
  return { variant, start: fen, moves: [], fen, ply, played: played.notation, found: { score, pv: best }, refutation: [], white, black }
}
