// The likely moves of a position, by a search too short to be noticed. Knows no board.
import type { Client } from '../../client/client'
import type { SearchParams } from '../../client/types'

/** Nodes of the search: some milliseconds. */
const NODES = 3000
/** Number of moves that are put in order. */
const LINES = 5
/** Longest wait in milliseconds. An order that comes later is not used: choices must not change places under the eye. */
const PATIENCE = 300

export class Likely {
  /** Notations of moves, likeliest first; `null` while they are being found. */
  moves: readonly string[] | null = $state.raw([])
  private stop: AbortController | null = null

  constructor(
    private readonly client: Pick<Client, 'search'>,
    private readonly wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis)),
  ) {}

  /** Puts the moves of a position in order; with `null` there is nothing to put in order. */
  async look(from: Pick<SearchParams, 'variant' | 'fen' | 'moves'> | null): Promise<void> {
    this.stop?.abort()
    this.stop = null
    this.moves = from ? null : []
    if (!from) return
    const stop = (this.stop = new AbortController())
    const search = this.client.search({ ...from, limits: { kind: 'nodes', nodes: NODES }, lines: LINES }, () => {}, stop.signal)
    const found = search.then(
      ({ best, info }) => [best?.notation, ...info.lines.map(({ pv }) => pv[0])].filter((move) => move !== undefined),
      () => [],
    )
    const moves = await Promise.race([found, this.wait(PATIENCE).then(() => [])])
    if (stop.signal.aborted) return
    stop.abort()
    this.moves = [...new Set(moves)]
  }
}
