// Review of a game: runs the searches that the core asks for and lets it judge them. It can be stopped and resumed. After an edit, results
// before the change stay. Results of a stored game are saved with it. Knows no rules and draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { FoundView, JudgedView, MoveView, NeededSearchView as NeededSearch, ReviewView, SideView } from '../client/types'

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
  /** There are results that are not saved with the game. */
  private unsaved = false
  /** The saved results of the line were loaded. */
  private remembered = false
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
    this.looks = Array.from({ length: line.moves.length + 1 }, (_, at) => (same && at <= shared ? (this.looks[at] ?? null) : null))
    this.unsaved = this.looks.some((look) => look !== null)
    this.remembered = false
    this.view = null
    this.failure = null
    if (this.unsaved) void this.judge()
  }

  /** Number of positions whose value is known, and that of all. */
  get done(): number {
    return this.view?.expected.filter((value) => value !== null).length ?? 0
  }

  get total(): number {
    return this.view?.expected.length ?? this.looks.length
  }

  /** Number of searches left that confirm marks; 0 before the first pass is over, and at the end. */
  get unconfirmed(): number {
    return this.done < this.total ? 0 : (this.view?.next?.left ?? 0)
  }

  get complete(): boolean {
    return this.view !== null && this.view.next === null
  }

  /** Ply of the turning point, and the better move; `null` until the whole game is judged. */
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
      if (line.game !== undefined && !this.remembered) await this.remember(line, line.game)
      if (over()) return
      await this.judge()
      for (let next = this.view?.next; next && !over(); next = this.view?.next) {
        const found = await this.look(line, next, ending.signal)
        if (over()) return
        this.looks = this.looks.with(next.ply, found)
        this.unsaved = true
        await this.judge()
      }
      if (!over() && this.unsaved) await this.keep(line)
    } catch (thrown) {
      if (this.ending === ending) this.failure = CallFailed.from(thrown)
    } finally {
      if (this.ending === ending) this.running = false
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
    this.remembered = true
    const shared = sharedMoves(kept.moves, line.moves)
    this.looks = this.looks.map((look, at) => {
      const found = at <= shared ? kept.found[at] : null
      return look ?? (found ? { ...found, best: null } : null)
    })
  }

  private async keep({ game, moves }: ReviewedLine): Promise<void> {
    if (game === undefined) return
    this.unsaved = false
    // If saving fails the report is still shown, and made again the next time.
    await this.client.call('keepReview', { game, moves: [...moves], found: this.found }).catch(() => null)
  }

  private async look({ variant, fen, moves }: ReviewedLine, { ply, nodes }: NeededSearch, signal: AbortSignal): Promise<Look> {
    const params = { variant, fen, moves: moves.slice(0, ply), limits: { kind: 'nodes', nodes } as const }
    const { best, info } = await this.client.search(params, () => {}, signal)
    return { best, score: info.score, pv: info.pv, depth: info.depth, nodes }
  }

  /** The results without the views of their moves. */
  private get found(): (FoundView | null)[] {
    return this.looks.map((look) => look && { score: look.score, pv: [...look.pv], depth: look.depth, nodes: look.nodes })
  }

  private async judge(): Promise<void> {
    const { line } = this
    if (!line) return
    const { variant, fen, moves, winner, drawn } = line
    const view = await this.client.call('reviewGame', { variant, fen, moves: [...moves], winner, drawn, found: this.found })
    if (this.line === line) this.view = view
  }
}

/** Number of moves two lines share. */
function sharedMoves(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((move, index) => move !== other[index])
  return at < 0 ? one.length : at
}
