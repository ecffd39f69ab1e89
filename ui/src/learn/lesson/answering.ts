// Interface between the inputs of a step and the session that takes the answer: a lesson or an exam.
import type { Brush } from '../../editor/editor.svelte'

export interface Answering {
  /** Input is disabled. */
  readonly closed: boolean
  /** Two-letter code of the language of its texts. */
  readonly spokenIn: string | undefined
  /** The piece that a tap puts when building a position. */
  brush: Brush
  count(number: number): void
  say(value: boolean): void
  pick(option: string): void
  put(square: number): void
  check(): void
  write(text: string): void
  showAct(): Promise<void>
}
