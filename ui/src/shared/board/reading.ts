// The board read to somebody who does not see it: rows, captures, the whole in words or in one line of letters. Knows the messages.
import { type Label, type Phrases, describeOption, describePosition, describeTurn } from '../../board/describe'
import { geometryOf } from '../../board/geometry'
import type { BoardView, PieceView, PositionView, RoleView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'

/** What a reader may ask about a position, typed alone in the move box or pressed as a key on the board. */
export type Question =
  { about: 'captures' | 'moves' | 'rows' | 'position' | 'again' } | { about: 'row'; row: number } | { about: 'lines'; square: number }

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

/** How the squares of a board are called. */
const labelOf =
  ({ labels }: BoardView): Label =>
  (square) =>
    labels[square - 1] ?? String(square)

/** "You must take: 40 takes 35, lands 30", every capture by name; or that there is none. */
export function capturesText(board: BoardView, position: PositionView, phrases: Phrases): string {
  return position.mustTake ? describeTurn(position, labelOf(board), phrases) : m.nothing_to_take()
}

/** Every row, from the top. */
export function rowsText(board: BoardView, position: Pick<PositionView, 'pieces'>, phrases: Phrases): string {
  return rowsOf(board, position)
    .map(({ number }) => rowText(board, position, number, phrases))
    .join(' ')
}

/** "White to move. You may play: 31 to 26; 32 to 28", or every capture where one must be played. */
export function movesText(board: BoardView, position: PositionView, phrases: Phrases): string {
  if (position.mustTake || position.legal.length === 0) return capturesText(board, position, phrases)
  const moves = position.legal.map((move) => describeOption(move, labelOf(board), phrases)).join('; ')
  return `${phrases.turn(position.turn)}. ${m.moves_text({ moves })}`
}

/** The ways out of a square, as they are drawn: the diagonals, or the rows and columns where every square is played. */
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

/** "From 28. Up and left: 22 black man, 17 empty. …": what stands along each line from a square, nearest first, seen from `below`. */
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

/** What a question is answered, the board seen from `below`; null where the last sentence is to be said again. */
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
