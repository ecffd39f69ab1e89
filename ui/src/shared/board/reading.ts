// Text of a board for people who do not see it: rows, captures, the whole position in words or as one line of letters.
import { type Label, type Phrases, describeOption, describePosition, describeTurn } from '../../board/describe'
import { geometryOf } from '../../board/geometry'
import type { BoardView, PieceView, PositionView, RoleView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'

/** Questions about a position, typed in the move field or asked by a key on the board. */
export type Question =
  { about: 'captures' | 'moves' | 'rows' | 'position' | 'again' } | { about: 'row'; row: number } | { about: 'lines'; square: number }

/** A row of the board: its squares from White's left, with their pieces. */
interface Row {
  /** Counted from 1 in the direction of the square names: row 3 contains c3. */
  readonly number: number
  readonly squares: readonly { readonly square: number; readonly piece: PieceView | undefined }[]
}

/** Number of a row, given its index from the top (0 = first). */
function rowNumber({ labels, rows }: BoardView, row: number): number {
  return labels[0] === '1' ? row + 1 : rows - row
}

/** The rows from the top. */
function rowsOf(board: BoardView, position: Pick<PositionView, 'pieces'>): Row[] {
  const standing = new Map(position.pieces.map((piece) => [piece.square, piece]))
  const ordered = board.squares.map(([column, row], index) => ({ column, row, square: index + 1 })).toSorted((a, b) => a.column - b.column)
  return Array.from({ length: board.rows }, (_, at) => ({
    number: rowNumber(board, at),
    squares: ordered.filter(({ row }) => row === at).map(({ square }) => ({ square, piece: standing.get(square) })),
  }))
}

/** Number of the row of a square. */
export function rowOf(board: BoardView, square: number): number {
  return rowNumber(board, board.squares[square - 1]?.[1] ?? 0)
}

/** "Row 4: 16 black man, 17 empty, …" */
export function rowText(board: BoardView, position: Pick<PositionView, 'pieces'>, number: number, phrases: Phrases): string {
  const row = rowsOf(board, position).find((one) => one.number === number)
  if (!row) return m.row_missing({ rows: board.rows })
  const said = row.squares.map(
    ({ square, piece }) => `${board.labels[square - 1]} ${piece ? phrases.piece(piece.side, piece.role) : phrases.empty}`,
  )
  return m.row_text({ row: number, squares: said.join(', ') })
}

/** Name of a square on a board. */
const labelOf =
  ({ labels }: BoardView): Label =>
  (square) =>
    labels[square - 1] ?? String(square)

/** "You must take: 40 takes 35, lands 30" with every capture, or that there is none. */
export function capturesText(board: BoardView, position: PositionView, phrases: Phrases): string {
  return position.mustTake ? describeTurn(position, labelOf(board), phrases) : m.nothing_to_take()
}

/** Every row, from the top. */
export function rowsText(board: BoardView, position: Pick<PositionView, 'pieces'>, phrases: Phrases): string {
  return rowsOf(board, position)
    .map(({ number }) => rowText(board, position, number, phrases))
    .join(' ')
}

/** "White to move. You may play: 31 to 26; 32 to 28", or every capture if one is compulsory. */
export function movesText(board: BoardView, position: PositionView, phrases: Phrases): string {
  if (position.mustTake || position.legal.length === 0) return capturesText(board, position, phrases)
  const moves = position.legal.map((move) => describeOption(move, labelOf(board), phrases)).join('; ')
  return `${phrases.turn(position.turn)}. ${m.moves_text({ moves })}`
}

/** The directions from a square: the diagonals, or rows and columns if every square is played. */
const DIAGONALS = [
  [-1, -1, m.way_up_left],
  [1, -1, m.way_up_right],
  [-1, 1, m.way_down_left],
  [1, 1, m.way_down_right],
] as const
const STRAIGHT = [
  [0, -1, m.way_up],
  [0, 1, m.way_down],
  [-1, 0, m.way_left],
  [1, 0, m.way_right],
] as const

/** "From 28. Up and left: 22 black man, 17 empty. …": the squares along each line, nearest first, seen from `below`. */
export function linesText(
  board: BoardView,
  position: Pick<PositionView, 'pieces'>,
  square: number,
  below: SideView,
  phrases: Phrases,
): string {
  const geometry = geometryOf(board, below)
  const standing = new Map(position.pieces.map((piece) => [piece.square, piece]))
  const { x, y } = geometry.centre(square)
  const said = (geometry.plain ? STRAIGHT : DIAGONALS).flatMap(([across, down, way]) => {
    const squares: string[] = []
    for (let step = 1; ; step++) {
      const next = geometry.at(Math.floor(x) + step * across, Math.floor(y) + step * down)
      if (next === undefined) break
      const piece = standing.get(next)
      squares.push(`${geometry.label(next)} ${piece ? phrases.piece(piece.side, piece.role) : phrases.empty}`)
    }
    return squares.length > 0 ? [`${way()}: ${squares.join(', ')}.`] : []
  })
  return `${m.lines_from({ square: geometry.label(square) })} ${said.join(' ')}`
}

/** Answers a question, seen from `below`; `null` means repeat the last sentence. */
export function answerText(question: Question, board: BoardView, position: PositionView, below: SideView, phrases: Phrases): string | null {
  switch (question.about) {
    case 'captures':
      return capturesText(board, position, phrases)
    case 'moves':
      return movesText(board, position, phrases)
    case 'row':
      return rowText(board, position, question.row, phrases)
    case 'rows':
      return rowsText(board, position, phrases)
    case 'lines':
      return linesText(board, position, question.square, below, phrases)
    case 'position':
      return describePosition(position, labelOf(board), phrases)
    case 'again':
      return null
  }
}

/** The pieces of one side and kind, by the names of their squares. */
export function squaresOf(board: BoardView, position: Pick<PositionView, 'pieces'>, side: SideView, role: RoleView): string[] {
  const own = position.pieces.filter((piece) => piece.side === side && piece.role === role)
  return own
    .map(({ square }) => square)
    .toSorted((a, b) => a - b)
    .map(labelOf(board))
}

/**
 * The position in one line: a letter for each square from the top left as White sees it, rows separated by a space. `letters` are those of
 * a white man, white king, black man, black king and an empty square.
 */
export function lineText(board: BoardView, position: Pick<PositionView, 'pieces'>, letters: string): string {
  const [man = '', king = '', theirMan = '', theirKing = '', empty = ''] = letters
  const of = (piece: PieceView | undefined): string => {
    if (!piece) return empty
    if (piece.side === 'white') return piece.role === 'man' ? man : king
    return piece.role === 'man' ? theirMan : theirKing
  }
  return rowsOf(board, position)
    .map(({ squares }) => squares.map(({ piece }) => of(piece)).join(''))
    .join(' ')
}

/** Parses a typed question: "c", "p", "l", "r 4"; `null` if it is none. */
export function readQuestion(text: string): Question | null {
  const typed = text.trim().toLowerCase()
  const row = /^r\s*(\d{1,2})$/.exec(typed)
  if (row) return { about: 'row', row: Number(row[1]) }
  switch (typed) {
    case 'c':
      return { about: 'captures' }
    case 'p':
      return { about: 'position' }
    case 'l':
      return { about: 'again' }
    default:
      return null
  }
}
