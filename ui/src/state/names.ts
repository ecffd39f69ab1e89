// Names that the core gives as keys: levels, puzzle themes, games, faults of a position. Knows the messages; a key unknown here keeps its number or is left out.
import type { GameResultView, LevelView, SetupFault } from '../client/types'
import { m } from '../i18n/paraglide/messages.js'

type Message = () => string

const levels: Record<string, { name: Message; line: Message }> = {
  '1': { name: m.level_1, line: m.level_1_line },
  '1b': { name: m.level_1b, line: m.level_1b_line },
  '2': { name: m.level_2, line: m.level_2_line },
  '2b': { name: m.level_2b, line: m.level_2b_line },
  '3': { name: m.level_3, line: m.level_3_line },
  '3b': { name: m.level_3b, line: m.level_3b_line },
  '4': { name: m.level_4, line: m.level_4_line },
  '4b': { name: m.level_4b, line: m.level_4b_line },
  '5': { name: m.level_5, line: m.level_5_line },
  '5b': { name: m.level_5b, line: m.level_5b_line },
  '6': { name: m.level_6, line: m.level_6_line },
  '6b': { name: m.level_6b, line: m.level_6b_line },
  '7': { name: m.level_7, line: m.level_7_line },
  '7b': { name: m.level_7b, line: m.level_7b_line },
  '8': { name: m.level_8, line: m.level_8_line },
}

/** "5 · Attentif" */
export function levelTitle({ key, number }: Pick<LevelView, 'key' | 'number'>): string {
  const name = levels[key]?.name()
  return name ? m.level_named({ number, name }) : m.level_number({ number })
}

/** What the level is like, in a sentence. */
export function levelLine({ key }: Pick<LevelView, 'key'>): string {
  return levels[key]?.line() ?? ''
}

const themes: Record<string, Message> = {
  'turkish-stroke': m.theme_turkish_stroke,
  'half-turkish': m.theme_half_turkish,
  'swiss-stroke': m.theme_swiss_stroke,
  'take-the-king': m.theme_take_the_king,
  'send-to-king': m.theme_send_to_king,
  'king-shot': m.theme_king_shot,
  breakthrough: m.theme_breakthrough,
  mazette: m.theme_mazette,
  recall: m.theme_recall,
  ricochet: m.theme_ricochet,
  'double-two': m.theme_double_two,
  philippe: m.theme_philippe,
  royal: m.theme_royal,
  trapdoor: m.theme_trapdoor,
  heel: m.theme_heel,
  weiss: m.theme_weiss,
  napoleon: m.theme_napoleon,
  bomb: m.theme_bomb,
  springer: m.theme_springer,
  raphael: m.theme_raphael,
  bonnard: m.theme_bonnard,
  'merry-go-round': m.theme_merry_go_round,
  'stick-move': m.theme_stick_move,
  'free-tempo': m.theme_free_tempo,
  majority: m.theme_majority,
  'direct-shot': m.theme_direct_shot,
  'two-for-one': m.theme_two_for_one,
  'many-sacrifices': m.theme_many_sacrifices,
  'long-capture': m.theme_long_capture,
}

/** The names of a puzzle's themes. */
export function themeNames(keys: readonly string[]): string[] {
  return keys.flatMap((key) => themes[key]?.() ?? [])
}

const variants: Record<string, Message> = {
  international: m.variant_international,
  canadian: m.variant_canadian,
  english: m.variant_english,
  brazilian: m.variant_brazilian,
  russian: m.variant_russian,
  italian: m.variant_italian,
  spanish: m.variant_spanish,
  turkish: m.variant_turkish,
  frisian: m.variant_frisian,
  portuguese: m.variant_portuguese,
  czech: m.variant_czech,
  pool: m.variant_pool,
  thai: m.variant_thai,
  srilankan: m.variant_srilankan,
  frysk: m.variant_frysk,
  antidraughts: m.variant_antidraughts,
  breakthrough: m.variant_breakthrough,
  killer: m.variant_killer,
}

/** The name of a game. */
export function variantName(key: string): string {
  return variants[key]?.() ?? key
}

/** Why a position is impossible. */
export function faultText(fault: SetupFault): string {
  switch (fault) {
    case 'offBoard':
      return m.editor_fault_off_board()
    case 'twoOnOneSquare':
      return m.editor_fault_two()
    case 'manOnPromotionRow':
      return m.editor_fault_promotion()
    case 'tooManyPieces':
      return m.editor_fault_many()
  }
}

/** A result as it is printed. */
export function resultText(result: GameResultView): string {
  return { whiteWins: '2-0', draw: '1-1', blackWins: '0-2', bothLose: '0-0', open: '*' }[result]
}

/** The name of a theme; one unknown here keeps its key. */
export function themeName(key: string): string {
  return themes[key]?.() ?? key
}
