// Descriptions of squares, moves and positions for screen readers. Language-free: every word comes from a phrase table.
import type { MoveView, PieceView, PositionView, RoleView, SideView } from '../client/types'
import type { Way } from './input/hand'

/** The phrase table. Squares are passed as labels, lists as joined text. The examples are English. */
export interface Phrases {
  /** "White" */
  side: (side: SideView) => string
  /** "black man" */
  piece: (side: SideView, role: RoleView) => string
  /** "White: men 31, 32; kings 5" — a list is empty when the side has no such pieces. */
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
  /** "quiet moves in a row: 2", for a king with a limited number of moves */
  kingMoves: (count: number) => string
  /** "you may land here" (0 taken), "you may land here, 2 taken" */
  landing: (taken: number) => string
  /** "the capture may return here by the squares on its way, 4 taken": a tap on the held piece's own square puts it back */
  returning: (taken: number) => string
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

/** Text of a square's number. */
export type Label = (square: number) => string

/** Additions to the name of the piece on a square. */
export interface SquareFacts {
  readonly held: boolean
  readonly taken: boolean
  /** Number of pieces taken on landing here; `null` if the held piece cannot land. */
  readonly landing: number | null
  readonly movable: 'take' | 'move' | null
  /** Number of quiet moves the king has made in a row; 0 in games without such a limit. */
  readonly kingMoves: number
}

/** Letter of the nth route on offer: A, B, C… */
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
  if (facts.landing !== null) parts.push(facts.held ? phrases.returning(facts.landing) : phrases.landing(facts.landing))
  return parts.join(', ')
}

/** "Black 23 takes 28, 38, 39, lands 34, becomes a king" */
export function describeMove(move: MoveView, side: SideView, label: Label, phrases: Phrases): string {
  const [from, to] = [label(move.origin), label(move.target)]
  const said = move.captured.length === 0 ? phrases.quiet(side, from, to) : phrases.capture(side, from, list(move.captured, label), to)
  return move.promotes ? `${said}, ${phrases.promotes}` : said
}

/** A legal move: "32 to 28", "40 takes 5, ends 7". */
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

/** "Route A takes 27, 28, 29, 19. Route B takes …": the choice after an ambiguous tap. */
export function describeQuestion(ways: readonly Way[], label: Label, phrases: Phrases): string {
  return ways.map((way, index) => `${phrases.route(letter(index), list(way.taken, label))}.`).join(' ')
}
