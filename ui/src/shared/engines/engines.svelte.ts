// The engines added in the window app, as listed by pages. Knows no protocol.
import type { FrameEngines } from '../../client/client'
import type { EngineView } from '../../client/types'
import { app } from '../../shell/app.svelte'

class Engines {
  all: readonly EngineView[] = $state.raw([])

  /** The window's functions for engines; `undefined` in a browser. */
  get frame(): FrameEngines | undefined {
    return app.client.frame?.engines
  }

  async load(): Promise<void> {
    this.all = (await this.frame?.all()) ?? []
  }
}

export const engines = new Engines()
