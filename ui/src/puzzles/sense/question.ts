// Positions that may or may not contain a shot: a puzzle, or a position that arises when its shot is ignored, evaluated by the engine.
// Draws nothing.
import type { Client } from '../../client/client'
import type { BestLine, BoardView, PositionView, PuzzleView } from '../../client/types'

/** Content of a position: a shot, several good quiet moves, or a single move that holds. */
export type Kind = 'shot' | 'safe' | 'defend'

export interface Question {
  kind: Kind
  board: BoardView
  position: PositionView
  /** The puzzle itself, or the one it derives from. */
  puzzle: PuzzleView
  /** The best moves, from a single search. */
  lines: readonly BestLine[]
}

/** Nodes of the search that decides the kind, and number of lines. */
const NODES = 250_000
const LINES = 5
/** Thresholds in centipawns: a gain below `MAN` wins nothing, moves within `CLOSE` are equally good. */
const MAN = 100
const CLOSE = 20
/** Minimum number of good moves for "several". */
const SEVERAL = 3
/** Limit on moves tried that ignore the shot. */
const LEFT_ALONE = 3

/** Classifies the scores of the best moves, best first; `null` if unclear: an unproven shot, or something between the kinds. */
export function kindOf(scores: readonly number[]): Kind | null {
  const [best, second, third] = scores
  if (best === undefined || second === undefined || Math.abs(best) >= MAN) return null
  if (best - second >= MAN) return 'defend'
  return third !== undefined && best - third <= CLOSE && scores.length >= SEVERAL ? 'safe' : null
}

async function search(client: Client, { variant, fen }: PositionView, signal: AbortSignal): Promise<readonly BestLine[]> {
  const limits = { kind: 'nodes', nodes: NODES } as const
  const { info } = await client.search({ variant, fen, moves: [], limits, lines: LINES }, () => {}, signal)
  return info.lines.length > 0 ? info.lines : [info]
}

/** A puzzle as a question with a shot. */
export async function withShot(client: Client, puzzle: PuzzleView, signal: AbortSignal): Promise<Question> {
  const { position } = puzzle.summary
  return { kind: 'shot', board: puzzle.board, position, puzzle, lines: await search(client, position, signal) }
}

/** A question without a shot, two plies after a puzzle whose shot is ignored; `null` if none arises. */
export async function withoutShot(client: Client, puzzle: PuzzleView, signal: AbortSignal): Promise<Question | null> {
  const start = puzzle.summary.position
  const [, ...others] = await search(client, start, signal)
  for (const { pv } of others.slice(0, LEFT_ALONE)) {
    if (pv.length < 2) continue
    const { position } = await client.call('line', { variant: start.variant, fen: start.fen, moves: pv.slice(0, 2) })
    // A compulsory capture leaves nothing to judge.
    if (position.mustTake || position.legal.length < SEVERAL) continue
    const lines = await search(client, position, signal)
    const kind = kindOf(lines.map(({ score }) => score))
    if (kind) return { kind, board: puzzle.board, position, puzzle, lines }
  }
  return null
}

/** True if a move is about as good as the best. It is searched separately if the listed lines do not decide. */
export async function isGood(client: Client, { lines, position }: Question, notation: string, signal: AbortSignal): Promise<boolean> {
  const [best, worst] = [lines[0]?.score ?? 0, lines.at(-1)?.score ?? 0]
  const listed = lines.find(({ pv }) => pv[0] === notation)
  if (listed || best - worst > CLOSE) return listed !== undefined && best - listed.score <= CLOSE
  const { variant, fen } = position
  const limits = { kind: 'nodes', nodes: NODES } as const
  const { info } = await client.search({ variant, fen, moves: [notation], limits }, () => {}, signal)
  return best + info.score <= CLOSE
}
