// A move that waits for confirmation, if the reader wants to confirm moves. Knows no rules.
import type { Shape } from '../../board/board'
import type { MoveView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../../shell/announcer.svelte'
import { settings } from '../../shell/settings.svelte'
import { spoken } from '../words'

export class Confirming {
  /** The pending move, and if the board already shows it; `null` = none. */
  pending = $state.raw<{ move: MoveView; path: readonly number[]; byHand: boolean } | null>(null)

  constructor(private readonly play: (move: MoveView, path: readonly number[]) => unknown) {}

  /** True if the reader wants to confirm moves. */
  get isOn(): boolean {
    return settings.get('confirmMoves') !== 'off'
  }

  /** Handles a move made on the board or in words: plays it or waits for confirmation. */
  made(move: MoveView, path: readonly number[] = move.routes[0] ?? [move.origin, move.target], byHand = false): void {
    if (this.isOn) this.hold(move, path, byHand)
    else void this.play(move, path)
  }

  /** Makes a move wait for confirmation. */
  hold(move: MoveView, path: readonly number[], byHand: boolean): void {
    this.pending = { move, path, byHand }
    announcer.say(m.confirm_line({ move: spoken(move) }))
  }

  confirm(): void {
    const now = this.pending
    this.pending = null
    if (now) this.play(now.move, now.path)
  }

  /** Cancels the pending move. */
  drop(): void {
    this.pending = null
  }

  /** Draws the pending move if the board does not show it already. */
  get shapes(): Shape[] {
    return this.pending && !this.pending.byHand ? [{ kind: 'route', path: [...this.pending.path], label: null }] : []
  }
}
