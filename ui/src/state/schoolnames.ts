// Names of the school's own things that come as keys: parts of the board, illustrations. Knows the messages, no page.
import type { Part } from '../board/places'
import { m } from '../i18n/paraglide/messages.js'

type Message = () => string

const parts: Record<Part, { name: Message; line: Message }> = {
  base: { name: m.part_base, line: m.part_base_line },
  edge: { name: m.part_edge, line: m.part_edge_line },
  row: { name: m.part_row, line: m.part_row_line },
  column: { name: m.part_column, line: m.part_column_line },
  diagonal: { name: m.part_diagonal, line: m.part_diagonal_line },
  mainDiagonal: { name: m.part_main_diagonal, line: m.part_main_diagonal_line },
}

/** "Bases" */
export function partName(part: Part): string {
  return parts[part].name()
}

/** What a part of the board is, in a sentence or two. */
export function partLine(part: Part): string {
  return parts[part].line()
}
