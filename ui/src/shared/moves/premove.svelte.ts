// A move that is planned while the other side is to move, square by square, and played as soon as it can be. Knows no rule: whether it can
// be, the legal moves of that moment say.
import type { Shape } from '../../board/board'
import type { BoardView, GameView, MoveView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../../shell/announcer.svelte'

/** A move to play, and the squares it goes over. */
export interface Planned {
  move: MoveView
  path: readonly number[]
}

export class Premove {
  /** From the piece's square on; empty where nothing is planned. */
  path: readonly number[] = $state.raw([])

  /** Far enough to be played. */
  get isWhole(): boolean {
    return this.path.length > 1
  }

  /** A square was touched: a piece of one's own begins the plan, its last square takes a step back, any other is the next landing. */
  touch(square: number, isOwn: boolean): void {
    if (square === this.path.at(-1)) this.path = this.path.slice(0, -1)
    else if (isOwn && square !== this.path[0]) this.path = [square]
    else if (this.path.length > 0) this.path = [...this.path, square]
    // A piece without a landing is not a plan yet; taken back to it, it is none any more.
  }

  /** A square was touched while the other is to move: it goes into the plan. What is said where a piece would have to come first. */
  plan(square: number, { position, board }: Pick<GameView, 'position' | 'board'>, own: SideView | null): string | null {
    const isOwn = position.pieces.some((piece) => piece.square === square && piece.side === own)
    if (!isOwn && this.path.length === 0) {
      announcer.say(m.premove_piece_first())
      return m.premove_piece_first()
    }
    this.touch(square, isOwn)
    this.say(board)
    return null
  }

  /** A piece was carried over the board meanwhile: a plan of its own, square by square as `plan` takes them. */
  carry(from: number, to: number | undefined, plan: (square: number) => void): void {
    if (to === undefined || to === from) return
    this.clear()
    plan(from)
    if (this.path.length > 0) plan(to)
  }

  /** Ends the plan once it can be played: the move that was meant, or what is to be said of it where it can be played no more. Null without one. */
  due({ position, board }: Pick<GameView, 'position' | 'board'>): Planned | { note: string; from: number; to: number } | null {
    const { path, isWhole } = this
    const planned = this.among(position.legal)
    this.clear()
    const [from, to] = [path[0], path.at(-1)]
    if (!isWhole || from === undefined || to === undefined) return null
    if (planned) return planned
    return { note: m.premove_void({ path: this.text(board, path) }), from, to }
  }

  clear(): void {
    if (this.path.length > 0) this.path = []
  }

  /** Takes the plan back, and says so. */
  drop(): void {
    if (this.path.length > 0) announcer.say(m.premove_dropped())
    this.clear()
  }

  /** Says what is planned. */
  say({ labels }: BoardView): void {
    if (this.isWhole) announcer.say(m.premove_spoken({ path: this.path.map((square) => labels[square - 1]).join(' – ') }))
  }

  /** How it is written. */
  text({ labels }: BoardView, path = this.path): string {
    return path.map((square) => labels[square - 1]).join('-')
  }

  /** What shows it on the board. */
  get shapes(): Shape[] {
    const [piece] = this.path
    if (piece === undefined) return []
    return this.isWhole ? [{ kind: 'route', path: [...this.path], label: null }] : [{ kind: 'ring', squares: [piece] }]
  }

  /** The move that was meant, of those that are legal now; null where it is none, or could be several. */
  among(legal: readonly MoveView[]): Planned | null {
    const { path } = this
    const [from, to] = [path[0], path.at(-1)]
    const ways = legal
      .filter((move) => move.origin === from && move.target === to)
      .flatMap((move) => {
        const routes = move.routes.length > 0 ? move.routes : [[move.origin, move.target]]
        return routes.filter((route) => follows(route, path)).map((route): Planned => ({ move, path: route }))
      })
    const [first] = ways
    const taken = new Set(ways.map(({ move }) => move.captured.toSorted((a, b) => a - b).join()))
    return first && taken.size === 1 ? first : null
  }
}

/** The route goes over these squares, in this order. */
function follows(route: readonly number[], squares: readonly number[]): boolean {
  let at = 0
  for (const square of route) if (square === squares[at]) at++
  return at === squares.length
}
