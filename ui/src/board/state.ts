// All a board shows and all it calls: one interface and its defaults. Knows nothing of how it is drawn.
import type { BoardView, MoveView, Overlay, PositionView, SideView } from '../client/types'
import type { Haptics } from './vibration'
import type { Phrases } from './describe'
import type { Way } from './input/hand'
import type { Sounds } from './sound'

/** What a shape means; told by its form first, by its colour second. */
export type Tone =
  | 'look' // a hint, something to look at: dotted ring, ochre
  | 'right' // found: full ring, blue
  | 'wrong' // not this one: broken ring
  | 'faint' // a route that does not count: thin and grey

/** Something drawn over the board; every `Overlay` of the core is one. */
export type Shape =
  | (Overlay & { tone?: Tone })
  /** Corner brackets round all these squares together: "somewhere here". */
  | { kind: 'bracket'; squares: number[]; tone?: Tone }
  | ({ kind: 'own'; tone?: undefined } & { mark: OwnMark })

/** What the reader drew: an arrow from square to square, a ring where both are the same; in one of four colours. */
export interface OwnMark {
  origin: number
  target: number
  tone: 1 | 2 | 3 | 4
}

/** One stroke of the reader's: in the tone that its keys say, or in the next one, for a finger has no keys. */
export interface Stroke {
  origin: number
  target: number
  tone: OwnMark['tone'] | 'next'
}

/** Each a block of themes.css. */
export const THEMES = ['buis', 'chene', 'ardoise', 'marbre', 'delft', 'mer', 'brique', 'lavande', 'journal', 'contraste'] as const
export type Theme = (typeof THEMES)[number]

/** How pieces are drawn: pieces.ts. */
export const PIECE_SETS = ['turned', 'grained', 'milled', 'rosette', 'flat', 'letters'] as const
export type PieceSet = (typeof PIECE_SETS)[number]

/** The whole state of a board. `set` takes any part of it. */
export interface BoardState {
  board: BoardView // the squares and their labels
  position: PositionView | null // pieces and legal moves; null = an empty board
  orientation: SideView // who sits below
  // moves are made; squares are pointed at (`onTap`); pieces are put and carried anywhere (`onTap`, `onCarry`); only looked at
  mode: 'play' | 'tap' | 'edit' | 'view'
  plays: SideView | 'both' | 'none' // whose pieces may be moved here, when it is their turn
  lastMove: MoveView | null // shown with its whole route
  removed: readonly number[] // men taken off before the start: outlines until the first move
  shapes: readonly Shape[] // hints, lessons, marks
  numbers: 'edges' | 'every' | 'off' // square numbers outside on bases and bandes, on every square, none
  theme: Theme // a block of themes.css
  pieceSet: PieceSet // how pieces are drawn
  kingLetter: string // written on kings in the set "letters"
  playOnLight: boolean // the two square colours change places
  showTargets: boolean // legal landings of the held piece
  showMust: boolean // notches on the pieces that must take
  showTrail: boolean // route of the last move
  playForced: boolean // with a single legal move, one tap on its piece plays it
  motion: 'auto' | 'full' | 'reduced' | 'none' // auto asks the system
  haptics: Haptics // short vibrations where the device has them
  sounds: Sounds | null // null = silent
  label: string // the accessible name of the board
  phrases: Phrases | null // the words of the squares; null = their numbers only
  onMove: (path: number[], move: MoveView) => void // a whole move was made, landing by landing
  onRefused: (from: number, to?: number) => void // a piece or a landing the legal moves do not have
  onTap: (square: number) => void // modes "tap" and "edit": a square was pointed at
  onCarry: (from: number, to?: number) => void // mode "edit": a piece was carried to a square, or off the board
  onCursor: (square: number) => void // the keyboard cursor came to a square
  onDraw: ((stroke: Stroke) => void) | null // an arrow or a ring was drawn, by the right button or a long press; null = nobody draws
  onHand: (path: number[], taken: number[]) => void // a piece was lifted, landed or let go (empty path)
  onAsk: (ways: readonly Way[]) => void // several captures could be meant: A, B… are drawn (empty: decided)
}

/** A board at rest, to which a `BoardView` must be added. */
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
