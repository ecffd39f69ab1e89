// What is trained: puzzles one after another, how they are chosen and what that is called. Knows the messages, no puzzle.
import type { PuzzleMode } from '../client/types'
import { m } from '../i18n/messages'
import { lengthName, themeNames } from '../shared/names'
import { mixOf } from './mix/mix'

/** Puzzles one after another, chosen by the core. */
export interface Training {
  mode: PuzzleMode
  theme?: string
  moves?: number
  /** One's own set. */
  set?: number
  /** A mix: one of these themes, or any; and between these ratings. */
  themes?: string[]
  from?: number
  to?: number
}

/** That there is no such puzzle, in a sentence. */
export function noneText({ mode }: Training): string {
  return mode === 'repeat' ? m.training_repeat_none() : mode === 'set' ? m.set_done() : m.training_none()
}

const trainings: Record<Training['mode'], () => string> = {
  rated: m.training_rated,
  theme: m.training_themes,
  length: m.training_lengths,
  streak: m.training_streak,
  storm: m.training_storm,
  climb: m.training_climb,
  mix: m.mix_title,
  daily: m.training_daily,
  repeat: m.training_repeat,
  set: m.set_solve,
}

/** What is trained: the theme or the length by its name. */
export function trainingTitle({ mode, theme, moves, themes = [] }: Training): string {
  if (mode === 'mix' && themes.length > 0) return themeNames(themes).join(', ')
  if (mode === 'theme' && theme) return themeNames([theme])[0] ?? trainings.theme()
  if (mode === 'length' && moves) return lengthName(moves)
  return trainings[mode]()
}

/** What an address asks to train; what it does not know is the rated stream. */
export function trainingOf(kind: string, of?: string): Training {
  const mode = (Object.keys(trainings) as Training['mode'][]).find((known) => known === kind) ?? 'rated'
  if (mode === 'theme' && of) return { mode, theme: of }
  if (mode === 'length' && of) return { mode, moves: Number(of) }
  if (mode === 'set' && of) return { mode, set: Number(of) }
  if (mode === 'mix' && of) return { mode, ...mixOf(of) }
  return { mode }
}
