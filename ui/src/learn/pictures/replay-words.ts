// Moments of a slow replay in words, for the caption and for speech. Draws nothing.
import type { Actor, Moment } from '../../board/picture/replay'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'

/** "Dame blanche : 21 prend 38, va en 49. La pièce prise reste sur le damier." `label` names a square as the board does. */
export function momentText({ event, actors }: Moment, label: (square: number) => string): string {
  const list = (squares: readonly number[]): string => language.list(squares.map(label))
  switch (event.kind) {
    case 'start':
      return m.replay_start()
    case 'step':
      return m.replay_step({ piece: named(event.actor), from: label(event.from), to: label(event.to) })
    case 'leg': {
      const taken = list(event.taken)
      const move = m.spoken_capture({ from: label(event.from), taken, to: label(event.to) })
      const stays = actors.some((actor) => actor.ghost && event.taken.includes(actor.square))
      return [
        m.replay_move({ piece: named(event.actor), move }),
        stays && m.replay_stays({ square: taken }),
        event.bars.length > 0 && m.replay_bars({ square: list(event.bars) }),
      ]
        .filter(Boolean)
        .join(' ')
    }
    case 'lift':
      return m.replay_lift({ square: label(event.square) })
    case 'crown':
      return m.replay_crown({ square: label(event.square) })
  }
}

/** "Dame blanche" */
function named({ side, role }: Actor): string {
  const name = role === 'king' ? m.piece_king({ side }) : m.piece_man({ side })
  return name.charAt(0).toLocaleUpperCase(language.now) + name.slice(1)
}
