// What is said to a screen reader, and on wish aloud: short sentences written for the ear, oldest first. Knows nothing of draughts.
import { settings } from './settings.svelte'
import { speech } from './speech.svelte'

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
    if (settings.get('sayAloud') === 'on' || settings.get('byTouch') === 'on') speech.add(text)
  }

  /** Says the last sentence once more. */
  again(): void {
    this.say(this.lines.at(-1)?.text)
  }
}

export const announcer = new Announcer()
