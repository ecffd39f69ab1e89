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

/** The name of a game. */
export function variantName(key: string): string {
  return variants[key]?.() ?? key
}
