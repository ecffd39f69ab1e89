// The names of the games.
import type { VariantKey } from '../client/types'
import { m } from './messages'

/** The name of each game and one sentence about it, in the order of the core's list. */
const variants: Record<VariantKey, readonly [name: () => string, line: () => string]> = {
  international: [m.variant_international, m.variant_international_line],
  canadian: [m.variant_canadian, m.variant_canadian_line],
  english: [m.variant_english, m.variant_english_line],
  brazilian: [m.variant_brazilian, m.variant_brazilian_line],
  russian: [m.variant_russian, m.variant_russian_line],
  italian: [m.variant_italian, m.variant_italian_line],
  spanish: [m.variant_spanish, m.variant_spanish_line],
  turkish: [m.variant_turkish, m.variant_turkish_line],
  frisian: [m.variant_frisian, m.variant_frisian_line],
  portuguese: [m.variant_portuguese, m.variant_portuguese_line],
  czech: [m.variant_czech, m.variant_czech_line],
  pool: [m.variant_pool, m.variant_pool_line],
  thai: [m.variant_thai, m.variant_thai_line],
  srilankan: [m.variant_srilankan, m.variant_srilankan_line],
  frysk: [m.variant_frysk, m.variant_frysk_line],
  antidraughts: [m.variant_antidraughts, m.variant_antidraughts_line],
  breakthrough: [m.variant_breakthrough, m.variant_breakthrough_line],
  killer: [m.variant_killer, m.variant_killer_line],
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
