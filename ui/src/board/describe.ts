// What is said of squares, moves and positions, for ears. Holds no language: every word comes from a phrase table.
import type { MoveView, PieceView, PositionView, RoleView, SideView } from '../client/types'
import type { Way } from './input/hand'

/** The words. Squares arrive as their labels, lists already joined. Examples in English. */
export interface Phrases {
  /** "White" */
  side: (side: SideView) => string
  /** "black man" */
  piece: (side: SideView, role: RoleView) => string
  /** "White: men 31, 32; kings 5" — a list is empty where there is none of the kind. */
  pieces: (side: SideView, men: string, kings: string) => string
  /** "empty" */
  empty: string
  /** "can move" */
  canMove: string
  /** "must take" */
  mustTake: string
  /** "in your hand" */
  held: string
  /** "taken, still on the board" */
  taken: string
  /** "quiet moves in a row: 2", of a king whose moves are limited */
  kingMoves: (count: number) => string
  /** "you may land here" (0 taken), "you may land here, 2 taken" */
  landing: (taken: number) => string
  /** "White 32 to 28" */
  quiet: (side: SideView, from: string, to: string) => string
  /** "Black 23 takes 28, 38, 39, lands 34" */
  capture: (side: SideView, from: string, taken: string, to: string) => string
  /** "becomes a king" */
  promotes: string
  /** "White to move" */
  turn: (side: SideView) => string
  /** "You must take: 40 takes 5, ends 7" — `moves` is a joined list of `option`. */
  obligation: (moves: string) => string
  /** "40 takes 5, ends 7" */
  option: (from: string, taken: string, to: string) => string
  /** "32 to 28" */
  quietOption: (from: string, to: string) => string
  /** "Route A takes 27, 28, 29, 19" */
  route: (letter: string, taken: string) => string
}

/** How a square's number is written. */
export type Label = (square: number) => string

/** What there is to say of one square beside its piece. */
export interface SquareFacts {
  readonly held: boolean
  readonly taken: boolean
  /** Pieces taken on landing here; null where the held piece cannot land. */
  readonly landing: number | null
  readonly movable: 'take' | 'move' | null
  /** Moves that its king has made in a row without taking; 0 where nothing limits them. */
  readonly kingMoves: number
}

/** The letter of the nth route that is asked about: A, B, C… */
export function letter(index: number): string {
  return String.fromCharCode(65 + index)
}

const list = (squares: readonly number[], label: Label): string => squares.map(label).join(', ')

/** "28, black man, must take" */
export function describeSquare(
  square: number,
  piece: Pick<PieceView, 'side' | 'role'> | undefined,
  facts: SquareFacts,
  label: Label,
  phrases: Phrases,
): string {
  const parts = [label(square), piece ? phrases.piece(piece.side, piece.role) : phrases.empty]
  if (facts.kingMoves > 0) parts.push(phrases.kingMoves(facts.kingMoves))
  if (facts.taken) parts.push(phrases.taken)
  if (facts.held) parts.push(phrases.held)
  else if (facts.movable) parts.push(facts.movable === 'take' ? phrases.mustTake : phrases.canMove)
  if (facts.landing !== null) parts.push(phrases.landing(facts.landing))
  return parts.join(', ')
}

/** "Black 23 takes 28, 38, 39, lands 34, becomes a king" */
export function describeMove(move: MoveView, side: SideView, label: Label, phrases: Phrases): string {
  const [from, to] = [label(move.origin), label(move.target)]
  const said = move.captured.length === 0 ? phrases.quiet(side, from, to) : phrases.capture(side, from, list(move.captured, label), to)
  return move.promotes ? `${said}, ${phrases.promotes}` : said
}

/** "32 to 28", "40 takes 5, ends 7": a move that may be played. */
export function describeOption(move: MoveView, label: Label, phrases: Phrases): string {
  const [from, to] = [label(move.origin), label(move.target)]
  return move.captured.length === 0 ? phrases.quietOption(from, to) : phrases.option(from, list(move.captured, label), to)
}

/** "White to move. You must take: 40 takes 5, ends 7" */
export function describeTurn(position: PositionView, label: Label, phrases: Phrases): string {
  const turn = phrases.turn(position.turn)
  if (!position.mustTake) return `${turn}.`
  const moves = position.legal.map((move) => describeOption(move, label, phrases)).join('; ')
  return `${turn}. ${phrases.obligation(moves)}.`
}

/** "White: men 31, 32; kings 5. Black: men 12. White to move." */
export function describePosition(position: PositionView, label: Label, phrases: Phrases): string {
  const of = (side: SideView, role: RoleView): string =>
    list(
      position.pieces
        .filter((piece) => piece.side === side && piece.role === role)
        .map((piece) => piece.square)
        .toSorted((a, b) => a - b),
      label,
    )
  const sides = (['white', 'black'] as const).map((side) => phrases.pieces(side, of(side, 'man'), of(side, 'king')))
  return `${sides.join('. ')}. ${describeTurn(position, label, phrases)}`
}

/** "Route A takes 27, 28, 29, 19. Route B takes …": the question after a tap that could mean several captures. */
export function describeQuestion(ways: readonly Way[], label: Label, phrases: Phrases): string {
  return ways.map((way, index) => `${phrases.route(letter(index), list(way.taken, label))}.`).join(' ')
}
