// Parts of a filter in words, each removable on its own.
import type { CollectionView, LibraryFilter, OpeningView } from '../client/types'
import { m } from '../i18n/messages'
import { resultText, themeName } from '../shared/names'
import { variantName } from '../i18n/variants'

export type FilterKey = keyof LibraryFilter

/** A part of a filter: its text and its fields. */
export interface Part {
  keys: FilterKey[]
  text: string
}

/** The parts of a filter, in the order of the form. */
export function partsOf(filter: LibraryFilter, collections: readonly CollectionView[], openings: readonly OpeningView[] = []): Part[] {
  const parts: Part[] = []
  const say = (text: string | undefined, ...keys: FilterKey[]): void => {
    if (text) parts.push({ keys, text })
  }
  const { yearFrom, yearTo, pliesFrom, pliesTo, ending } = filter
  say(filter.player ?? undefined, 'player')
  say(filter.opponent ? m.filter_against({ name: filter.opponent }) : undefined, 'opponent')
  say(filter.white ? `${m.colour_white()}: ${filter.white}` : undefined, 'white')
  say(filter.black ? `${m.colour_black()}: ${filter.black}` : undefined, 'black')
  say(filter.event ?? undefined, 'event')
  say(range(yearFrom, yearTo), 'yearFrom', 'yearTo')
  say(filter.result ? resultText(filter.result) : undefined, 'result')
  say(filter.variant ? variantName(filter.variant) : undefined, 'variant')
  say(filter.opening ? (openings.find(({ key }) => key === filter.opening)?.name ?? filter.opening) : undefined, 'opening')
  const moves = (plies: number | null | undefined): number | null | undefined =>
    plies === null || plies === undefined ? plies : Math.ceil(plies / 2)
  const length = range(moves(pliesFrom), moves(pliesTo))
  say(length ? m.filter_length_part({ moves: length }) : undefined, 'pliesFrom', 'pliesTo')
  if (ending) {
    const { whiteMen, whiteKings, blackMen, blackKings } = ending
    say(m.filter_ending_part({ whiteMen, whiteKings, blackMen, blackKings }), 'ending')
  }
  say(filter.theme ? themeName(filter.theme) : undefined, 'theme')
  say(collections.find(({ id }) => id === filter.collection)?.name, 'collection')
  say(filter.source ? m.filter_source() : undefined, 'source')
  say(filter.played === true ? m.filter_played() : filter.played === false ? m.filter_not_played() : undefined, 'played')
  say(filter.position ? m.filter_position() : undefined, 'position')
  const { pattern, patternOr, patternExclude, turn, fewest, most, manoeuvre } = filter
  const boards = [pattern, patternOr, patternExclude, turn, fewest, most].some(Boolean)
  // Removed together with the last part it applies to.
  const mirrored: FilterKey[] = manoeuvre && boards ? [] : ['mirrored']
  say(boards ? m.filter_pattern() : undefined, 'pattern', 'patternOr', 'patternExclude', 'turn', 'fewest', 'most', ...mirrored)
  say(manoeuvre ? m.filter_manoeuvre() : undefined, 'manoeuvre', ...mirrored)
  say(filter.comment ? m.filter_comment({ text: filter.comment }) : undefined, 'comment')
  return parts
}

/** True if the filter searches positions or moves: each result then has a place in its game. */
export function searchesPositions({ pattern, patternOr, patternExclude, turn, fewest, most, manoeuvre }: LibraryFilter): boolean {
  return [pattern, patternOr, patternExclude, turn, fewest, most, manoeuvre].some(Boolean)
}

/** "1990–1999", "1990–" for an open range, or `undefined`. */
function range(from?: number | null, to?: number | null): string | undefined {
  if (from === null || from === undefined) return to === null || to === undefined ? undefined : `–${to}`
  return to === from ? String(from) : `${from}–${to ?? ''}`
}

export function without(filter: LibraryFilter, keys: readonly FilterKey[]): LibraryFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => !keys.includes(key as FilterKey)))
}
