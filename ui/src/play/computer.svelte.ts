// The computer's part in a game: finding its move, calmly or in a hurry, and full-strength advice. Plays no move itself.
import { type Client, EngineFailed } from '../client/client'
import type { GameView, MoveView, SearchParams, SearchResult } from '../client/types'
import { engineOf, STRONGEST } from '../shared/engines/key'
import { threadsOf } from '../shared/engines/threads'
import { isByTheBook } from '../shared/game-facts'
import type { Pace } from '../shared/board/stage'
import { settings } from '../shell/settings.svelte'

/** Minimum time before a computer move is shown, in milliseconds: an instant reply feels rude. */
const MIN_REPLY_TIME = 400

/** An engine uses this fraction (1/CLOCK_SHARES) of the remaining time for one move. */
const CLOCK_SHARES = 30

/** The time for a move is multiplied by this in a search ahead, which may last as long as the person thinks. */
const AHEAD = 4

/** Nodes searched for a threat, and its minimum cost in centipawns. */
const THREAT_NODES = 100_000
const THREAT_COST = 60

/** A search of the answer to the reply that the computer expects. */
interface Ahead {
  /** The start and the moves that it answers. */
  line: string
  began: number
  found: Promise<SearchResult>
  stop: AbortController
}

export class Computer {
  thinking = $state(false)
  /** Number of the current turn: results of older turns are ignored. */
  private turn = 0
  private stop: AbortController | null = null
  private hurried = false
  /** Aborts the search for a hint or for a draw offer. */
  private advice: AbortController | null = null
  private ahead: Ahead | null = null

  constructor(
    private readonly client: Client,
    private readonly pace: Pace,
  ) {}

  /** Finds a move at a level and passes it to `play`. Returns false if it was silenced meanwhile or has no move. */
  async move(game: GameView, level: string, play: (best: MoveView, found: SearchResult) => Promise<void>): Promise<boolean> {
    const turn = ++this.turn
    const stop = new AbortController()
    this.stop = stop
    this.thinking = true
    this.hurried = false
    const began = this.pace.now()
    try {
      const found = await this.search(game, level, stop.signal)
      const left = Math.max(MIN_REPLY_TIME, found.pause) - (this.pace.now() - began)
      if (turn === this.turn && !this.hurried && left > 0) await this.pace.wait(left)
      if (turn !== this.turn || !found.best) return false
      await play(found.best, found)
      if (turn === this.turn && level === STRONGEST && settings.get('ponder') === 'on') this.thinkAhead(game, found)
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
      if (level !== STRONGEST) return this.client.search(searchOf(game, { kind: 'level', level, seed: this.pace.seed() }), () => {}, signal)
      const params = { ...searchOf(game, this.strongest(game)), threads: threadsOf(this.client) }
      return this.foundAhead(params, signal) ?? this.client.search(params, () => {}, signal)
    }
    const engines = this.client.frame?.engines
    if (!engines) throw new EngineFailed({ kind: 'unknown', name: engine })
    // With a clock it uses only a small part of the remaining time.
    const left = game.clock?.[game.position.turn].left
    const limits =
      left === undefined
        ? ({ kind: 'level', level, seed: 0 } as const)
        : ({ kind: 'time', millis: Math.ceil(left / CLOCK_SHARES) } as const)
    return engines.search(engine, searchOf(game, limits), () => {}, signal)
  }

  /** The strongest level thinks for the chosen time, or by its clock. */
  private strongest({ clock, terms, position }: GameView): SearchParams['limits'] {
    const chosen = settings.get('strongestTime')
    const { turn } = position
    const own = clock?.[turn]
    const seconds = chosen === 'clock' ? 5 : Number(chosen)
    const limits = { kind: 'strongest', millis: 1000 * seconds, clock: null, seed: this.pace.seed() } as const
    if (!own || chosen !== 'clock') {
      // Never more than a part of the clock.
      return { ...limits, millis: own ? Math.min(limits.millis, Math.ceil(own.left / CLOCK_SHARES)) : limits.millis }
    }
    const { increment = 0, delay = 0 } = terms.clock?.[turn] ?? {}
    return { ...limits, clock: { left: Math.round(own.left), increment: 1000 * increment, delay: 1000 * delay, moves: own.movesToGo } }
  }

