// What is looked for in positions and moves: three boards, whose move it is, the pieces, and what is done. Knows squares, no rule.
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

/** The boards: all these squares so, one of these at least, none of these. */
export const BOARDS = ['pattern', 'patternOr', 'patternExclude'] as const
export type BoardName = (typeof BOARDS)[number]

/** The fields of a filter that are asked for here. */
export const SOUGHT: readonly FilterKey[] = [...BOARDS, 'position', 'turn', 'fewest', 'most', 'manoeuvre', 'mirrored', 'comment']

/** Fewest and most pieces of a kind, as they are typed. */
export interface Range {
  from: number | null
  to: number | null
}

/** More than any board has of a kind. */
const MOST = 60

const NONE: Readonly<Record<BoardName, readonly PatternSquare[]>> = { pattern: [], patternOr: [], patternExclude: [] }
const contents = { white: { man: 'whiteMan', king: 'whiteKing' }, black: { man: 'blackMan', king: 'blackKing' } } as const

/** What must stand where these pieces stand. */
export const patternOf = (pieces: readonly PieceView[]): PatternSquare[] =>
  pieces.map(({ square, side, role }) => ({ square, content: contents[side][role] }))

/** The square that a text names on a board; 0 where it names none. */
export function squareOf(board: BoardView, text: string): number {
  return board.labels.indexOf(text.trim().toLowerCase()) + 1
}

export class SearchSession {
  variant: VariantKey = $state('international')

  /** `variant` is the game in which is looked first. */
  constructor(variant: VariantKey = 'international') {
    this.variant = variant
  }

  boards = $state.raw(NONE)
  board: BoardName = $state('pattern')
  /** What a tap puts on a square; null takes off. */
  brush: PatternContent | null = $state('whiteMan')
  turn: SideView | 'any' = $state('any')
  mirrored = $state(true)
  readonly material: Record<SideView, Record<RoleView, Range>> = $state({
    white: { man: { from: null, to: null }, king: { from: null, to: null } },
    black: { man: { from: null, to: null }, king: { from: null, to: null } },
  })
  deed: ManoeuvreKind | 'none' = $state('none')
  by: SideView | 'any' = $state('any')
  least = $state(2)
  from = $state('')
  to = $state('')
  route = $state('')
  comment = $state('')

  /** The squares of the board that is shown. */
  get shown(): readonly PatternSquare[] {
    return this.boards[this.board]
  }

  /** Puts the brush's content on a square; the same once more takes it off. */
  put(square: number): void {
    const { brush } = this
    const others = this.shown.filter((one) => one.square !== square)
    const same = this.shown.some((one) => one.square === square && one.content === brush)
    this.place(!brush || same ? others : [...others, { square, content: brush }])
  }

  /** Moves what is on a square; without another one it leaves the board. */
  carry(from: number, to: number | undefined): void {
    const held = this.shown.find(({ square }) => square === from)
    if (!held || from === to) return
    const others = this.shown.filter(({ square }) => square !== from && square !== to)
    this.place(to === undefined ? others : [...others, { ...held, square: to }])
  }

  /** These pieces on the first board, in place of what is there. */
  begin(variant: VariantKey, pieces: readonly PieceView[]): void {
    this.ofVariant(variant)
    this.boards = { ...NONE, pattern: patternOf(pieces) }
    this.board = 'pattern'
  }

  /** Another game: its squares are others. */
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

  /** What is typed and names no square of this board. */
  strange(board: BoardView): string | undefined {
    if (this.deed === 'none' || this.deed === 'gives') return undefined
    const typed = this.deed === 'route' ? this.routeWords : [this.from, this.to]
    return typed.map((text) => text.trim()).find((text) => text !== '' && squareOf(board, text) === 0)
  }

  private get routeWords(): string[] {
    return this.route.split(/[^\p{L}\d]+/u).filter(Boolean)
  }

  private manoeuvre(board: BoardView): Manoeuvre | null {
    const { deed: kind, by } = this
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

  /** The fewest or the most pieces of each kind, where any is typed. */
  private counts(end: keyof Range, field: 'fewest' | 'most', otherwise: number): LibraryFilter {
    const { white, black } = this.material
    const typed = [white.man, white.king, black.man, black.king].map((range) => range[end])
    if (typed.every((count) => count === null)) return {}
    const [whiteMen = 0, whiteKings = 0, blackMen = 0, blackKings = 0] = typed.map((count) => count ?? otherwise)
    const counts: EndingView = { whiteMen, whiteKings, blackMen, blackKings }
    return { [field]: counts }
  }

  /** What is asked for, as a filter says it; null where nothing is. */
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
