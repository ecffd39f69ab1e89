// The phrase table of the board, from the messages.
import type { Phrases } from '../../board/describe'
import type { RoleView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'

/** The phrase table in the current language. */
export function phrases(): Phrases {
  const named = (side: SideView): Record<RoleView, string> => ({ man: m.piece_man({ side }), king: m.piece_king({ side }) })
  // Used for every square at every tap, so built only once.
  const pieces = { white: named('white'), black: named('black') }
  return {
    side: (side) => m.side_capital({ side }),
    piece: (side, role) => pieces[side][role],
    pieces: (side, men, kings) =>
      [m.side_capital({ side }), men && m.pieces_men({ men }), kings && m.pieces_kings({ kings })].filter(Boolean).join(', '),
    empty: m.square_empty(),
    canMove: m.square_can_move(),
    mustTake: m.square_must_take(),
    held: m.square_held(),
    taken: m.square_taken(),
    kingMoves: (count) => m.square_king_moves({ count }),
    landing: (taken) => (taken > 0 ? m.square_landing_taken({ count: taken }) : m.square_landing()),
    returning: (taken) => m.square_returning({ count: taken }),
    quiet: (side, from, to) => m.spoken_side_move({ side, move: m.spoken_quiet({ from, to }) }),
    capture: (side, from, taken, to) => m.spoken_side_move({ side, move: m.spoken_capture({ from, taken, to }) }),
    promotes: m.spoken_becomes_king(),
    turn: (side) => m.spoken_turn({ side }),
    obligation: (moves) => m.spoken_obligation({ moves }),
    option: (from, taken, to) => m.spoken_capture({ from, taken, to }),
    quietOption: (from, to) => m.spoken_quiet({ from, to }),
    route: (letter, taken) => m.route_takes({ letter, taken }),
  }
}
