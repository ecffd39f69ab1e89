// The presentation view: only the board, filling the screen. Knows which board of the page to show.

type Show = () => void

class Presentation {
  private boards: Show[] = []
  /** True if the page has a board to present. */
  possible = $state(false)

  /** Registers a board; returns a function that removes it. */
  offer(show: Show): () => void {
    this.boards.push(show)
    this.possible = true
    return () => {
      this.boards = this.boards.filter((other) => other !== show)
      this.possible = this.boards.length > 0
    }
  }

  /** Shows the first board of the page. */
  open(): void {
    this.boards[0]?.()
  }
}

export const presentation = new Presentation()
