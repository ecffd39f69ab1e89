// Matches a typed move with the legal moves: "32-28", "3228", "c3 d4", "26 prend 37, va en 31". Knows no rules.
import type { MoveView } from '../../client/types'

/** Meaning of a typed text. */
export type Reading =
  | { kind: 'move'; move: MoveView }
  /** Several moves match: the player must add squares. */
  | { kind: 'several'; moves: MoveView[] }
  /** Squares were read but no legal move matches: ask the core why. */
  | { kind: 'refused'; from: number; to: number | null }
  | { kind: 'unread' }

/** The squares in a text, in order; 0 for a square the board lacks. "3228" is 32 and 28. */
function squaresIn(text: string, labels: readonly string[]): number[] {
  const compact = text.trim().toLowerCase()
  const letters = /^[a-z]/.test(labels[0] ?? '')
  const halves = /^\d{4}$/.test(compact) ? [compact.slice(0, 2), compact.slice(2)] : null
  const names = letters ? compact.match(/[a-z]\d{1,2}/g) : (halves ?? compact.match(/\d{1,2}/g))
  return (names ?? []).map((name) => labels.indexOf(name.replace(/^0+(?=\d)/, '')) + 1)
}

/** True if the move goes from the first square to the last, over all those between. */
function fits(move: MoveView, squares: number[]): boolean {
  const [origin, ...rest] = squares
  if (move.origin !== origin) return false
  const target = rest.pop()
  if (target === undefined) return true
  if (move.target !== target) return false
  if (rest.length === 0) return true
  return move.routes.some((route) => inOrder(rest, route.slice(1, -1))) || rest.every((square) => move.captured.includes(square))
}

function inOrder(wanted: number[], stops: number[]): boolean {
  let from = 0
  return wanted.every((square) => {
    const at = stops.indexOf(square, from)
    from = at + 1
    return at >= 0
  })
}

/** Reads a typed move. A single square means the piece: its only move, or a choice of its moves. */
export function readMove(text: string, legal: MoveView[], labels: readonly string[]): Reading {
  const squares = squaresIn(text, labels)
  const [from] = squares
  if (from === undefined || squares.includes(0)) return { kind: 'unread' }
  const moves = legal.filter((move) => fits(move, squares))
  const [move] = moves
  if (!move) return { kind: 'refused', from, to: squares.length > 1 ? (squares.at(-1) ?? null) : null }
  return moves.length === 1 ? { kind: 'move', move } : { kind: 'several', moves }
}
