// Sentences announced to screen readers, and spoken if the reader wants it; the oldest first. Knows no draughts.
import { settings } from './settings.svelte'
import { speech } from './speech.svelte'

/** Number of sentences that stay in the page for a reader who missed one. */
const KEPT = 12

class Announcer {
  lines: { id: number; text: string }[] = $state([])
  private last = 0

  /** Announces sentences after the current one. Equal sentences are announced again. */
  say(...sentences: (string | null | undefined)[]): void {
    const text = sentences.filter(Boolean).join(' ')
    if (!text) return
    this.lines = [...this.lines, { id: ++this.last, text }].slice(-KEPT)
    if (settings.get('sayAloud') === 'on' || settings.get('byTouch') === 'on') speech.add(text)
  }

  /** Repeats the last sentence. */
  again(): void {
    this.say(this.lines.at(-1)?.text)
  }
}

export const announcer = new Announcer()
