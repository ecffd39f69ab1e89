// The engines that were added in this window, as pages list them. Knows no protocol.
import type { FrameEngines } from '../../client/client'
import type { EngineView } from '../../client/types'
import { app } from '../../shell/app.svelte'

class Engines {
  all: readonly EngineView[] = $state.raw([])

  /** What the window can do with engines; undefined in a browser. */
  get frame(): FrameEngines | undefined {
    return app.client.frame?.engines
  }

  async load(): Promise<void> {
    this.all = (await this.frame?.all()) ?? []
  }
}

export const engines = new Engines()
