// A search for positions and moves: three boards, side to move, piece counts, manoeuvre. Knows squares but no rules.
import type {
  BoardView,
  EndingView,
  LibraryFilter,
  Manoeuvre,
  ManoeuvreKind,
  PatternContent,
  PatternSquare,
  PieceView,
  RoleView,
  SideView,
  VariantKey,
} from '../../client/types'
import type { FilterKey } from '../filters'

/** The boards: all squares must match, at least one must match, none may match. */
export const BOARDS = ['pattern', 'patternOr', 'patternExclude'] as const
export type BoardName = (typeof BOARDS)[number]

/** The filter fields of this form. */
export const SEARCH_FIELDS: readonly FilterKey[] = [...BOARDS, 'position', 'turn', 'fewest', 'most', 'manoeuvre', 'mirrored', 'comment']

/** Minimum and maximum number of pieces of a kind, as typed. */
export interface Range {
  from: number | null
  to: number | null
}

/** More pieces of a kind than any board has. */
const MOST = 60

const NONE: Readonly<Record<BoardName, readonly PatternSquare[]>> = { pattern: [], patternOr: [], patternExclude: [] }
const contents = { white: { man: 'whiteMan', king: 'whiteKing' }, black: { man: 'blackMan', king: 'blackKing' } } as const

export const patternOf = (pieces: readonly PieceView[]): PatternSquare[] =>
  pieces.map(({ square, side, role }) => ({ square, content: contents[side][role] }))

/** The square with a label; 0 if there is none. */
export function squareOf(board: BoardView, text: string): number {
  return board.labels.indexOf(text.trim().toLowerCase()) + 1
}

export class SearchSession {
  variant: VariantKey = $state('international')

  /** `variant` is the one selected at first. */
  constructor(variant: VariantKey = 'international') {
    this.variant = variant
  }

  boards = $state.raw(NONE)
  board: BoardName = $state('pattern')
  /** Content that a tap puts on a square; `null` removes it. */
  brush: PatternContent | null = $state('whiteMan')
  turn: SideView | 'any' = $state('any')
  mirrored = $state(true)
  readonly material: Record<SideView, Record<RoleView, Range>> = $state({
    white: { man: { from: null, to: null }, king: { from: null, to: null } },
    black: { man: { from: null, to: null }, king: { from: null, to: null } },
  })
  manoeuvreKind: ManoeuvreKind | 'none' = $state('none')
  by: SideView | 'any' = $state('any')
  least = $state(2)
  from = $state('')
  to = $state('')
  route = $state('')
  comment = $state('')

  /** The pattern on the current board. */
  get shown(): readonly PatternSquare[] {
    return this.boards[this.board]
  }

  /** Puts the selected content on a square; repeating it removes it. */
  put(square: number): void {
    const { brush } = this
    const others = this.shown.filter((one) => one.square !== square)
    const same = this.shown.some((one) => one.square === square && one.content === brush)
    this.place(!brush || same ? others : [...others, { square, content: brush }])
  }

  /** Moves the content of a square, or removes it if dropped off the board. */
  carry(from: number, to: number | undefined): void {
    const held = this.shown.find(({ square }) => square === from)
    if (!held || from === to) return
    const others = this.shown.filter(({ square }) => square !== from && square !== to)
    this.place(to === undefined ? others : [...others, { ...held, square: to }])
  }

  /** Replaces the first board with these pieces. */
  begin(variant: VariantKey, pieces: readonly PieceView[]): void {
    this.ofVariant(variant)
    this.boards = { ...NONE, pattern: patternOf(pieces) }
    this.board = 'pattern'
  }

  /** Selects a variant; the boards are cleared, as its squares differ. */
  ofVariant(variant: VariantKey): void {
    if (variant !== this.variant) this.boards = NONE
    this.variant = variant
  }

  clear(): void {
    this.place([])
  }

  private place(squares: readonly PatternSquare[]): void {
    this.boards = { ...this.boards, [this.board]: squares }
  }

  /** A typed text that names no square of this board. */
  unknownSquare(board: BoardView): string | undefined {
    if (this.manoeuvreKind === 'none' || this.manoeuvreKind === 'gives') return undefined
    const typed = this.manoeuvreKind === 'route' ? this.routeWords : [this.from, this.to]
    return typed.map((text) => text.trim()).find((text) => text !== '' && squareOf(board, text) === 0)
  }

  private get routeWords(): string[] {
    return this.route.split(/[^\p{L}\d]+/u).filter(Boolean)
  }

  private manoeuvre(board: BoardView): Manoeuvre | null {
    const { manoeuvreKind: kind, by } = this
    if (kind === 'none') return null
    const side = by === 'any' ? {} : { side: by }
    const one = (text: string): number | null => squareOf(board, text) || null
    if (kind === 'route') {
      const squares = this.routeWords.map((text) => squareOf(board, text)).filter((square) => square > 0)
      return squares.length < 2 ? null : { kind, ...side, squares }
    }
    if (kind === 'gives') return { kind, ...side, least: this.least }
    return { kind, ...side, from: one(this.from), to: one(this.to), ...(kind === 'takes' ? { least: this.least } : {}) }
  }

  /** The minimum or maximum counts of each kind, if any is typed. */
  private counts(end: keyof Range, field: 'fewest' | 'most', otherwise: number): LibraryFilter {
    const { white, black } = this.material
    const typed = [white.man, white.king, black.man, black.king].map((range) => range[end])
    if (typed.every((count) => count === null)) return {}
    const [whiteMen = 0, whiteKings = 0, blackMen = 0, blackKings = 0] = typed.map((count) => count ?? otherwise)
    const counts: EndingView = { whiteMen, whiteKings, blackMen, blackKings }
    return { [field]: counts }
  }

  /** The search as a filter; `null` if it is empty. */
  filter(board: BoardView): LibraryFilter | null {
    const manoeuvre = this.manoeuvre(board)
    const filter: LibraryFilter = {
      ...Object.fromEntries(BOARDS.filter((name) => this.boards[name].length > 0).map((name) => [name, [...this.boards[name]]])),
      ...this.counts('from', 'fewest', 0),
      ...this.counts('to', 'most', MOST),
      ...(manoeuvre ? { manoeuvre } : {}),
      ...(this.comment.trim() ? { comment: this.comment.trim() } : {}),
    }
    if (Object.keys(filter).length === 0) return null
    return {
      ...filter,
      variant: this.variant,
      ...(this.turn === 'any' ? {} : { turn: this.turn }),
      ...(this.mirrored ? {} : { mirrored: false }),
    }
  }
}
