// Choices of a board for one switch: its legal moves, or the squares that a tap can mean. Knows no rules.
import type { BoardView, MoveView } from '../../client/types'
import { type Choice, MOST, group, inRows } from '../../shell/switch/choices'
import { m } from '../../i18n/messages'
import { spoken } from '../words'

/** The board behind the choices. */
export interface Hands {
  /** The place of some squares in the window. */
  place(squares: readonly number[]): DOMRect | null
  /** Draws a move or marks squares, and focuses the first square; returns a function that ends this. */
  show(squares: readonly number[], route: boolean): () => void
  make(move: MoveView): void
  tap(square: number): void
}

/**
 * Moves in an order that tells nothing about which is good: captures first, then the pieces nearest to where the last move ended, then
 * as they come.
 */
export function plainOrder(board: BoardView, legal: readonly MoveView[], last: MoveView | null): MoveView[] {
  const end = last && board.squares[last.target - 1]
  const distance = ({ origin }: MoveView): number => {
    const at = board.squares[origin - 1]
    return end && at ? Math.max(Math.abs(at[0] - end[0]), Math.abs(at[1] - end[1])) : 0
  }
  const quiet = ({ captured }: MoveView): number => (captured.length > 0 ? 0 : 1)
  return legal.toSorted((a, b) => quiet(a) - quiet(b) || distance(a) - distance(b))
}

/** Moves by their notations, likeliest first; the others follow in their order. */
export function likeliestFirst(moves: readonly MoveView[], likely: readonly string[]): MoveView[] {
  const rank = ({ notation }: MoveView): number => (likely.includes(notation) ? likely.indexOf(notation) : likely.length)
  return moves.toSorted((a, b) => rank(a) - rank(b))
}

/** The route of a move that is shown and played. */
export const routeOf = (move: MoveView): readonly number[] => move.routes[0] ?? [move.origin, move.target]

/** The first moves one by one, the others in a group, by their pieces if they are many. */
export function moveChoices(board: BoardView, fen: string, moves: readonly MoveView[], hands: Hands, itself = false): Choice[] {
  const alike = (move: MoveView): boolean => moves.some((other) => other !== move && spoken(other) === spoken(move))
  const choices = moves.map((move): Choice => {
    const path = routeOf(move)
    return {
      key: `${fen} ${path.join()} ${move.captured.join()}`,
      // Two captures of the same pieces differ by their routes.
      name: alike(move) ? m.switch_by({ move: spoken(move), route: move.names.join(', ') }) : spoken(move),
      place: () => hands.place(path),
      show: () => hands.show(path, true),
      act: () => hands.make(move),
      itself: itself && moves.length === 1 && move.captured.length > 0,
    }
  })
  // A group of one would cost a press more.
  if (choices.length <= MOST + 1) return choices
  const rest = moves.slice(MOST).map((move, index) => ({ move, choice: choices[MOST + index] }))
  const pieces = [...new Set(rest.map(({ move }) => move.origin))]
  const byPiece = pieces.flatMap((origin) => {
    const own = rest.flatMap(({ move, choice }) => (move.origin === origin && choice ? [choice] : []))
    return group(`${fen} ${origin}`, m.switch_moves_of({ square: board.labels[origin - 1] ?? String(origin) }), inRows(own))
  })
  const others = rest.length <= MOST ? choices.slice(MOST) : inRows(byPiece)
  return [...choices.slice(0, MOST), ...group(`${fen} others`, m.switch_other_moves(), others)]
}

/** The squares that a tap can mean, one by one or row by row. */
export function squareChoices(board: BoardView, state: string, squares: readonly number[], hands: Hands): readonly Choice[] {
  const choice = (square: number): Choice => ({
    key: `${state} ${square}`,
    name: board.labels[square - 1] ?? String(square),
    place: () => hands.place([square]),
    show: () => hands.show([square], false),
    act: () => hands.tap(square),
  })
  if (squares.length <= MOST) return squares.map(choice)
  const rowOf = (square: number): number => board.squares[square - 1]?.[1] ?? 0
  const rows = [...new Set(squares.map(rowOf))].toSorted((a, b) => a - b)
  return rows.flatMap((row) => {
    const own = squares.filter((square) => rowOf(square) === row)
    return group(`${state} row ${row}`, m.switch_row({ row: row + 1 }), own.map(choice))
  })
}
