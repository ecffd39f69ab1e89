// The names of the games. Knows the messages; a key unknown here is its own name.
import { m } from './messages'

const variants: Record<string, () => string> = {
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

const lines: Record<string, () => string> = {
  international: m.variant_international_line,
  canadian: m.variant_canadian_line,
  english: m.variant_english_line,
  brazilian: m.variant_brazilian_line,
  russian: m.variant_russian_line,
  italian: m.variant_italian_line,
  spanish: m.variant_spanish_line,
  turkish: m.variant_turkish_line,
  frisian: m.variant_frisian_line,
  portuguese: m.variant_portuguese_line,
  czech: m.variant_czech_line,
  pool: m.variant_pool_line,
  thai: m.variant_thai_line,
  srilankan: m.variant_srilankan_line,
  frysk: m.variant_frysk_line,
  antidraughts: m.variant_antidraughts_line,
  breakthrough: m.variant_breakthrough_line,
  killer: m.variant_killer_line,
}

/** The games, as the core lists them. */
export const variantKeys: readonly string[] = Object.keys(variants)

/** The name of a game. */
export function variantName(key: string): string {
  return variants[key]?.() ?? key
}

/** What a game is, in a sentence. */
export function variantLine(key: string): string {
  return lines[key]?.() ?? ''
}
