// The page at the end of a game: it comes once the last move has been seen, and can be set aside to look at the board.
import { realPace } from '../../shared/board/stage'

/** Time for the last move and a look at the final position, in milliseconds. */
const SEEN = 1800

/** Follows a game on the board; create it while a component is set up. A game that was over before is shown as over at once. */
export class Ending {
  /** The game is over and its last move has been seen. */
  private seen = $state(false)
  /** The page was dismissed to look at the game. */
  isAside = $state(false)

  constructor(isOver: () => boolean) {
    this.seen = isOver()
    $effect(() => {
      if (!isOver()) {
        this.seen = this.isAside = false
        return
      }
      let current = true
      const wait = async (): Promise<void> => {
        await realPace.wait(SEEN)
        if (current) this.seen = true
      }
      void wait()
      return () => {
        current = false
      }
    })
  }

  get isShown(): boolean {
    return this.seen && !this.isAside
  }
}
