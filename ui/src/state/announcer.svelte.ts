// What is said to a screen reader: short sentences written for the ear, oldest first. Knows nothing of draughts.

/** How many sentences stay in the page, to be found again by a reader who missed one. */
const KEPT = 12

class Announcer {
  lines: { id: number; text: string }[] = $state([])
  private last = 0

  /** Says a sentence once what is being said has ended. The same sentence twice is said twice. */
  say(...sentences: (string | null | undefined)[]): void {
    const text = sentences.filter(Boolean).join(' ')
    if (!text) return
    this.lines = [...this.lines, { id: ++this.last, text }].slice(-KEPT)
  }
}

export const announcer = new Announcer()
