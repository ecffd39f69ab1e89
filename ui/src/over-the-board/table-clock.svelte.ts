// A clock without a game: its state in the core, one action after another. Knows no page.
import { CallFailed, type Client } from '../client/client'
import type { ArbiterClock, ArbiterClockView, SideView, TimeControlView } from '../client/types'
import { m } from '../i18n/messages'
import { ClockFace } from '../play/clock.svelte'
import { announcer } from '../shell/announcer.svelte'

export class TableClock {
  view: ArbiterClockView | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  readonly face: ClockFace
  private last = Promise.resolve()

  constructor(
    private readonly client: Client,
    /** Called with every new state. */
    private readonly onkept: (kept: string) => void,
    onshort: () => void,
  ) {
    this.face = new ClockFace(
      () => void this.does({ action: 'look' }),
      (side) => {
        onshort()
        announcer.say(m.clock_short({ side }))
      },
    )
  }

  get running(): SideView | null {
    return this.face.running
  }

  /** The clock runs or was stopped: it is not at its start. */
  get begun(): boolean {
    return this.running !== null || this.face.paused
  }

  set(white: TimeControlView, black: TimeControlView): Promise<void> {
    return this.does({ action: 'set', terms: { white, black } })
  }

  /** Takes up the state that an earlier clock left. */
  resume(kept: string): Promise<void> {
    return this.does({ action: 'look', kept })
  }

  /** This side has moved. */
  press(side: SideView): Promise<void> {
    return this.inTurn(async () => {
      if (this.view && this.stands(side)) await this.perform({ action: 'press', side })
    })
  }

  /** True if a press by this side does something. */
  stands(side: SideView): boolean {
    return !this.view?.fallen && !this.face.paused && (this.running === null || this.running === side)
  }

  does(action: ArbiterClock): Promise<void> {
    return this.inTurn(() => this.perform(action))
  }

  /** Takes the clock off the table. */
  forget(): void {
    this.view = null
    this.face.take(null)
  }

  leave(): void {
    this.face.leave()
  }

  /** Each action needs the state that the last one left. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work)
    return this.last
  }

  private async perform(action: ArbiterClock): Promise<void> {
    this.failure = null
    try {
      const view = await this.client.call('arbiterClock', { ...(this.view ? { kept: this.view.kept } : {}), ...action })
      this.view = view
      this.face.take(view.fallen ? { ...view.clock, running: null } : view.clock)
      this.onkept(view.kept)
      if (view.fallen && action.action === 'look') announcer.say(m.end_time({ side: view.fallen }))
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }
}
