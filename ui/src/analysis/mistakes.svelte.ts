// Learning from the mistakes of games: shows the position before each mistake without its answer and judges a try by the criteria of the
// review. A question not solved at once is asked again. The first answer goes to the scheduler, which repeats the question after some days.
// Knows no rules and draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { DueMistake, FoundView, JudgedView, MoveView } from '../client/types'
import type { Review } from './review.svelte'

/** Nodes of the search that judges a try. */
const NODES = 1_000_000

/** A position in which a mistake was made. */
export interface Question {
  variant: string
  /** Start of the game, and the moves to the position. */
  start: string
  moves: readonly string[]
  /** FEN of the position; `null` if the moves define it. */
  fen: string | null
  /** Number of moves of the game before it. */
  ply: number
  /** The move played, in notation. */
  played: string
  /** Search result of the position, and the refutation of the move played, if known. */
  found: FoundView
  refutation: readonly string[]
  /** Players of the game; empty if unknown. */
  white: string
  black: string
}

/** State of a question. */
export type Answer =
  | { kind: 'asked' }
  | { kind: 'judging'; move: MoveView }
  /** As good as the best move, or nearly. */
  | { kind: 'found'; move: MoveView; best: boolean }
  /** Not better than the game's move; with its refutation. */
  | { kind: 'missed'; move: MoveView; refutation: readonly string[] }
  /** The reader asked for the answer. */
  | { kind: 'shown' }

export class Mistakes {
  /** The open questions; the first is the current one. */
  private left: readonly Question[] = $state.raw([])
  answer: Answer = $state.raw({ kind: 'asked' })
  failure: CallFailed | null = $state.raw(null)
  /** Number solved at the first try. */
  first = $state(0)
  /** Days until the current question is repeated; `null` before it is answered. */
  days: number | null = $state(null)
  /** The current question has had no try and its answer was not shown. */
  private fresh = true
  /** Repeated questions, which are not counted twice. */
  private readonly seen = new Set<Question>()
  private ending: AbortController | null = null

  /** `keeps`: answers are scheduled to be asked again after some days. */
  constructor(
    private readonly client: Client,
    private readonly questions: readonly Question[],
    private readonly keeps = true,
  ) {
    this.left = questions
  }

  get total(): number {
    return this.questions.length
  }

  /** Number of the current question, from 1; a repeated one has its own again. */
  get place(): number {
    return this.question ? this.questions.indexOf(this.question) + 1 : this.total
  }

  /** The current question; `null` when all are solved. */
  get question(): Question | null {
    return this.left[0] ?? null
  }

  /** The better line, once it may be revealed. */
  get better(): readonly string[] {
    return this.isRevealed ? (this.question?.found.pv ?? []) : []
  }

  /** The refutation of the game's move, once it may be revealed. */
  get refutation(): readonly string[] {
    return this.isRevealed ? (this.question?.refutation ?? []) : []
  }

  private get isRevealed(): boolean {
    return this.answer.kind === 'found' || this.answer.kind === 'shown'
  }

  /** A try is accepted now. */
  get asks(): boolean {
    return this.question !== null && (this.answer.kind === 'asked' || this.answer.kind === 'missed')
  }

  /** Tries a move. Never rejects: a failure is stored. */
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
      await this.report(question, this.answer.kind === 'found')
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
    const all = [...before.map(() => null), found, { score: info.score, pv: info.pv, depth: info.depth, nodes: NODES }]
    const view = await this.client.call('reviewGame', { variant, fen: start, moves, found: all, winner: null })
    const quality = view.moves.at(-1)?.quality
    return { good: quality === 'best' || quality === 'good' || quality === 'forced', refutation: info.pv }
  }

  /** Reveals the better line; the question is asked again later. */
  async show(): Promise<void> {
    const { question } = this
    if (!question) return
    this.stop()
    this.failure = null
    this.answer = { kind: 'shown' }
    try {
      await this.report(question, false)
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }

  /** Counts and schedules the first answer only. */
  private async report(question: Question, right: boolean): Promise<void> {
    const first = this.fresh && !this.seen.has(question)
    if (right && first) this.first++
    if (!right) this.fresh = false
    if (!first) return
    this.seen.add(question)
    if (!this.keeps) return
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

  /** Removes the current question permanently. */
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

  /** Goes to the next question; one not solved at once is appended to the end. */
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

/** Plies of the confirmed mistakes and blunders of both sides. */
export function mistakesOf(moves: readonly (JudgedView | null)[]): number[] {
  return moves.flatMap((judged, at) => (judged?.confirmed && (judged.quality === 'mistake' || judged.quality === 'blunder') ? [at] : []))
}

/** The costliest of these plies, at most `most`, in the order of the game. */
export function costliest(moves: readonly (JudgedView | null)[], plies: readonly number[], most: number): number[] {
  const lost = (at: number): number => (moves[at]?.before ?? 0) - (moves[at]?.after ?? 0)
  const byLoss = plies.toSorted((one, other) => lost(other) - lost(one))
  return byLoss.slice(0, most).toSorted((one, other) => one - other)
}

/** The mistakes of a reviewed game at these plies as questions; those without a better line are skipped. */
export function questionsOf(
  { line, looks }: Review,
  plies: readonly number[],
  { white, black }: { white: string; black: string },
): Question[] {
  if (!line) return []
  return plies.flatMap((ply) => {
    const [look, played] = [looks[ply], line.moves[ply]]
    if (!look || played === undefined || look.pv.length === 0) return []
    return {
      variant: line.variant,
      start: line.fen,
      moves: line.moves.slice(0, ply),
      fen: null,
      ply,
      played,
      found: { score: look.score, pv: look.pv, depth: look.depth, nodes: look.nodes },
      refutation: looks[ply + 1]?.pv ?? [],
      white,
      black,
    }
  })
}

/** A question that is due for review. */
export function questionOf({ position, played, score, best, white, black, ply }: DueMistake): Question {
  const { variant, fen } = position
  return {
    variant,
    start: fen,
    moves: [],
    fen,
    ply,
    played: played.notation,
    found: { score, pv: best, depth: 0, nodes: 0 },
    refutation: [],
    white,
    black,
  }
}
