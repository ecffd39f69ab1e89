// Parameters of a new correspondence game.
import type { BeginCorrespondence, CorrespondenceView } from '../client/types'
import { other } from '../shared/game-facts'
import { opponentOf } from './letter-words'

/** A random id of 64 bits, in hexadecimal. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A rematch with colours swapped: from the same position, or with the same handicap. */
export function rematch(view: CorrespondenceView): BeginCorrespondence {
  const { game, side, days } = view
  const opposite = game.board.squares.length + 1
  return {
    id: newId(),
    variant: game.position.variant,
    side: other(side),
    name: side === 'white' ? view.white : view.black,
    opponent: opponentOf(view),
    days,
    handicap: { white: 0, black: 0 },
    ...(game.removed.length > 0 ? { removed: game.removed.map((square) => opposite - square) } : { fen: game.startFen }),
  }
}
