// The board read to somebody who does not see it: rows, captures, the whole in words or in one line of letters. Knows the messages.
import { type Phrases, describeTurn } from '../../board/describe'
import type { BoardView, PieceView, PositionView, RoleView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'

/** What a reader may ask about a position, typed alone in the move box or pressed as a key on the board. */
export type Question = { about: 'captures' | 'position' | 'again' } | { about: 'row'; row: number }

/** A row of the board: its squares from the left as White sees it, each with what stands there. */
interface Row {
  /** From 1, counted from where the squares' own names begin: row 3 is that of c3. */
  readonly number: number
  readonly squares: readonly { readonly square: number; readonly piece: PieceView | undefined }[]
}

/** The number of the row that lies so far from the top, 0 the first. */
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

/** The number of a square's row. */
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

/** "You must take: 40 takes 35, lands 30", every capture by name; or that there is none. */
export function capturesText(board: BoardView, position: PositionView, phrases: Phrases): string {
  return position.mustTake ? describeTurn(position, (square) => board.labels[square - 1] ?? String(square), phrases) : m.nothing_to_take()
}

/** The pieces of one side and kind, by the names of their squares. */
export function squaresOf(board: BoardView, position: Pick<PositionView, 'pieces'>, side: SideView, role: RoleView): string[] {
  const own = position.pieces.filter((piece) => piece.side === side && piece.role === role)
  return own
    .map(({ square }) => square)
    .toSorted((a, b) => a - b)
    .map((square) => board.labels[square - 1] ?? String(square))
}

/**
 * The position in one line: a letter for each square from the top left as White sees it, rows apart by a space. `letters`
 * are those of a white man, a white king, a black man, a black king and an empty square.
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

/** A question typed alone: "c", "p", "l", "r 4"; null where the text is no question. */
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
