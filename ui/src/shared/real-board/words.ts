// Actions and rulings at a real board, in words.
import type { BoardView, IrregularityView, OtbNoteView, OtbRefusalView, PlaceView } from '../../client/types'
import { m } from '../../i18n/messages'
import { typeset } from '../../i18n/text'

/** True if two places are the same. */
export function same(one: PlaceView, other: PlaceView): boolean {
  return one[0] === other[0] && one[1] === other[1]
}

const editions: Record<string, () => string> = {
  'international-2004': m.edition_international_2004,
  'international-2015': m.edition_international_2015,
  'frisian-2011': m.edition_frisian_2011,
}

/** The federation and year of a rule edition. */
export function editionName(key: string): string {
  return editions[key]?.() ?? key
}

/** "White: A capture was missed (art. 5.4.6)." */
export function irregularityText({ by, text, article }: Pick<IrregularityView, 'by' | 'text' | 'article'>): string {
  return m.table_fault({ side: by, text: typeset(text), article })
}

export function noteText(note: OtbNoteView, name: (place: PlaceView) => string): string {
  const square = note.place ? name(note.place) : ''
  const side = note.side ?? 'white'
  const text = typeset(note.text)
  switch (note.kind) {
    case 'played':
      return m.table_played({ move: text })
    case 'irregular':
    case 'incorrect':
      return irregularityText({ by: side, text, article: note.article ?? '' })
    case 'accepted':
      return m.table_accepted({ text })
    case 'corrected':
      return m.table_corrected({ text })
    case 'mustPlay':
      return m.table_must_play({ square })
    case 'mayLeave':
      return m.table_may_leave({ square })
    case 'mayAdjust':
      return m.table_may_adjust({ side })
    case 'asksToAdjust':
      return m.table_asks({ side })
    case 'inHand':
      return m.table_in_hand({ square })
    case 'lifted':
      return m.table_lifted({ square })
    case 'allLifted':
      return m.table_all_lifted()
    case 'crowned':
      return m.table_crowned({ square })
    case 'setUpAgain':
      return m.table_set_up()
    case 'noConsequence':
      return m.table_nothing()
  }
}

export function refusalText({ why }: OtbRefusalView): string {
  switch (why) {
    case 'occupied':
      return m.table_no_occupied()
    case 'begun':
      return m.table_no_begun()
    case 'no-move':
      return m.table_no_move()
    case 'nothing-to-decide':
      return m.table_no_decide()
    case 'not-asked':
      return m.table_no_asked()
    case 'game-over':
      return m.table_no_over()
    default:
      return m.table_no_other()
  }
}

/** Name of a place: its number, or file and rank of a light square. */
export function placeName(board: BoardView, place: PlaceView): string {
  const square = board.squares.findIndex((one) => same(one, place))
  const [column, row] = place
  return board.labels[square] ?? m.table_light({ square: `${'abcdefghijkl'[column]}${board.rows - row}` })
}
