// A move that waits until it is confirmed, where the reader wants to be asked before it counts. Knows no rule.
import type { Shape } from '../../board/board'
import type { MoveView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../../shell/announcer.svelte'
import { settings } from '../../shell/settings.svelte'
import { spoken } from '../words'

export class Confirming {
  /** The move that waits, and whether the board shows it made already; null = none waits. */
  pending = $state.raw<{ move: MoveView; path: readonly number[]; byHand: boolean } | null>(null)

  constructor(private readonly play: (move: MoveView, path: readonly number[]) => unknown) {}

  /** A move was made, on the board or by words: it counts at once, or waits. */
  made(move: MoveView, path: readonly number[] = move.routes[0] ?? [move.origin, move.target], byHand = false): void {
    if (settings.get('confirmMoves') === 'off') return void this.play(move, path)
    this.pending = { move, path, byHand }
    announcer.say(m.confirm_line({ move: spoken(move) }))
  }

  confirm(): void {
    const now = this.pending
    this.pending = null
    if (now) this.play(now.move, now.path)
  }

  /** It will not be played. */
  drop(): void {
    this.pending = null
  }

  /** What shows the move on the board where no hand has made it there. */
  get shapes(): Shape[] {
    return this.pending && !this.pending.byHand ? [{ kind: 'route', path: [...this.pending.path], label: null }] : []
  }
}
