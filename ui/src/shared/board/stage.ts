// What a session asks of whatever shows its board. Knows moves and positions as told, no drawing.
import type { MoveView, PositionView } from '../../client/types'

/** A position to be shown, and how it came about. A new scene replaces the old one on the board. */
export interface Scene {
  position: PositionView
  /** The last move, drawn with its whole route. */
  last: MoveView | null
  /** The moves that lead from the scene before to this one: played one after another. Without them the board cuts. */
  via: readonly MoveView[]
  /** How slowly they are played: 1 as in a game, more where they are to be studied. */
  slowness: number
  /** Called once the position stands on the board. */
  shown: () => void
}

/** The time and chance of a session, so that tests have their own. */
export interface Pace {
  now(): number
  wait(millis: number): Promise<void>
  /** A number from 0 up to, not including, 2^32. */
  seed(): number
}

export const realPace: Pace = {
  now: () => performance.now(),
  wait: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
  seed: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
}

/** A position that simply stands there. It is a copy, so that a board drops whatever is in its hand. */
export function still(position: PositionView, last: MoveView | null = null): Scene {
  return { position: { ...position }, last, via: [], slowness: 1, shown: () => {} }
}

/** The longest one move is animated, and the pause after it; milliseconds. */
const LONGEST = 1200

/**
 * Plays moves on the board and resolves when the position stands there; where nobody shows the scene (the page was
 * left), when it would have.
 */
export async function perform(
  show: (scene: Scene) => void,
  pace: Pace,
  moves: readonly MoveView[],
  position: PositionView,
  slowness = 1,
): Promise<void> {
  const shown = new Promise<void>((resolve) => {
    show({ position, last: moves.at(-1) ?? null, via: moves, slowness, shown: resolve })
  })
  await Promise.race([shown, pace.wait(moves.length * LONGEST * slowness)])
}

/** What stands on the board once these moves are made, where the core has not said it: in a refutation, in a line. */
export function after(position: PositionView, moves: readonly MoveView[]): PositionView {
  let { pieces, turn } = position
  for (const move of moves) {
    const moved = pieces.find((piece) => piece.square === move.origin)
    pieces = pieces.filter((piece) => piece !== moved && !move.captured.includes(piece.square))
    if (moved) pieces.push({ ...moved, square: move.target, role: move.promotes ? 'king' : moved.role })
    turn = turn === 'white' ? 'black' : 'white'
  }
  return { ...position, pieces, turn, legal: [], mustTake: false }
}
