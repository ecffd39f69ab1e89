// The page at the end of a game comes once the last move has been seen.
import { realPace } from '../../shared/board/stage'

/** Time for the last move and a look at the final position, in milliseconds. */
const SEEN = 1800

/** Follows a game on the board; create it while a component is set up. A game that was over before is shown as over at once. */
export class Ending {
  /** The game is over and its last move has been seen. */
  seen = $state(false)

  constructor(isOver: () => boolean) {
    this.seen = isOver()
    $effect(() => {
      if (!isOver()) {
        this.seen = false
        return
      }
      let current = true
      void (async () => {
        await realPace.wait(SEEN)
        if (current) this.seen = true
      })()
      return () => {
        current = false
      }
    })
  }
}
