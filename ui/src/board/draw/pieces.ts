// The drawing of men and kings: turned discs seen from above, in a box of 100 by 100. Holds no colour: classes name the parts.
import type { RoleView, SideView } from '../../client/types'
import type { PieceSet } from '../state'
import { svg } from './svg'

/** How far the crescent that shows a disc's thickness lies below it. */
const THICKNESS = 6

/** A disc: crescent below, body, rim line, and the grooves a lathe leaves. */
function disc(x: number, y: number, radius: number, set: PieceSet): SVGGElement {
  const ring = (share: number, name: string): SVGCircleElement =>
    svg('circle', { cx: x, cy: y, r: (radius * share).toFixed(1), class: name })
  const group = svg('g', { class: 'disc' }, svg('circle', { cx: x, cy: y + THICKNESS, r: radius, class: 'crescent' }), ring(1, 'body'))
  if (set === 'turned') group.append(ring(38.5 / 42, 'rim'), ring(31 / 42, 'groove'), ring(20 / 42, 'groove'))
  if (set === 'flat') group.append(ring(30 / 42, 'groove'))
  if (set === 'letters') group.append(ring(38.5 / 42, 'rim'))
  return group
}

/** The drawing of a piece, with the parts that show only in a state: held, taken, count. */
export function drawPiece(side: SideView, role: RoleView, set: PieceSet, kingLetter: string): SVGSVGElement {
  const body = svg('g', { class: 'wood' })
  if (role === 'man') {
    body.append(disc(50, 47, 42, set))
  } else {
    // Two discs, the upper one shifted up and left by 8 of 100, so that a king reads at 20 px and in greyscale.
    const upper = svg('g', { class: 'upper' }, disc(45.5, 43, 38, set))
    if (set === 'letters') {
      upper.append(svg('text', { x: 45.5, y: 43, class: 'king-letter' }, kingLetter))
    } else {
      upper.append(svg('circle', { cx: 45.5, cy: 43, r: 11, class: 'king-mark' }))
    }
    body.append(disc(53.5, 52, 39, set), upper)
  }
  return svg(
    'svg',
    { viewBox: '0 0 100 100', class: `drawing ${side} ${role} ${set}` },
    body,
    svg('circle', { cx: 50, cy: 50, r: 41, class: 'ghost' }),
    svg('circle', { cx: 50, cy: role === 'man' ? 47 : 50, r: role === 'man' ? 42 : 45, class: 'held-casing' }),
    svg('circle', { cx: 50, cy: role === 'man' ? 47 : 50, r: role === 'man' ? 42 : 45, class: 'held-ring' }),
    svg(
      'g',
      { class: 'remaining' },
      svg('circle', { cx: 82, cy: 82, r: 24, class: 'badge' }),
      svg('text', { x: 82, y: 82, class: 'count' }),
    ),
  )
}
