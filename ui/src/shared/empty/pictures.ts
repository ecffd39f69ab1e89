// Small pictures of international draughts that need no core: for the first start, which is drawn before it has loaded, for empty pages and
// for the homes of the places. In one file, because they are made when it loads: a bundle may load two files in either order.
import type { Shape } from '../../board/board'
import { halfBoard } from '../../board/half-board'
import { type Crop, busiest } from '../../board/picture/crop'
import type { BoardView, PieceView, PositionView } from '../../client/types'

/** The board of international draughts. */
export const HUNDRED = halfBoard(10, 10)

export interface Picture {
  /** The board of international draughts by default. */
  readonly board?: BoardView
  readonly pieces: readonly PieceView[]
  readonly shapes: Shape[]
  readonly crop: Crop
  /** Men that are taken and still stand. */
  readonly ghosts?: readonly number[]
  /** Men that are missing at the start. */
  readonly removed?: readonly number[]
}

/** The part of a position, at most `columns` × `rows` squares, where most happens. */
export function pictureOf(board: BoardView, { pieces }: Pick<PositionView, 'pieces'>, columns: number, rows: number): Picture {
  return { board, pieces, shapes: [], crop: busiest(board, pieces, columns, rows) }
}

const men = (side: 'white' | 'black', squares: readonly number[]): PieceView[] =>
  squares.map((square) => ({ square, side, role: 'man' as const }))
const route = (...path: number[]): Shape => ({ kind: 'route', path, label: null })

/** 32×21×12×23 takes three. */
export const CAPTURE: Picture = {
  pieces: [...men('white', [32, 37, 38, 39, 42, 43, 44, 48]), ...men('black', [3, 4, 9, 10, 14, 15, 17, 18, 20, 25, 27])],
  shapes: [route(32, 21, 12, 23), { kind: 'cross', squares: [27, 17, 18] }],
  crop: { column: 0, row: 1, columns: 10, rows: 8 },
}

/** A man takes. */
export const TAKES: Picture = {
  pieces: [...men('white', [33]), ...men('black', [28])],
  shapes: [route(33, 22), { kind: 'cross', squares: [28] }],
  crop: { column: 2, row: 3, columns: 4, rows: 4 },
}

/** A man that must take, backwards too. */
export const MUST: Picture = {
  pieces: [...men('white', [22]), ...men('black', [17, 28])],
  shapes: [{ kind: 'ring', squares: [22] }, route(22, 33)],
  crop: { column: 2, row: 3, columns: 4, rows: 4 },
}

/** A king, and a man in its way. */
export const KING: Picture = {
  pieces: [{ square: 33, side: 'white', role: 'king' }, ...men('black', [28])],
  shapes: [],
  crop: { column: 3, row: 4, columns: 4, rows: 4 },
}

/** A king at the end of its diagonal. */
export const AT_THE_EDGE: Picture = {
  pieces: [{ square: 6, side: 'black', role: 'king' }],
  shapes: [],
  crop: { column: 0, row: 0, columns: 5, rows: 5 },
}

/** A man takes to and fro: a storm. */
export const STORM: Picture = {
  pieces: [...men('white', [28]), ...men('black', [12, 23, 24])],
  shapes: [route(28, 19, 30), { kind: 'cross', squares: [23, 24] }],
  crop: { column: 3, row: 2, columns: 6, rows: 4 },
}

/** A king goes far: a streak. */
export const STREAK: Picture = {
  pieces: [{ square: 32, side: 'white', role: 'king' }, ...men('black', [28])],
  shapes: [route(32, 19), { kind: 'cross', squares: [28] }],
  crop: { column: 2, row: 3, columns: 6, rows: 4 },
}

/** A man comes back to its row: something to repeat. */
export const REPEAT: Picture = {
  pieces: [...men('white', [33]), ...men('black', [27, 28])],
  shapes: [route(33, 22, 31), { kind: 'cross', squares: [27, 28] }],
  crop: { column: 1, row: 3, columns: 6, rows: 4 },
}

/** The same for a row. */
export const REPEAT_SMALL: Picture = { ...REPEAT, crop: { column: 1, row: 2, columns: 5, rows: 5 } }

/** Three men are missing at the start. */
export const HANDICAP: Picture = {
  pieces: men('black', [1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
  removed: [2, 3, 4],
  shapes: [],
  crop: { column: 3, row: 0, columns: 5, rows: 5 },
}

/** The two sides face each other: two people. */
export const FACING: Picture = {
  pieces: [...men('black', [17, 18, 12, 13]), ...men('white', [27, 28, 31, 32, 33])],
  shapes: [],
  crop: { column: 2, row: 3, columns: 4, rows: 4 },
}

/** A move that is sent: correspondence. */
export const SENT: Picture = {
  pieces: men('white', [32]),
  shapes: [{ kind: 'arrow', origin: 32, target: 23 }],
  crop: { column: 2, row: 3, columns: 4, rows: 4 },
}

/** Three men wait for a move: several boards. */
export const SEVERAL: Picture = {
  pieces: men('white', [22, 28, 32, 33]),
  shapes: [{ kind: 'ring', squares: [22, 32, 33] }],
  crop: { column: 2, row: 3, columns: 4, rows: 4 },
}

/** A man is taken and still stands, as on wood: a real board. */
export const TAKEN: Picture = {
  pieces: [...men('white', [22]), ...men('black', [28])],
  ghosts: [28],
  shapes: [],
  crop: { column: 2, row: 3, columns: 4, rows: 4 },
}

/** Moves without men: in the mind. */
export const UNSEEN: Picture = {
  pieces: [],
  shapes: [route(33, 22, 13)],
  crop: { column: 2, row: 2, columns: 5, rows: 5 },
}

/** The side to move is marked: a clock. */
export const TO_MOVE: Picture = {
  pieces: [...men('white', [33]), ...men('black', [22])],
  shapes: [{ kind: 'ring', squares: [33] }],
  crop: { column: 2, row: 3, columns: 4, rows: 4 },
}
