// Interface between a session and the board that shows it. Knows moves and positions, no drawing.
import type { MoveView, PositionView } from '../../client/types'

/** A position to show, and how it was reached. A new scene replaces the previous one. */
export interface Scene {
  position: PositionView
  /** The last move, drawn with its whole route. */
  last: MoveView | null
  /** The moves from the previous scene to this one, animated in order. If empty, the position is shown at once. */
  via: readonly MoveView[]
  /** Factor of slowness: 1 as in a game, larger for study. */
  slowness: number
  /** Called once the position is on the board. */
  shown: () => void
}

/** Time and randomness of a session, replaceable in tests. */
export interface Pace {
  now(): number
  wait(millis: number): Promise<void>
  /** An integer from 0 to 2^32 - 1. */
  seed(): number
}

/** The clock of the app. A browser test replaces parts of it through `globalThis.damierPace` before the page loads. */
export const realPace: Pace = {
  now: () => performance.now(),
  wait: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
  seed: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
  ...(globalThis as { damierPace?: Partial<Pace> }).damierPace,
}

/** A scene without animation. It copies the position, so that a board drops the piece in hand. */
export function still(position: PositionView, last: MoveView | null = null): Scene {
  return { position: { ...position }, last, via: [], slowness: 1, shown: () => {} }
}

/** Longest animation of one move with its pause, in milliseconds. */
const LONGEST = 1200

/**
 * Plays moves and resolves when the position is shown; if no board shows the scene (the page was left), after the time it would have taken.
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

/** The position after moves, computed here for lines the core has not evaluated: a refutation, a variation. */
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
