// The album as it stands for the person: its cards, and the shots that were found in their games. Knows no page.
import { CallFailed, type Client } from '../../client/client'
import type { PlayedShotView, ShotView } from '../../client/types'

export class AlbumOfShots {
  shots: readonly ShotView[] = $state.raw([])
  failure: CallFailed | null = $state.raw(null)
  /** Games are being looked through. */
  looking = $state(false)
  private found: readonly PlayedShotView[] = $state.raw([])
  /** The games up to this one have been looked through. */
  private after = 0

  /** In which games a shot was played, the last first. */
  played(key: string): readonly PlayedShotView[] {
    return this.found.filter((shot) => shot.key === key).toReversed()
  }

  /** Reads the cards, then looks through the games that ended since it looked last, some at a time. */
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

export const album = new AlbumOfShots()
