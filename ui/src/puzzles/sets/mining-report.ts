// Report of a search for shots in words, most frequent first.
import type { MiningReason, MiningView } from '../../client/types'
import { m } from '../../i18n/messages'

const reasons: Readonly<Record<MiningReason, () => string>> = {
  found: m.mining_found_it,
  quiet: m.mining_quiet,
  ahead: m.mining_ahead,
  tooSmall: m.mining_too_small,
  refuted: m.mining_refuted,
  notUnique: m.mining_not_unique,
  dual: m.mining_dual,
  notForced: m.mining_not_forced,
  noIdea: m.mining_no_idea,
  tooLarge: m.mining_too_large,
  repeated: m.mining_repeated,
}

/** Shots that became puzzles first, then those already in a set, then reasons for rejection. */
export function rowsOf({ outcomes, known }: Pick<MiningView, 'outcomes' | 'known'>): { text: string; count: number }[] {
  const found = outcomes.filter(({ reason }) => reason === 'found')
  const others = outcomes.filter(({ reason }) => reason !== 'found').toSorted((a, b) => b.count - a.count)
  const rows = [...found, ...others].map(({ reason, count }) => ({ text: reasons[reason](), count }))
  if (known > 0) rows.splice(found.length, 0, { text: m.mining_known(), count: known })
  return rows
}
