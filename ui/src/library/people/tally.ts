// Games won, drawn and lost, in numbers and words.
import { percent } from '../../analysis/review-words'
import type { TallyView } from '../../client/types'
import { m } from '../../i18n/messages'

/** Games with a result. */
export const decided = ({ won, drawn, lost }: TallyView): number => won + drawn + lost

/** Points per game, from 0 to 1; `null` without a result. */
export function shareOf(tally: TallyView): number | null {
  const games = decided(tally)
  return games === 0 ? null : (tally.won + tally.drawn / 2) / games
}

/** "66%", or "–" without a result. */
export function shareText(tally: TallyView): string {
  const share = shareOf(tally)
  return share === null ? '–' : percent(share)
}

/** "+12 =8 −4". */
export const tallyText = ({ won, drawn, lost }: TallyView): string => `+${won} =${drawn} −${lost}`

/** The same for a screen reader. */
export const tallySpoken = ({ won, drawn, lost }: TallyView): string => m.tally_spoken({ won, drawn, lost })

export function sumOf(tallies: readonly TallyView[]): TallyView {
  const sum = { games: 0, won: 0, drawn: 0, lost: 0 }
  for (const { games, won, drawn, lost } of tallies) {
    sum.games += games
    sum.won += won
    sum.drawn += drawn
    sum.lost += lost
  }
  return sum
}

/** Fewest games with a result that say something about a line. */
const ENOUGH = 3
/** Lines listed as best or worst. */
const FEW = 3

/** The lines with the best and the worst score; none is in both. */
export function bestAndWorst<T extends { tally: TallyView }>(lines: readonly T[]): { best: T[]; worst: T[] } {
  const score = ({ tally }: T): number => shareOf(tally) ?? 0
  const known = lines.filter(({ tally }) => decided(tally) >= ENOUGH).toSorted((one, other) => score(other) - score(one))
  const few = Math.min(FEW, Math.floor(known.length / 2))
  return { best: known.slice(0, few), worst: few === 0 ? [] : known.slice(-few).toReversed() }
}
