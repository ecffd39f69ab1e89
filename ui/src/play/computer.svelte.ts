// The computer's part in a game: its move, thought out in peace or in a hurry, and what full strength says when asked. Plays no move itself.
import { type Client, EngineFailed } from '../client/client'
import type { GameView, MoveView, SearchParams, SearchResult } from '../client/types'
import { engineOf } from '../shared/engines/key'
import { isByTheBook } from '../shared/game-facts'
import type { Pace } from '../shared/board/stage'

/** A reply at once feels like a slap: milliseconds before any computer's move is shown. */
const SLOWEST_SLAP = 400

/** An engine's share of the time that is left for a game, for one move. */
const PARTS = 30

/** Positions searched for a threat, and the centipawns that it costs at least. */
const THREAT = 100_000
const COST = 60

export class Computer {
  thinking = $state(false)
  /** Counts its turns: what an older one still does is void. */
  private turn = 0
  private stop: AbortController | null = null
  private hurried = false
  /** Ends the search for a hint or for its opinion of a draw. */
  private advice: AbortController | null = null

  constructor(
    private readonly client: Client,
    private readonly pace: Pace,
  ) {}

  /** Finds its move at a level and has it played; false where it was silenced meanwhile, or has no move. */
  async move(game: GameView, level: string, play: (best: MoveView, found: SearchResult) => Promise<void>): Promise<boolean> {
    const turn = ++this.turn
    const stop = new AbortController()
    this.stop = stop
    this.thinking = true
    this.hurried = false
    const began = this.pace.now()
    try {
      const found = await this.search(game, level, stop.signal)
      const left = Math.max(SLOWEST_SLAP, found.pause) - (this.pace.now() - began)
      if (turn === this.turn && !this.hurried && left > 0) await this.pace.wait(left)
      if (turn !== this.turn || !found.best) return false
      await play(found.best, found)
      return turn === this.turn
    } catch (thrown) {
      if (turn === this.turn) throw thrown
      return false
    } finally {
      if (turn === this.turn) this.thinking = false
    }
  }

  private search(game: GameView, level: string, signal: AbortSignal): Promise<SearchResult> {
    const engine = engineOf(level)
    if (engine === undefined) {
      return this.client.search(searchOf(game, { kind: 'level', level, seed: this.pace.seed() }), () => {}, signal)
    }
    const engines = this.client.frame?.engines
    if (!engines) throw new EngineFailed({ kind: 'unknown', name: engine })
    // Beside a clock it takes no more than a small part of what is left.
    const left = game.clock?.[game.position.turn].left
    const limits =
      left === undefined ? ({ kind: 'level', level, seed: 0 } as const) : ({ kind: 'time', millis: Math.ceil(left / PARTS) } as const)
    return engines.search(engine, searchOf(game, limits), () => {}, signal)
  }

  /** It plays what it has found so far. */
  moveNow(): void {
    this.hurried = true
    this.stop?.abort()
  }

  /** What full strength thinks of the game after this many milliseconds. */
  advise(game: GameView, millis: number): Promise<SearchResult> {
    this.advice?.abort()
    this.advice = new AbortController()
    return this.client.search(searchOf(game, { kind: 'time', millis }), () => {}, this.advice.signal)
  }

  /**
   * What the side that waits threatens: what it would play if it were its turn, where that costs who is to move something. None
   * where a capture is compulsory, as nobody passes then.
   */
  async threat(game: GameView): Promise<MoveView | null> {
    if (game.position.mustTake) return null
    this.advice?.abort()
    const { signal } = (this.advice = new AbortController())
    const { variant, fen } = game.position
    const look = (passed: boolean): Promise<SearchResult> =>
      this.client.search({ variant, fen, moves: [], limits: { kind: 'nodes', nodes: THREAT }, passed }, () => {}, signal)
    try {
      const [now, passed] = [await look(false), await look(true)]
      // Both scores are those of whoever plays: together they are what passing costs.
      return now.info.score + passed.info.score >= COST ? passed.best : null
    } catch (thrown) {
      if (signal.aborted) throw thrown
      // A side without a move threatens nothing.
      return null
    }
  }

  /** Nobody waits for its opinion any more. */
  dismiss(): void {
    this.advice?.abort()
  }

  /** Whatever it was thinking no longer counts. */
  silence(): void {
    this.turn++
    this.stop?.abort()
    this.stop = null
    this.dismiss()
    this.thinking = false
  }
}

function searchOf(game: GameView, limits: SearchParams['limits']): SearchParams {
  const { position, startFen, moves } = game
  const { variant } = position
  // The way here may hold moves that only a house rule knows: then the position is all that can be searched.
  if (!isByTheBook(game)) return { variant, fen: position.fen, moves: [], limits }
  return { variant, fen: startFen, moves: moves.map((move) => move.notation), limits }
}
