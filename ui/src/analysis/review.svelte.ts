// The review of a game: its positions searched one after another, and what the core makes of it. It can be stopped and goes on where it
// was; of a game that was changed what comes before the change stays. Knows no rule and draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { JudgedView, MoveView, ReviewView, SearchResult, SideView } from '../client/types'

/** Positions searched for each position of the game: a moment on a desktop, a breath on a phone. */
export const NODES = 150_000
/** So many new positions, and the game is judged anew. */
const STEP = 8

/** The line of a game that is reviewed: where it starts, and its moves as written. */
export interface Line {
  variant: string
  fen: string
  moves: readonly string[]
  /** Who won it, where somebody did. */
  winner: SideView | null
}

export class Review {
  /** What was found of each position, the start first; holes where nothing was yet. */
  looks: readonly (SearchResult | null)[] = $state.raw([])
  view: ReviewView | null = $state.raw(null)
  running = $state(false)
  failure: CallFailed | null = $state.raw(null)
  /** What it is the review of. */
  line: Line | null = $state.raw(null)
  /** Positions that can be searched: fewer than the game has where it was played on after its end. */
  private reach = $state(0)
  private ending: AbortController | null = null

  constructor(private readonly client: Client) {}

  /** Turns to a line. What is known of the positions it shares with the last one stays. */
  turn(line: Line): void {
    const old = this.line
    const same = old !== null && old.variant === line.variant && old.fen === line.fen
    let shared = 0
    if (same) while (shared < line.moves.length && old.moves[shared] === line.moves[shared]) shared++
    if (same && shared === line.moves.length && shared === old.moves.length && old.winner === line.winner) return
    this.stop()
    this.line = line
    this.reach = line.moves.length + 1
    this.looks = Array.from({ length: this.reach }, (_, at) => (same && at <= shared ? (this.looks[at] ?? null) : null))
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

  /** The move that cost most, by how many moves came before it, and what was better; null until the whole game is judged. */
  get turning(): { ply: number; better: MoveView | null } | null {
    const ply = this.view?.turning ?? null
    return ply === null || this.running || !this.complete ? null : { ply, better: this.looks[ply]?.best ?? null }
  }

  /** Searches what has not been searched, until it is done or stopped. */
  async run(): Promise<void> {
    const { line } = this
    if (!line || this.running) return
    const ending = new AbortController()
    this.ending = ending
    this.running = true
    this.failure = null
    try {
      for (let at = 0; at < this.reach; at++) {
        if (this.looks[at]) continue
        const found = await this.look(line, at, ending.signal)
        if (this.ending !== ending || ending.signal.aborted) return
        if (!found) {
          this.reach = at
          break
        }
        this.looks = this.looks.with(at, found)
        if (this.done % STEP === 0) await this.judge()
      }
      await this.judge()
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

  /** The verdict on the move that leads to the position after so many moves. */
  judged(ply: number): JudgedView | null {
    return this.view?.moves[ply - 1] ?? null
  }

  /** One position; null where the game was over before it by its rules. */
  private async look({ variant, fen, moves }: Line, at: number, signal: AbortSignal): Promise<SearchResult | null> {
    const params = { variant, fen, moves: moves.slice(0, at), limits: { kind: 'nodes', nodes: NODES } as const }
    try {
      return await this.client.search(params, () => {}, signal)
    } catch (thrown) {
      const failed = CallFailed.from(thrown)
      if (failed.kind === 'illegalMove' && at > 0) return null
      throw failed
    }
  }

  private async judge(): Promise<void> {
    const { line } = this
    if (!line) return
    const found = this.looks.map((look) => (look ? { score: look.info.score, pv: look.info.pv } : null))
    const view = await this.client.call('reviewGame', { ...line, moves: [...line.moves], found })
    if (this.line === line) this.view = view
  }
}
