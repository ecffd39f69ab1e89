// Where a game turned: a quick look back with the engine, from the end to the loser's last good position. Knows scores, no rule.
import type { Client } from '../client/client'
import type { GameView, MoveView, SideView } from '../client/types'

/** The move that lost, and what would have been better. */
export interface Turning {
  /** Moves made before it. */
  ply: number
  move: MoveView
  better: MoveView | null
}

/** Positions a look has; a look takes a tenth of a second. */
const NODES = 60_000
/** Worse than this, in centipawns, a game is no longer easily held. */
const LOST = -90
/** No further back than so many moves of the loser's. */
const MOST = 60

/** The loser's last move from a position that could be held; null in a draw, in a game too short, or where all was lost from the start. */
export async function turningPoint(
  client: Pick<Client, 'search'>,
  game: GameView,
  sideAt: (ply: number) => SideView,
  signal: AbortSignal,
): Promise<Turning | null> {
  const winner = game.outcome?.winner
  if (!winner) return null
  const moves = game.moves.map((move) => move.notation)
  let looked = 0
  for (let ply = game.ply - 1; ply >= 0 && looked < MOST; ply--) {
    if (sideAt(ply) === winner) continue
    looked++
    if (signal.aborted) return null
    const search = { variant: game.position.variant, fen: game.startFen, moves: moves.slice(0, ply), limits: { kind: 'nodes', nodes: NODES } } as const
    const { best, info } = await client.search(search, () => {}, signal)
    const move = game.moves[ply]
    if (signal.aborted || !move) return null
    if (info.score > LOST) return best?.notation === move.notation ? null : { ply, move, better: best }
  }
  return null
}
