// Small pictures of international draughts that need no core: for the first start, which is drawn before it has loaded, and for empty pages.
import type { Shape } from '../../board/board'
import { halfBoard } from '../../board/half-board'
import type { Crop } from '../../board/picture/diagram'
import type { BoardView, PieceView } from '../../client/types'

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

export const men = (side: 'white' | 'black', squares: readonly number[]): PieceView[] =>
  squares.map((square) => ({ square, side, role: 'man' as const }))
export const route = (...path: number[]): Shape => ({ kind: 'route', path, label: null })

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
