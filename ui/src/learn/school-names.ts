// Names of keys of the school: parts of the board, screens, endings.
import type { Part } from '../board/places'
import { m } from '../i18n/messages'
import type { Route } from '../shell/navigation/router.svelte'

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

/** Describes a part of the board in one or two sentences. */
export function partLine(part: Part): string {
  return parts[part].line()
}

const screens: Record<string, { name: Message; route?: Route }> = {
  play: { name: m.place_play, route: { page: 'lobby' } },
  rules: { name: m.rules_title, route: { page: 'rules' } },
  squares: { name: m.squares_title, route: { page: 'squares' } },
  endings: { name: m.endings_title, route: { page: 'endings' } },
  table: { name: m.table_title, route: { page: 'table' } },
  library: { name: m.screen_library, route: { page: 'library' } },
  clock: { name: m.arbiter_clock, route: { page: 'clock' } },
  boards: { name: m.boards_title, route: { page: 'boards' } },
  handicap: { name: m.handicap, route: { page: 'handicap' } },
  letters: { name: m.letters_title, route: { page: 'correspondence' } },
  settings: { name: m.settings, route: { page: 'settings' } },
}

/** Name of a screen that shows an article. */
export function screenName(key: string): string {
  return screens[key]?.name() ?? key
}

/** Address of a screen, if it has one. */
export function screenRoute(key: string): Route | undefined {
  return screens[key]?.route
}

const endings: Record<string, { name: Message; line: Message }> = {
  'four-kings': { name: m.ending_four_kings, line: m.ending_four_kings_line },
  'two-kings-trap': { name: m.ending_two_trap, line: m.ending_two_trap_line },
  'two-kings-hold': { name: m.ending_two_hold, line: m.ending_two_hold_line },
  'three-kings-trap': { name: m.ending_three_trap, line: m.ending_three_trap_line },
  'three-kings-hold': { name: m.ending_three_hold, line: m.ending_three_hold_line },
  'three-kings': { name: m.ending_three_kings, line: m.ending_three_kings_line },
  'two-kings': { name: m.ending_two_kings, line: m.ending_two_kings_line },
  'two-kings-seven': { name: m.ending_two_seven, line: m.ending_two_seven_line },
  'king-march': { name: m.ending_king_march, line: m.ending_king_march_line },
  'two-kings-king-man': { name: m.ending_king_man_two, line: m.ending_king_man_two_line },
  opposition: { name: m.picture_opposition, line: m.ending_opposition_line },
  'king-man': { name: m.ending_king_man, line: m.ending_king_man_line },
  'man-king': { name: m.ending_man_king, line: m.ending_man_king_line },
  'one-move-wins': { name: m.ending_one_wins, line: m.ending_one_wins_line },
  'one-move-holds': { name: m.ending_one_holds, line: m.ending_one_holds_line },
}

/** Name of a kind of ending. */
export function endingName(key: string): string {
  return endings[key]?.name() ?? key
}

/** Task of a kind of ending, in a sentence. */
export function endingLine(key: string): string {
  return endings[key]?.line() ?? ''
}
