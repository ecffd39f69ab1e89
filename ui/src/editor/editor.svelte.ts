// The position being set up: pieces, side to move, variant, and the core's verdict. Knows no rules.
import { CallFailed, type Client } from '../client/client'
import type {
  VariantKey,
  BoardView,
  CheckView,
  KingMovesView,
  PieceView,
  PositionView,
  ReadView,
  RoleView,
  SideView,
  VariantView,
} from '../client/types'

/** The piece that a tap puts; `null` removes. */
export type Brush = { side: SideView; role: RoleView } | null

interface Setup {
  readonly variant: VariantKey
  readonly turn: SideView
  readonly pieces: readonly PieceView[]
  /** Counts of quiet king moves in a pasted position; the core drops those of removed kings. */
  readonly kingMoves?: readonly KingMovesView[]
}

/** Number of undo steps. */
const MEMORY = 200

export class EditorSession {
  variants: VariantView[] = $state.raw([])
  setup: Setup = $state.raw({ variant: 'international', turn: 'white', pieces: [] })
  brush: Brush = $state.raw({ side: 'white', role: 'man' })
  below: SideView = $state('white')
  /** The core's verdict on the position; `null` until it arrives. */
  check: CheckView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  private undone: Setup[] = $state.raw([])
  private done: Setup[] = $state.raw([])
  private asked = 0
  /** Resolves once the last request is answered. */
  private answered: Promise<void> = Promise.resolve()
  private opening: Promise<void> | null = null

  /** `first` is the variant whose initial position is shown first. */
  constructor(
    private readonly client: Client,
    private readonly first = 'international',
  ) {}

  /** Loads the variants; the first visit shows the initial position. Clears an earlier failure. */
  open(): Promise<void> {
    this.failure = null
    this.opening ??= this.learn()
    return this.opening
  }

  private async learn(): Promise<void> {
    try {
      this.variants = await this.client.call('variants', {})
      const first = this.variants.find(({ key }) => key === this.first) ?? this.variants[0]
      if (first) this.setup = { variant: first.key, pieces: first.start.pieces, turn: first.start.turn }
      await this.ask()
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
      this.opening = null
    }
  }

  get variant(): VariantView | undefined {
    return this.variants.find(({ key }) => key === this.setup.variant)
  }

  get board(): BoardView | undefined {
    return this.variant?.board
  }

  /** The position as shown on a board, legal or not. */
  get shown(): PositionView {
    const { variant, turn, pieces } = this.setup
    // The board treats positions with equal FEN as equal.
    const fen = pieces.map(({ square, side, role }) => `${side}${role}${square}`).join()
    return { variant, turn, pieces: [...pieces], fen, legal: [], mustTake: false }
  }

  get fen(): string {
    return this.check?.position?.fen ?? ''
  }

  get canUndo(): boolean {
    return this.done.length > 0
  }

  get canRedo(): boolean {
    return this.undone.length > 0
  }

  pieceAt(square: number): PieceView | undefined {
    return this.setup.pieces.find((piece) => piece.square === square)
  }

  // --- changes, one undo step each

  /** Puts the selected piece on a square; repeating it removes the piece. */
  put(square: number): void {
    const there = this.pieceAt(square)
    const { brush } = this
    const others = this.setup.pieces.filter((piece) => piece.square !== square)
    const same = there && brush && there.side === brush.side && there.role === brush.role
    if (!brush || same) this.place(others)
    else this.place([...others, { square, ...brush }])
  }

  /** Moves a piece; without a target it is removed. */
  carry(from: number, to: number | undefined): void {
    const piece = this.pieceAt(from)
    if (!piece || to === from) return
    const others = this.setup.pieces.filter(({ square }) => square !== from && square !== to)
    this.place(to === undefined ? others : [...others, { ...piece, square: to }])
  }

  remove(square: number): void {
    if (this.pieceAt(square)) this.carry(square, undefined)
  }

  clear(): void {
    this.place([])
  }

