// The positions of the pictures: multiple captures in mid-board, each legal in its game.
import type { BoardView, MoveView, PieceView, PositionView } from '../src/client/types'
import type { BoardState } from '../src/board/board'
import { halfBoard } from '../src/board/half-board'
import { fullBoard, moveOf, position } from '../src/board/fixtures'

export interface Scene extends Partial<BoardState> {
  readonly board: BoardView
  readonly position: PositionView
}

const TEN = halfBoard(10, 10)
const men = (of: PositionView): readonly PieceView[] => of.pieces

/** A position after its only capture, with the route of the capture over it. */
function taken(fen: string, text: string, board: BoardView = TEN): Scene {
  const before = position(fen, [], board)
  const move: MoveView = moveOf(men(before), before.turn, text, board)
  const path = move.routes[0] ?? []
  const shapes: BoardState['shapes'] = [
    { kind: 'route', path, label: null, tone: 'look' },
    ...move.captured.map((square) => ({ kind: 'cross' as const, squares: [square] })),
  ]
  return { board, position: before, shapes }
}

const REFUSED = position('W:W28,32,33,35,36,37,38,39,40,41,42,43,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,13,14,15,16,19,21,23,27,34', [
  '40x29x18',
])

/** A capture of four by a man on the ten-by-ten board. */
export const FOUR = taken('W:W43,16,29,33,34,39,46,48,49,50:B3,4,5,9,11,13,14,17,20,22,38,28,18,7', '43x32x23x12x1')
/** White must take two: the capture of one is refused. */
export const RULE: Scene = {
  board: TEN,
  position: REFUSED,
  shapes: [
    { kind: 'route', path: [39, 30], label: '1', tone: 'faint' },
    { kind: 'route', path: [40, 29, 18], label: '2', tone: 'look' },
  ],
}
/** One move alone wins: it is drawn. */
export const TURNED: Scene = {
  board: TEN,
  position: position('W:W27,28,31,32,33,36,37,38,39,43,48:B11,12,13,16,17,18,19,21,23,26,8', []),
  shapes: [{ kind: 'route', path: [39, 34], label: null, tone: 'look' }],
}
/** A capture that crowns and goes on as a king (Russian), six men (Canadian), four (Turkish). */
export const GAMES: readonly Scene[] = [
  taken('W:W13,15,17,18,22,23,28,29:B6,7,8,9,11,14,16,20', '17x10x3x12x19', halfBoard(8, 8)),
  taken(
    'W:W23,25,28,29,33,35,37,38,40,43,47,48,51,60,62,64,66,68:B6,7,8,9,10,12,17,20,21,22,24,27,30,31,32,36,39,41',
    '28x15x2x13x26x15x4',
    halfBoard(12, 12),
  ),
  taken('W:W17,19,23,33,35,37,40,48,51,52,54,56:B11,12,13,21,24,28,29,30,34,41,46,47', '54x38x22x20x4', fullBoard(8)),
]
