// Training modes: how puzzles are chosen, and their names.
import type { PuzzleMode } from '../client/types'
import { m } from '../i18n/messages'
import { lengthName, themeNames } from '../shared/names'
import { mixOf } from './mix/mix'

/** A series of puzzles chosen by the core. */
export interface Training {
  mode: PuzzleMode
  theme?: string
  moves?: number
  /** One of the reader's sets. */
  set?: number
  /** A mix: any of these themes (empty: all), within these ratings. */
  themes?: string[]
  from?: number
  to?: number
}

/** Message that there is no such puzzle. */
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

/** Name of the training: its theme or length. */
export function trainingTitle({ mode, theme, moves, themes = [] }: Training): string {
  if (mode === 'mix' && themes.length > 0) return themeNames(themes).join(', ')
  if (mode === 'theme' && theme) return themeNames([theme])[0] ?? trainings.theme()
  if (mode === 'length' && moves) return lengthName(moves)
  return trainings[mode]()
}

/** Parses the training of an address; unknown kinds mean rated puzzles. */
export function trainingOf(kind: string, of?: string): Training {
  const mode = (Object.keys(trainings) as Training['mode'][]).find((known) => known === kind) ?? 'rated'
  if (mode === 'theme' && of) return { mode, theme: of }
  if (mode === 'length' && of) return { mode, moves: Number(of) }
  if (mode === 'set' && of) return { mode, set: Number(of) }
  if (mode === 'mix' && of) return { mode, ...mixOf(of) }
  return { mode }
}
