// The words of a review. Knows the messages; judges nothing.
import type { QualityView } from '../client/types'
import { language } from '../i18n/language.svelte'
import { m } from '../i18n/messages'

const qualities: Record<QualityView, () => string> = {
  forced: m.quality_forced,
  best: m.quality_best,
  good: m.quality_good,
  inaccuracy: m.quality_inaccuracy,
  mistake: m.quality_mistake,
  blunder: m.quality_blunder,
}

export function qualityName(quality: QualityView): string {
  return qualities[quality]()
}

/** An expected result as the reader's language writes it: "64 %". */
export function percent(share: number): string {
  return new Intl.NumberFormat(language.now, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}
