// Small pictures of international draughts for the homes of the places.
import type { Picture } from '../empty/pictures'
import { men, route } from '../empty/pictures'

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
