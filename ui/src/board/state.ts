// Everything a board shows and every callback, with defaults. Knows nothing of drawing.
import type { BoardView, MoveView, Overlay, PositionView, SideView } from '../client/types'
import type { Haptics } from './vibration'
import type { Phrases } from './describe'
import type { Way } from './input/hand'
import type { Sounds } from './sound'

/** Meaning of a shape; shown by its form first, by its colour second. */
export type Tone =
  | 'look' // a hint, something to look at: dotted ring, ochre
  | 'right' // found: full ring, blue
  | 'wrong' // wrong: broken ring
  | 'faint' // a route that does not count: thin and grey
  | 'engine' // the engine's move: blue
  | 'plan' // a planned move: dotted, blue

/** A shape drawn over the board; a superset of the core's `Overlay`. */
export type Shape =
  | (Overlay & { tone?: Tone })
  /** Corner brackets round a group of squares: "somewhere here". */
  | { kind: 'bracket'; squares: number[]; tone?: Tone }
  | ({ kind: 'own'; tone?: undefined } & { mark: OwnMark })

/** A mark drawn by the reader: an arrow, or a ring if both squares are the same, in one of four colours. */
export interface OwnMark {
  origin: number
  target: number
  tone: 1 | 2 | 3 | 4
}

/** A stroke by the reader. Its tone follows the modifier keys; without keys (touch) it is the next tone. */
export interface Stroke {
  origin: number
  target: number
  tone: OwnMark['tone'] | 'next'
}

/** Each is a block of themes.css. */
export const THEMES = ['buis', 'noyer', 'chene', 'ardoise', 'marbre', 'delft', 'mer', 'brique', 'lavande', 'journal', 'contraste'] as const
export type Theme = (typeof THEMES)[number]

/** Styles of pieces: see pieces.ts. */
export const PIECE_SETS = ['turned', 'grained', 'milled', 'rosette', 'flat', 'letters'] as const
export type PieceSet = (typeof PIECE_SETS)[number]

/** The state of a board. `set` takes any part of it. */
export interface BoardState {
  board: BoardView // the squares and their labels
  position: PositionView | null // pieces and legal moves; null = an empty board
  orientation: SideView // who sits below
  // play: move by the rules; tap: point at squares (`onTap`); edit: put and drag pieces anywhere (`onTap`, `onCarry`); view: read-only
  mode: 'play' | 'tap' | 'edit' | 'view'
  plays: SideView | 'both' | 'none' // whose pieces may be moved here on their turn
  lastMove: MoveView | null // shown with its whole route
  removed: readonly number[] // men removed before the start: outlines until the first move
  shapes: readonly Shape[] // hints, lessons, marks
  numbers: 'edges' | 'every' | 'off' // edges: outside the board; every: in each square
  theme: Theme // a block of themes.css
  pieceSet: PieceSet // style of the pieces
  kingLetter: string // on kings of the set "letters"
  playOnLight: boolean // swaps the two square colours
  showTargets: boolean // legal landings of the held piece
  showMust: boolean // notches on the pieces that must take
  showTrail: boolean // route of the last move
  playForced: boolean // with a single legal move, one tap on its piece plays it
  motion: 'auto' | 'full' | 'reduced' | 'none' // auto follows the system setting
  haptics: Haptics // short vibrations on devices that support them
  sounds: Sounds | null // null = silent
  label: string // the accessible name of the board
  phrases: Phrases | null // phrases for screen readers; null = numbers only
  onMove: (path: number[], move: MoveView) => void // a complete move was made, landing by landing
  onRefused: (from: number, to?: number) => void // a piece or landing without a legal move
  onTap: (square: number) => void // modes "tap" and "edit": a square was tapped
  onCarry: (from: number, to?: number) => void // mode "edit": a piece was dragged to a square, or off the board
  onCursor: (square: number) => void // the keyboard cursor moved to a square
  onDraw: ((stroke: Stroke) => void) | null // an arrow or ring was drawn, by right button or long press; null = no drawing
  onHand: (path: number[], taken: number[]) => void // a piece was picked up, landed or let go (empty path)
  onAsk: (ways: readonly Way[]) => void // an ambiguous capture: routes A, B… are drawn (empty: resolved)
}

/** Defaults of a board; only the `BoardView` is missing. */
export const DEFAULTS: Omit<BoardState, 'board'> = {
  position: null,
  orientation: 'white',
  mode: 'play',
  plays: 'both',
  lastMove: null,
  removed: [],
  shapes: [],
  numbers: 'edges',
  theme: 'buis',
  pieceSet: 'turned',
  kingLetter: 'K',
  playOnLight: false,
  showTargets: true,
  showMust: true,
  showTrail: true,
  playForced: false,
  motion: 'auto',
  haptics: 'all',
  sounds: null,
  label: '',
  phrases: null,
  onMove: () => {},
  onRefused: () => {},
  onTap: () => {},
  onCarry: () => {},
  onCursor: () => {},
  onDraw: null,
  onHand: () => {},
  onAsk: () => {},
}
