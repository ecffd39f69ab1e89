// The names of the games.
import type { VariantKey } from '../client/types'
import { m } from './messages'

/** The name of each game, one sentence about it, and the word of its name that tells it from the others; in the order of the core's list. */
const variants: Record<VariantKey, readonly [name: () => string, line: () => string, word: () => string]> = {
  international: [m.variant_international, m.variant_international_line, m.variant_international_word],
  canadian: [m.variant_canadian, m.variant_canadian_line, m.variant_canadian_word],
  english: [m.variant_english, m.variant_english_line, m.variant_english_word],
  brazilian: [m.variant_brazilian, m.variant_brazilian_line, m.variant_brazilian_word],
  russian: [m.variant_russian, m.variant_russian_line, m.variant_russian_word],
  italian: [m.variant_italian, m.variant_italian_line, m.variant_italian_word],
  spanish: [m.variant_spanish, m.variant_spanish_line, m.variant_spanish_word],
  turkish: [m.variant_turkish, m.variant_turkish_line, m.variant_turkish_word],
  frisian: [m.variant_frisian, m.variant_frisian_line, m.variant_frisian_word],
  portuguese: [m.variant_portuguese, m.variant_portuguese_line, m.variant_portuguese_word],
  czech: [m.variant_czech, m.variant_czech_line, m.variant_czech_word],
  pool: [m.variant_pool, m.variant_pool_line, m.variant_pool_word],
  thai: [m.variant_thai, m.variant_thai_line, m.variant_thai_word],
  srilankan: [m.variant_srilankan, m.variant_srilankan_line, m.variant_srilankan_word],
  frysk: [m.variant_frysk, m.variant_frysk_line, m.variant_frysk_word],
  antidraughts: [m.variant_antidraughts, m.variant_antidraughts_line, m.variant_antidraughts_word],
  breakthrough: [m.variant_breakthrough, m.variant_breakthrough_line, m.variant_breakthrough_word],
  killer: [m.variant_killer, m.variant_killer_line, m.variant_killer_word],
}

export const variantKeys = Object.keys(variants) as VariantKey[]

/** Returns the name of a game; an unknown key is its own name. */
export function variantName(key: string): string {
  return variants[key as VariantKey]?.[0]() ?? key
}

/** Returns a sentence about a game, or nothing for an unknown key. */
export function variantLine(key: string): string {
  return variants[key as VariantKey]?.[1]() ?? ''
}

/** Returns the distinctive part of the name of a game, contained in the name; an unknown key is its own word. */
export function variantWord(key: string): string {
  return variants[key as VariantKey]?.[2]() ?? key
}