  /** Searches the answer to the reply that the computer expects, in the person's time. */
  private thinkAhead(game: GameView, { best, info }: SearchResult): void {
    const [, expected] = info.pv
    if (!best || expected === undefined || !isByTheBook(game)) return
    const params = searchOf(game, this.strongest(game))
    const moves = [...params.moves, best.notation, expected]
    const stop = new AbortController()
    const limits = { kind: 'strongest', millis: AHEAD * millisOf(params.limits), clock: null, seed: this.pace.seed() } as const
    const found = this.client.search({ ...params, moves, limits, threads: threadsOf(this.client) }, () => {}, stop.signal)
    // The reply ends the game, or the search failed: the next search reports what is wrong.
    found.catch(() => undefined)
    this.ahead = { line: lineOf({ ...params, moves }), began: this.pace.now(), found, stop }
  }

  /** The result of the search ahead, if the expected reply was played: at once if it has had the time of a move. */
  private foundAhead(params: SearchParams, signal: AbortSignal): Promise<SearchResult> | undefined {
    const { ahead } = this
    this.ahead = null
    if (ahead?.line !== lineOf(params)) {
      ahead?.stop.abort()
      return undefined
    }
    const left = millisOf(params.limits) - (this.pace.now() - ahead.began)
    signal.addEventListener('abort', () => ahead.stop.abort())
    void this.pace.wait(Math.max(0, left)).then(() => ahead.stop.abort())
    return ahead.found
  }

  /** Plays the best move found so far. */
  moveNow(): void {
    this.hurried = true
    this.stop?.abort()
  }

  /** Full-strength evaluation of the game after a search of `millis`. */
  advise(game: GameView, millis: number): Promise<SearchResult> {
    this.advice?.abort()
    this.advice = new AbortController()
    return this.client.search(searchOf(game, { kind: 'time', millis }), () => {}, this.advice.signal)
  }

  /**
   * The move with which the waiting side threatens: its best move if it were its turn, provided that it costs the other side something.
   * `null` when a capture is compulsory, since passing is impossible then.
   */
  async threat(game: GameView): Promise<MoveView | null> {
    if (game.position.mustTake) return null
    this.advice?.abort()
    const { signal } = (this.advice = new AbortController())
    const { variant, fen } = game.position
    const look = (passed: boolean): Promise<SearchResult> =>
      this.client.search({ variant, fen, moves: [], limits: { kind: 'nodes', nodes: THREAT_NODES }, passed }, () => {}, signal)
    try {
      const [now, passed] = [await look(false), await look(true)]
      // Both scores are from the view of the side to move, so their sum is the cost of passing.
      return now.info.score + passed.info.score >= THREAT_COST ? passed.best : null
    } catch (thrown) {
      if (signal.aborted) throw thrown
      // A side without a move threatens nothing.
      return null
    }
  }

  /** Aborts the search for advice. */
  cancelAdvice(): void {
    this.advice?.abort()
  }

  /** Aborts the search for a move and ignores its result. */
  cancel(): void {
    this.turn++
    this.stop?.abort()
    this.stop = null
    this.ahead?.stop.abort()
    this.ahead = null
    this.cancelAdvice()
    this.thinking = false
  }
}

/** Milliseconds that the strongest level may think about a move. */
function millisOf(limits: SearchParams['limits']): number {
  if (limits.kind !== 'strongest') return 0
  return limits.clock ? limits.clock.left / CLOCK_SHARES + limits.clock.increment + limits.clock.delay : limits.millis
}

function lineOf({ variant, fen, moves }: SearchParams): string {
  return [variant, fen, ...moves].join(' ')
}

function searchOf(game: GameView, limits: SearchParams['limits']): SearchParams {
  return { ...searched(game), limits }
}

/** The current position of a game for a search, with the moves that led to it. */
export function searched(game: GameView): Pick<SearchParams, 'variant' | 'fen' | 'moves'> {
  const { position, startFen, moves } = game
  const { variant } = position
  // The moves may include some allowed only by a house rule; then only the position can be searched.
  if (!isByTheBook(game)) return { variant, fen: position.fen, moves: [] }
  return { variant, fen: startFen, moves: moves.map((move) => move.notation) }
}
