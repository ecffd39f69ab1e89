// What a new game by correspondence begins with. Knows no page.
import type { BeginCorrespondence, CorrespondenceView } from '../client/types'
import { other } from '../shared/game-facts'
import { opponentOf } from './letter-words'

/** 64 random bits, as the core takes them. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Another game of the same two, colours changed: from the same position, or with the men off that its player gave. */
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
