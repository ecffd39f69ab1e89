// Learning from the mistakes of a game that was reviewed: the position before each is shown without its answer, a try is judged as the
// game's own moves were, and what was not found at once comes again. Knows no rule and draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { JudgedView, MoveView } from '../client/types'
import { NODES, type Review } from './review.svelte'

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
  /** The moves still to be bettered, by how many come before each; the first is asked now. */
  private left: readonly number[] = $state.raw([])
  private readonly all: readonly number[]
  answer: Answer = $state.raw({ kind: 'asked' })
  failure: CallFailed | null = $state.raw(null)
  /** Found at the first try. */
  first = $state(0)
  /** Nothing was tried at this question yet, and nothing shown. */
  private fresh = true
  /** These come again and are not counted twice. */
  private readonly seen = new Set<number>()
  private ending: AbortController | null = null

  constructor(
    private readonly client: Client,
    private readonly review: Review,
  ) {
    this.all = mistakesOf(review.view?.moves ?? [])
    this.left = this.all
  }

  get total(): number {
    return this.all.length
  }

  /** How many were found. */
  get done(): number {
    return this.total - this.left.length
  }

  /** Moves before the one that is to be bettered; null when all are found. */
  get ply(): number | null {
    return this.left[0] ?? null
  }

  /** The move that was played, as written. */
  get played(): string {
    return this.ply === null ? '' : (this.review.line?.moves[this.ply] ?? '')
  }

  /** The line that was better, once it may be told. */
  get better(): readonly string[] {
    const { kind } = this.answer
    return this.ply !== null && (kind === 'found' || kind === 'shown') ? (this.review.looks[this.ply]?.info.pv ?? []) : []
  }

  /** A try is made now. */
  get asks(): boolean {
    return this.ply !== null && (this.answer.kind === 'asked' || this.answer.kind === 'missed')
  }

  /** Tries a move; rejects nothing: what fails is kept. */
  async attempt(move: MoveView): Promise<void> {
    const { ply, review } = this
    const { line } = review
    if (ply === null || !line || !this.asks) return
    this.failure = null
    this.answer = { kind: 'judging', move }
    const ending = new AbortController()
    this.ending = ending
    try {
      const moves = [...line.moves.slice(0, ply), move.notation]
      const { variant, fen } = line
      const best = review.looks[ply]?.info.pv[0] === move.notation
      const judged = best ? null : await this.judge(variant, fen, moves, ending.signal)
      if (this.ending !== ending || ending.signal.aborted) return
      if (best || judged?.good) this.find(move, best)
      else this.miss(move, judged?.refutation ?? [])
    } catch (thrown) {
      if (this.ending !== ending) return
      this.answer = { kind: 'asked' }
      this.failure = CallFailed.from(thrown)
    }
  }

  private async judge(
    variant: string,
    fen: string,
    moves: string[],
    signal: AbortSignal,
  ): Promise<{ good: boolean; refutation: readonly string[] }> {
    const limits = { kind: 'nodes', nodes: NODES } as const
    const look = await this.client.search({ variant, fen, moves, limits }, () => {}, signal)
    const looks = [...this.review.looks.slice(0, moves.length), look]
    const found = looks.map((one) => (one ? { score: one.info.score, pv: one.info.pv } : null))
    const view = await this.client.call('reviewGame', { variant, fen, moves, found, winner: null })
    const quality = view.moves.at(-1)?.quality
    return { good: quality === 'best' || quality === 'good' || quality === 'forced', refutation: look.info.pv }
  }

  private find(move: MoveView, best: boolean): void {
    if (this.fresh && this.ply !== null && !this.seen.has(this.ply)) this.first++
    this.answer = { kind: 'found', move, best }
  }

  private miss(move: MoveView, refutation: readonly string[]): void {
    this.fresh = false
    this.answer = { kind: 'missed', move, refutation }
  }

  /** Tells what was better: it comes again. */
  show(): void {
    this.stop()
    this.fresh = false
    this.answer = { kind: 'shown' }
  }

  /** On to the next; one that was not found at once comes again at the end. */
  next(): void {
    const [now, ...rest] = this.left
    if (now === undefined) return
    this.seen.add(now)
    this.left = this.fresh ? rest : [...rest, now]
    this.fresh = true
    this.failure = null
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
