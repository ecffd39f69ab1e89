// The window as a host; started and stopped only here. The host's user plays over a connection like every guest.
import type { HostView } from '../client/client'
import { CallFailed } from '../client/client'
import { m } from '../i18n/messages'
import { evening } from '../shared/evening.svelte'
import { app } from '../shell/app.svelte'
import type { Memory } from './memory'
import { TogetherSession } from './together.svelte'

/** In memory only: the window reconnects by its key, and nothing outlives the evening. */
function inMemory(): Memory {
  let kept: ReturnType<Memory['read']> = null
  return { read: () => kept, write: (remembered) => (kept = remembered) }
}

class Hosting {
  /** State of the host; `null` while it is off. */
  on: HostView | null = $state.raw(null)
  session: TogetherSession | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  working = $state(false)
  /** The board has been shown; the next visit of the host page shows the lobby. */
  seated = false

  get isPossible(): boolean {
    return app.client.frame?.host !== undefined
  }

  async turnOn(): Promise<void> {
    const { host } = app.client.frame ?? {}
    if (!host || this.working) return
    this.working = true
    this.failure = null
    try {
      const name = app.home?.profile.name ?? ''
      this.on = await host.on(name)
      const { hostKey, port } = this.on
      const session = new TogetherSession(hostKey, () => new WebSocket(`ws://127.0.0.1:${port}/line`), inMemory())
      session.enter(name || m.together_host_name())
      this.session = session
      evening.send = (shot) => session.sendShot(shot)
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
    this.working = false
  }

  async turnOff(): Promise<void> {
    evening.send = null
    this.session?.leave()
    this.session = null
    this.on = null
    await app.client.frame?.host?.off().catch(() => undefined)
  }
}

export const hosting = new Hosting()
