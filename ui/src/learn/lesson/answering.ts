// What the controls of a step ask of whoever takes its answer: a lesson, or an exam.
import type { Brush } from '../../editor/editor.svelte'

export interface Answering {
  /** Nothing is listened to. */
  readonly closed: boolean
  /** The language of its texts, by its two letters. */
  readonly spokenIn: string | undefined
  /** What a tap puts where a position is to be built. */
  brush: Brush
  count(number: number): void
  say(value: boolean): void
  pick(option: string): void
  put(square: number): void
  check(): void
  write(text: string): void
  showAct(): Promise<void>
}
