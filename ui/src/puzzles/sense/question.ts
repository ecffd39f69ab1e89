// Positions of which one does not know whether there is a shot: a puzzle, or what comes about where its shot is left alone, looked at by
// the engine. Draws nothing.
import type { Client } from '../../client/client'
import type { BestLine, BoardView, PositionView, PuzzleView } from '../../client/types'

/** What there is in a position: a shot, several good quiet moves, or one move alone that holds. */
export type Kind = 'shot' | 'safe' | 'defend'

export interface Question {
  kind: Kind
  board: BoardView
  position: PositionView
  /** The puzzle that it is, or that it came from. */
  puzzle: PuzzleView
  /** The best moves, from one search. */
  lines: readonly BestLine[]
}

/** Positions searched before a kind is said, and moves told apart. */
const NODES = 250_000
const LINES = 5
/** Centipawns: less than a man wins nothing, moves so close are as good, a move so much worse loses a man. */
const MAN = 100
const CLOSE = 20
/** Several are at least so many. */
const SEVERAL = 3
/** Moves that leave the shot alone are looked at up to this many. */
const LEFT_ALONE = 3

/** What the scores of the best moves say, best first; null where it is neither: a shot that nobody proved, or something between. */
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

/** The question that a puzzle is as it stands. */
export async function withShot(client: Client, puzzle: PuzzleView, signal: AbortSignal): Promise<Question> {
  const { position } = puzzle.summary
  return { kind: 'shot', board: puzzle.board, position, puzzle, lines: await search(client, position, signal) }
}

/** A question without a shot, two plies after a puzzle whose shot was left alone; null where none comes of it. */
export async function withoutShot(client: Client, puzzle: PuzzleView, signal: AbortSignal): Promise<Question | null> {
  const start = puzzle.summary.position
  const [, ...others] = await search(client, start, signal)
  for (const { pv } of others.slice(0, LEFT_ALONE)) {
    if (pv.length < 2) continue
    const { position } = await client.call('line', { variant: start.variant, fen: start.fen, moves: pv.slice(0, 2) })
    // Who must capture has nothing to judge.
    if (position.mustTake || position.legal.length < SEVERAL) continue
    const lines = await search(client, position, signal)
    const kind = kindOf(lines.map(({ score }) => score))
    if (kind) return { kind, board: puzzle.board, position, puzzle, lines }
  }
  return null
}

/** Whether a move of such a question is as good as the best, or nearly so; where more are as good than were told apart it is searched. */
export async function isGood(client: Client, { lines, position }: Question, notation: string, signal: AbortSignal): Promise<boolean> {
  const [best, worst] = [lines[0]?.score ?? 0, lines.at(-1)?.score ?? 0]
  const told = lines.find(({ pv }) => pv[0] === notation)
  if (told || best - worst > CLOSE) return told !== undefined && best - told.score <= CLOSE
  const { variant, fen } = position
  const limits = { kind: 'nodes', nodes: NODES } as const
  const { info } = await client.search({ variant, fen, moves: [notation], limits }, () => {}, signal)
  return best + info.score <= CLOSE
}