  /** Replaces all pieces in one step. */
  take(pieces: readonly PieceView[]): void {
    const { variant, turn } = this.setup
    this.change({ variant, turn, pieces })
  }

  /** Clears the board and the undo history. */
  restart(): void {
    this.take([])
    this.done = []
  }

  start(): void {
    const start = this.variant?.start
    if (start) this.change({ variant: this.setup.variant, pieces: start.pieces, turn: start.turn })
  }

  setTurn(turn: SideView): void {
    if (turn !== this.setup.turn) this.change({ ...this.setup, turn })
  }

  /** Selects a variant: a board with the same squares keeps its pieces, another shows its initial position. An unknown key is a failure. */
  setVariant(key: string): void {
    const [before, next] = [this.variant, this.variants.find((variant) => variant.key === key)]
    if (!next) this.failure = new CallFailed({ kind: 'unknownVariant', message: key })
    if (!next || next === before) return
    this.below = next.board.below
    const same = before && JSON.stringify(before.board.squares) === JSON.stringify(next.board.squares)
    const atStart = before && samePieces(this.setup.pieces, before.start.pieces)
    if (same && !atStart) this.change({ ...this.setup, variant: next.key })
    else this.change({ variant: next.key, pieces: next.start.pieces, turn: next.start.turn })
  }

  /** Shows the initial position of another variant as long as nothing was set up. */
  follow(key: string): void {
    const next = this.variants.find((variant) => variant.key === key)
    if (!next || next === this.variant || this.canUndo || this.canRedo) return
    this.below = next.board.below
    this.setup = { variant: next.key, pieces: next.start.pieces, turn: next.start.turn }
    void this.ask()
  }

  /** Takes the position of a text and waits for the core's verdict. Resolves to false, without changes, if the text is not a position. */
  async read(text: string): Promise<boolean> {
    await this.open()
    let read: ReadView
    try {
      read = await this.client.call('readPosition', { variant: this.setup.variant, text })
    } catch (thrown) {
      const failed = CallFailed.from(thrown)
      if (failed.kind === 'badPosition' || failed.kind === 'unknownVariant') return false
      this.failure = failed
      return false
    }
    const { kingMoves } = read
    this.change({ variant: read.variant, turn: read.turn, pieces: read.pieces, ...(kingMoves.length > 0 ? { kingMoves } : {}) })
    await this.answered
    return true
  }

  undo(): void {
    const before = this.done.at(-1)
    if (!before) return
    this.done = this.done.slice(0, -1)
    this.undone = [...this.undone, this.setup]
    this.show(before)
  }

  redo(): void {
    const after = this.undone.at(-1)
    if (!after) return
    this.undone = this.undone.slice(0, -1)
    this.done = [...this.done, this.setup]
    this.show(after)
  }

  private place(pieces: readonly PieceView[]): void {
    this.change({ ...this.setup, pieces })
  }

  private change(setup: Setup): void {
    this.done = [...this.done, this.setup].slice(-MEMORY)
    this.undone = []
    this.show(setup)
  }

  private show(setup: Setup): void {
    // A verdict about another board is dropped at once.
    if (setup.variant !== this.setup.variant) this.check = null
    this.setup = setup
    this.answered = this.ask()
  }

  /** Requests the core's verdict on the position; only the last request counts. */
  private async ask(): Promise<void> {
    const mine = ++this.asked
    const { variant, turn, pieces, kingMoves } = this.setup
    try {
      const counted = kingMoves ? { kingMoves: [...kingMoves] } : {}
      const check = await this.client.call('checkPosition', { variant, turn, pieces: [...pieces], ...counted })
      if (mine === this.asked) this.check = check
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }
}

function samePieces(a: readonly PieceView[], b: readonly PieceView[]): boolean {
  const key = (pieces: readonly PieceView[]): string =>
    pieces
      .map(({ square, side, role }) => `${side}${role}${square}`)
      .toSorted()
      .join()
  return key(a) === key(b)
}
