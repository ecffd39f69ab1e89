// The review of a game: its positions searched one after another, and what the core makes of it. It can be stopped and goes on where it
// was; of a game that was changed what comes before the change stays, and what was found in a stored game is kept with it. Knows no rule
// and draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { FoundView, JudgedView, MoveView, ReviewView, SideView } from '../client/types'

/** Positions searched for each position of the game: a moment on a desktop, a breath on a phone. */
export const NODES = 150_000
/** So many new positions, and the game is judged anew. */
const STEP = 8

/** The line of a game that is reviewed: where it starts, and its moves as written. */
export interface Line {
  variant: string
  fen: string
  moves: readonly string[]
  /** Who won it, where somebody did; and whether nobody did. */
  winner: SideView | null
  drawn: boolean
  /** The stored game with which it is kept. */
  game?: number
}

/** What was found of a position: of one that was kept the best move has no view of its own. */
export interface Look extends FoundView {
  best: MoveView | null
}

export class Review {
  /** What was found of each position, the start first; holes where nothing was yet. */
  looks: readonly (Look | null)[] = $state.raw([])
  view: ReviewView | null = $state.raw(null)
  running = $state(false)
  failure: CallFailed | null = $state.raw(null)
  /** What it is the review of. */
  line: Line | null = $state.raw(null)
  /** Positions that can be searched: fewer than the game has where it was played on after its end. */
  private reach = $state(0)
  /** Positions of this line that are kept with its game. */
  private kept = 0
  private ending: AbortController | null = null

  constructor(private readonly client: Client) {}

  /** Turns to a line. What is known of the positions it shares with the last one stays. */
  turn(line: Line): void {
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
      if (this.done > this.kept) await this.keep(line)
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

  /** Takes what is kept of the game for those positions of which nothing is known. */
  private async remember(line: Line, game: number): Promise<void> {
    // What cannot be read is searched again.
    const kept = await this.client.call('keptReview', { game }).catch(() => null)
    if (!kept || this.line !== line) return
    const shared = sharedMoves(kept.moves, line.moves)
    this.looks = this.looks.map((look, at) => {
      const found = at <= shared ? kept.found[at] : null
      if (found) this.kept++
      return look ?? (found ? { ...found, best: null } : null)
    })
  }

  private async keep({ game, moves }: Line): Promise<void> {
    if (game === undefined) return
    const found = this.looks.map((look) => look && { score: look.score, pv: [...look.pv] })
    this.kept = this.done
    // Where it cannot be kept the report is there all the same, and made anew the next time.
    await this.client.call('keepReview', { game, moves: [...moves], found }).catch(() => null)
  }

  /** One position; null where the game was over before it by its rules. */
  private async look({ variant, fen, moves }: Line, at: number, signal: AbortSignal): Promise<Look | null> {
    const params = { variant, fen, moves: moves.slice(0, at), limits: { kind: 'nodes', nodes: NODES } as const }
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

/** How many moves two lines have in common. */
function sharedMoves(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((move, index) => move !== other[index])
  return at < 0 ? one.length : at
}
