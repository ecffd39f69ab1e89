// The columns of the list of games in a wide window, and the width from which each is shown.
import type { LibraryOrder } from '../../client/types'
import { m } from '../../i18n/messages'

export interface Column {
  key: 'white' | 'black' | 'result' | 'event' | 'round' | 'date' | 'opening' | 'length'
  text: string
  /** The order of a press on its heading; none for what cannot be sorted. */
  order?: LibraryOrder
  /** Width in the grid of a row. */
  track: string
  /** Least width of the list in pixels. */
  from: number
}

const all = (): Column[] => [
  { key: 'white', text: m.colour_white(), order: 'white', track: 'minmax(0, 1.3fr)', from: 0 },
  { key: 'black', text: m.colour_black(), order: 'black', track: 'minmax(0, 1.3fr)', from: 0 },
  { key: 'result', text: m.filter_result(), order: 'result', track: '4rem', from: 0 },
  { key: 'event', text: m.filter_event(), order: 'event', track: 'minmax(0, 1.2fr)', from: 0 },
  { key: 'round', text: m.tag_round(), track: '3.5rem', from: 900 },
  { key: 'date', text: m.library_date(), order: 'date', track: '6.75rem', from: 0 },
  { key: 'opening', text: m.filter_opening(), order: 'opening', track: 'minmax(0, 1.1fr)', from: 1050 },
  { key: 'length', text: m.library_length(), order: 'length', track: '4rem', from: 0 },
]

/** The columns of a list of this width in pixels. */
export const columnsOf = (width: number): Column[] => all().filter(({ from }) => width >= from)

/** The tracks of a row with these columns; a last one holds the sign of annotated games. */
export const tracksOf = (columns: readonly Column[]): string => [...columns.map(({ track }) => track), '1.5rem'].join(' ')
