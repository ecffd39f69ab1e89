// Review of a game: searches its positions in order, and those around the turning point again; the core judges them. It can be stopped and resumed. After an edit, results
// before the change stay. Results of a stored game are saved with it. Knows no rules and draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { FoundView, JudgedView, MoveView, ReviewView, SideView } from '../client/types'

/** Nodes searched per position: an instant on a desktop, a moment on a phone. */
export const NODES = 150_000
/** Nodes searched per position around the turning point. */
const CONFIRMED = 1_000_000
/** Most positions searched again; a turning point rarely moves twice. */
const MOST_CONFIRMED = 24
/** Number of new positions after which the game is judged again. */
const STEP = 8

/** The reviewed line: its start and its moves in notation. */
export interface ReviewedLine {
  variant: string
  fen: string
  moves: readonly string[]
  /** The winner, if any; and if the game was drawn. */
  winner: SideView | null
  drawn: boolean
  /** The stored game with which the results are saved. */
  game?: number
}

/** Result of a position; a saved one has no view of its best move. */
export interface Look extends FoundView {
  best: MoveView | null
}

export class Review {
  /** Results by ply, start first; `null` if not yet searched. */
  looks: readonly (Look | null)[] = $state.raw([])
  view: ReviewView | null = $state.raw(null)
  running = $state(false)
  failure: CallFailed | null = $state.raw(null)
  /** The reviewed line. */
  line: ReviewedLine | null = $state.raw(null)
  /** Number of positions that can be searched: fewer than the game has if it was played on after its end. */
  private reach = $state(0)
  /** Number of positions of this line saved with its game. */
  private kept = 0
  private ending: AbortController | null = null

  constructor(private readonly client: Client) {}

  /** Switches to a line, keeping results of the positions it shares with the previous one. */
  turn(line: ReviewedLine): void {
    const old = this.line
    const same = old !== null && old.variant === line.variant && old.fen === line.fen
    const shared = same ? sharedMoves(old.moves, line.moves) : 0
    if (same && shared === line.moves.length && shared === old.moves.length && old.winner === line.winner && old.game === line.game) return
    this.stop()
    this.line = line
    this.reach = line.moves.length + 1
    this.looks = Array.from({ length: this.reach }, (_, at) => (same && at <= shared ? (this.looks[at] ?? null) : null))
    this.kept = 0
    this.view = null
    this.failure = null
    if (this.done > 0) void this.judge()
  }

  get done(): number {
    return this.looks.reduce((sum, look) => sum + (look ? 1 : 0), 0)
  }

  get total(): number {
    return this.reach
  }

  get complete(): boolean {
    return this.reach > 0 && this.done >= this.reach
  }

  /** Ply of the most costly move, and the better one; `null` until the whole game is judged. */
  get turning(): { ply: number; better: MoveView | null } | null {
    const ply = this.view?.turning ?? null
    return ply === null || this.running || !this.complete ? null : { ply, better: this.looks[ply]?.best ?? null }
  }

  /** Searches the remaining positions until done or stopped. */
  async run(): Promise<void> {
    const { line } = this
    if (!line || this.running) return
    const ending = new AbortController()
    this.ending = ending
    this.running = true
    this.failure = null
    const over = (): boolean => this.ending !== ending || ending.signal.aborted
    try {
      if (line.game !== undefined && this.kept === 0) await this.remember(line, line.game)
      if (over()) return
      for (let at = 0; at < this.reach; at++) {
        if (this.looks[at]) continue
        const found = await this.look(line, at, ending.signal)
        if (over()) return
        if (!found) {
          this.reach = at
          break
        }
        this.looks = this.looks.with(at, found)
        if (this.done % STEP === 0) await this.judge()
      }
      await this.judge()
      if (this.done > this.kept) {
        await this.confirm(line, ending.signal)
        if (over()) return
        await this.keep(line)
      }
    } catch (thrown) {
      if (this.ending === ending) this.failure = CallFailed.from(thrown)
    } finally {
      if (this.ending === ending) this.running = false
    }
  }

  /** Searches the positions around the turning point again, deeper, until it stays where it is. */
  private async confirm(line: ReviewedLine, signal: AbortSignal): Promise<void> {
    const confirmed = new Set<number>()
    while (confirmed.size < MOST_CONFIRMED) {
      const turning = this.view?.turning ?? null
      if (turning === null) return
      // The side that erred might still have held the game at its next move.
      const at = [turning, turning + 1, turning + 2].find((ply) => this.looks[ply] && !confirmed.has(ply))
      if (at === undefined) return
      const found = await this.look(line, at, signal, CONFIRMED)
      if (signal.aborted) return
      confirmed.add(at)
      if (found) this.looks = this.looks.with(at, found)
      await this.judge()
    }
  }

  stop(): void {
    this.ending?.abort()
    this.ending = null
    this.running = false
  }

  /** Verdict on the move that leads to the position after `ply` moves. */
  judged(ply: number): JudgedView | null {
    return this.view?.moves[ply - 1] ?? null
  }

  /** Loads saved results for positions not yet searched. */
  private async remember(line: ReviewedLine, game: number): Promise<void> {
    // If loading fails the positions are searched again.
    const kept = await this.client.call('keptReview', { game }).catch(() => null)
    if (!kept || this.line !== line) return
    const shared = sharedMoves(kept.moves, line.moves)
    this.looks = this.looks.map((look, at) => {
      const found = at <= shared ? kept.found[at] : null
      if (found) this.kept++
      return look ?? (found ? { ...found, best: null } : null)
    })
  }

  private async keep({ game, moves }: ReviewedLine): Promise<void> {
    if (game === undefined) return
    const found = this.looks.map((look) => look && { score: look.score, pv: [...look.pv] })
    this.kept = this.done
    // If saving fails the report is still shown, and made again the next time.
    await this.client.call('keepReview', { game, moves: [...moves], found }).catch(() => null)
  }

  /** Searches one position; `null` if the game was over before it. */
  private async look({ variant, fen, moves }: ReviewedLine, at: number, signal: AbortSignal, nodes = NODES): Promise<Look | null> {
    const params = { variant, fen, moves: moves.slice(0, at), limits: { kind: 'nodes', nodes } as const }
    try {
      const { best, info } = await this.client.search(params, () => {}, signal)
      return { best, score: info.score, pv: info.pv }
    } catch (thrown) {
      const failed = CallFailed.from(thrown)
      if (failed.kind === 'illegalMove' && at > 0) return null
      throw failed
    }
  }

  private async judge(): Promise<void> {
    const { line } = this
    if (!line) return
    const { variant, fen, moves, winner, drawn } = line
    const found = this.looks.map((look) => look && { score: look.score, pv: look.pv })
    const view = await this.client.call('reviewGame', { variant, fen, moves: [...moves], winner, drawn, found })
    if (this.line === line) this.view = view
  }
}

/** Number of moves two lines share. */
function sharedMoves(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((move, index) => move !== other[index])
  return at < 0 ? one.length : at
}
