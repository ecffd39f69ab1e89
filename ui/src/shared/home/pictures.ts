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
