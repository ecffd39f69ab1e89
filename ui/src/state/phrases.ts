// The words of the board's squares, from the messages. Knows the board's phrase table and nothing else of it.
import type { Phrases } from '../board/describe'
import type { RoleView, SideView } from '../client/types'
import type { Locale } from '../i18n/paraglide/runtime.js'
import { m } from '../i18n/paraglide/messages.js'

/** The phrase table in a language. */
export function phrases(locale: Locale): Phrases {
  const at = { locale }
  const named = (side: SideView): Record<RoleView, string> => ({ man: m.piece_man({ side }, at), king: m.piece_king({ side }, at) })
  // Said of every square at every tap: put together once.
  const pieces = { white: named('white'), black: named('black') }
  return {
    side: (side) => m.side_capital({ side }, at),
    piece: (side, role) => pieces[side][role],
    pieces: (side, men, kings) =>
      [m.side_capital({ side }, at), men && m.pieces_men({ men }, at), kings && m.pieces_kings({ kings }, at)].filter(Boolean).join(', '),
    empty: m.square_empty({}, at),
    canMove: m.square_can_move({}, at),
    mustTake: m.square_must_take({}, at),
    held: m.square_held({}, at),
    taken: m.square_taken({}, at),
    kingMoves: (count) => m.square_king_moves({ count }, at),
    landing: (taken) => (taken > 0 ? m.square_landing_taken({ count: taken }, at) : m.square_landing({}, at)),
    quiet: (side, from, to) => m.spoken_side_move({ side, move: m.spoken_quiet({ from, to }, at) }, at),
    capture: (side, from, taken, to) => m.spoken_side_move({ side, move: m.spoken_capture({ from, taken, to }, at) }, at),
    promotes: m.spoken_becomes_king({}, at),
    turn: (side) => m.spoken_turn({ side }, at),
    obligation: (moves) => m.spoken_obligation({ moves }, at),
    option: (from, taken, to) => m.spoken_capture({ from, taken, to }, at),
    quietOption: (from, to) => m.spoken_quiet({ from, to }, at),
    route: (letter, taken) => m.route_takes({ letter, taken }, at),
  }
}
