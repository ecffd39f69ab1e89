// The presentation view: the board alone, as large as the screen. Knows which board of the page can be shown so.

type Show = () => void

class Presentation {
  private boards: Show[] = []
  /** There is a board on this page to present. */
  possible = $state(false)

  /** A board offers itself; returns how it takes that back. */
  offer(show: Show): () => void {
    this.boards.push(show)
    this.possible = true
    return () => {
      this.boards = this.boards.filter((other) => other !== show)
      this.possible = this.boards.length > 0
    }
  }

  /** Shows the board of the page: the first, where there are several. */
  open(): void {
    this.boards[0]?.()
  }
}

export const presentation = new Presentation()
