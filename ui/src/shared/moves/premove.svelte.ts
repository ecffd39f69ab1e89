// A move planned on the other side's turn, square by square, and played as soon as it is legal. Knows no rules: the legal moves of that
// moment decide.
import type { Shape } from '../../board/board'
import type { BoardView, GameView, MoveView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../../shell/announcer.svelte'

/** A move to play, and its route. */
export interface Planned {
  move: MoveView
  path: readonly number[]
}

export class Premove {
  /** Squares of the plan from the piece on; empty without a plan. */
  path: readonly number[] = $state.raw([])

  /** True if the plan has a landing. */
  get isWhole(): boolean {
    return this.path.length > 1
  }

  /** A touch on an own piece starts the plan; on its last square it takes a step back; elsewhere it adds a landing. */
  touch(square: number, isOwn: boolean): void {
    if (square === this.path.at(-1)) this.path = this.path.slice(0, -1)
    else if (isOwn && square !== this.path[0]) this.path = [square]
    else if (this.path.length > 0) this.path = [...this.path, square]
    // A plan that is only a piece after a step back is cleared.
  }

  /** Handles a touch on the other side's turn. Returns a message if a piece must be chosen first. */
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

  /** A piece was dragged: starts a new plan from its two squares. */
  carry(from: number, to: number | undefined, plan: (square: number) => void): void {
    if (to === undefined || to === from) return
    this.clear()
    plan(from)
    if (this.path.length > 0) plan(to)
  }

  /** Ends the plan when it is due: the move to play, or a message if it is no longer legal. `null` without a plan. */
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

  /** Cancels the plan and announces it. */
  drop(): void {
    if (this.path.length > 0) announcer.say(m.premove_dropped())
    this.clear()
  }

  /** Announces the plan. */
  say({ labels }: BoardView): void {
    if (this.isWhole) announcer.say(m.premove_spoken({ path: this.path.map((square) => labels[square - 1]).join(' – ') }))
  }

  /** Notation of the plan. */
  text({ labels }: BoardView, path = this.path): string {
    return path.map((square) => labels[square - 1]).join('-')
  }

  /** Draws the plan on the board. */
  get shapes(): Shape[] {
    const [piece] = this.path
    if (piece === undefined) return []
    return this.isWhole ? [{ kind: 'route', path: [...this.path], label: null, tone: 'plan' }] : [{ kind: 'ring', squares: [piece] }]
  }

  /** The planned move among the legal ones; `null` if there is none or it is ambiguous. */
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

/** True if the route passes these squares in this order. */
function follows(route: readonly number[], squares: readonly number[]): boolean {
  let at = 0
  for (const square of route) if (square === squares[at]) at++
  return at === squares.length
}
