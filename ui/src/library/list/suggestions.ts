// The meanings of a text in the library's search box: years, a position, and the players, events and openings that are there.
import type { Client } from '../../client/client'
import type { LibraryFilter, OpeningView } from '../../client/types'

export interface Suggestion {
  kind: 'player' | 'event' | 'years' | 'opening' | 'position'
  text: string
  /** The fields of the filter that it sets. */
  filter: LibraryFilter
}

/** Limit on names of each kind. */
const MOST = 6
const FIRST_YEAR = 1500
const LAST_YEAR = 2100

/** "1990", "1990-1999"; `null` for anything else. */
export function yearsIn(text: string): { yearFrom: number; yearTo: number } | null {
  const found = /^(\d{4})(?:\s*[-–]\s*(\d{4}))?$/.exec(text)
  if (!found) return null
  const years = [Number(found[1]), Number(found[2] ?? found[1])].toSorted((one, two) => one - two)
  const [yearFrom = 0, yearTo = 0] = years
  return yearFrom >= FIRST_YEAR && yearTo <= LAST_YEAR ? { yearFrom, yearTo } : null
}

/** Finds the meanings of a text, the likeliest first. A player already chosen makes another one the opponent. */
export async function suggestionsFor(
  client: Client,
  typed: string,
  { player }: LibraryFilter,
  openings: readonly OpeningView[],
): Promise<Suggestion[]> {
  const text = typed.trim()
  if (text.length < 2) return []
  const years = yearsIn(text)
  if (years) return [{ kind: 'years', text, filter: years }]
  if (/^[WB]:/i.test(text)) return [{ kind: 'position', text, filter: { position: text } }]
  const names = async (kind: 'player' | 'event'): Promise<string[]> =>
    (await client.call('libraryNames', { kind, text, limit: MOST })).map(({ name }) => name)
  const [players, events] = await Promise.all([names('player'), names('event')])
  const wanted = text.toLocaleLowerCase()
  const named = openings.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, MOST)
  return [
    ...players.map((name): Suggestion => ({ kind: 'player', text: name, filter: player ? { opponent: name } : { player: name } })),
    ...events.map((name): Suggestion => ({ kind: 'event', text: name, filter: { event: name } })),
    ...named.map(({ key, name }): Suggestion => ({ kind: 'opening', text: name, filter: { opening: key } })),
  ]
}
