// The reader's album: its cards, and the shots found in the reader's games.
import { CallFailed, type Client } from '../../client/client'
import type { PlayedShotView, ShotView } from '../../client/types'

export class ShotAlbum {
  shots: readonly ShotView[] = $state.raw([])
  failure: CallFailed | null = $state.raw(null)
  /** Games are being searched. */
  looking = $state(false)
  private found: readonly PlayedShotView[] = $state.raw([])
  /** Id of the last game searched. */
  private after = 0

  /** The games in which a shot was played, newest first. */
  played(key: string): readonly PlayedShotView[] {
    return this.found.filter((shot) => shot.key === key).toReversed()
  }

  /** Loads the cards, then searches the games finished since the last visit, in batches. */
  async look(client: Client, language: string): Promise<void> {
    this.failure = null
    try {
      this.shots = await client.call('album', { language })
      if (this.looking) return
      this.looking = true
      for (let next: number | null = this.after; next !== null;) {
        const step: { shots: PlayedShotView[]; next: number | null; last: number } = await client.call('playedShots', { after: next })
        this.found = [...this.found, ...step.shots]
        this.after = step.last
        next = step.next
      }
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    } finally {
      this.looking = false
    }
  }
}

export const album = new ShotAlbum()
