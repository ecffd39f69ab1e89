// Drawings, actions and undone steps of a lesson in words.
import type { Overlay, PieceView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'

/** Name of a square: "32", "c3". */
type Label = (square: number) => string

/** "Entouré : 32 et 38. Trajet : 38, 29, 18." Empty if nothing is drawn. */
export function overlaysText(overlays: readonly Overlay[], label: Label): string {
  return overlays
    .map((overlay) => overlayText(overlay, label))
    .filter(Boolean)
    .join(' ')
}

function overlayText(overlay: Overlay, label: Label): string {
  const list = (squares: readonly number[]): string => language.list(squares.map(label))
  switch (overlay.kind) {
    case 'ring':
      return overlay.squares.length > 0 ? m.overlay_ring({ squares: list(overlay.squares) }) : ''
    case 'cross':
      return overlay.squares.length > 0 ? m.overlay_cross({ squares: list(overlay.squares) }) : ''
    case 'route': {
      const path = overlay.path.map(label).join(', ')
      return overlay.label ? m.overlay_route_taken({ path, taken: overlay.label }) : m.overlay_route({ path })
    }
    case 'arrow':
      return m.overlay_arrow({ from: label(overlay.origin), to: label(overlay.target) })
  }
}

/** "Il reste les étapes 4 et 6", for indices 3 and 5. */
export function leftText(indices: readonly number[]): string {
  return m.lesson_left({ count: indices.length, steps: language.list(indices.map((index) => String(index + 1))) })
}

/** Differences between two boards: "31 : pion blanc, parti. 22 : pion blanc, arrivé." */
export function changesText(before: readonly PieceView[], after: readonly PieceView[], label: Label): string {
  const at = (pieces: readonly PieceView[], square: number): PieceView | undefined => pieces.find((piece) => piece.square === square)
  const name = ({ side, role }: PieceView): string => (role === 'king' ? m.piece_king({ side }) : m.piece_man({ side }))
  const squares = [...new Set([...before, ...after].map((piece) => piece.square))]
  const changes = squares.flatMap((number) => {
    const [was, is] = [at(before, number), at(after, number)]
    const square = label(number)
    if (was && is) return was.side === is.side && was.role === is.role ? [] : [m.change_now({ square, piece: name(is) })]
    if (was) return [m.change_gone({ square, piece: name(was) })]
    return is ? [m.change_came({ square, piece: name(is) })] : []
  })
  return changes.join(' ')
}
