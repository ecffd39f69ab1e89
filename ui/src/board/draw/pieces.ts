// The drawing of men and kings: turned discs seen from above, in a box of 100 by 100. Holds no colour: classes name the parts.
import type { RoleView, SideView } from '../../client/types'
import type { PieceSet } from '../state'
import { CROWN, DOT, LOWER, SHADOW, UPPER } from './king'
import { svg } from './svg'

/** How far the crescent that shows a disc's thickness lies below it. */
const THICKNESS = 6

interface Disc {
  readonly x: number
  readonly y: number
  readonly r: number
}

const MAN: Disc = { x: 50, y: 47, r: 42 }

/** A disc: crescent below, body, rim line, and the grooves a lathe leaves. Under a crown the middle stays plain. */
function disc({ x, y, r }: Disc, set: PieceSet, crowned = false): SVGGElement {
  const ring = (share: number, name: string): SVGCircleElement => svg('circle', { cx: x, cy: y, r: (r * share).toFixed(1), class: name })
  const group = svg('g', { class: 'disc' }, svg('circle', { cx: x, cy: y + THICKNESS, r, class: 'crescent' }), ring(1, 'body'))
  if (set === 'turned') group.append(ring(38.5 / 42, 'rim'), ring(31 / 42, 'groove'), ...(crowned ? [] : [ring(20 / 42, 'groove')]))
  if (set === 'flat') group.append(ring((crowned ? 34 : 30) / 42, 'groove'))
  if (set === 'letters') group.append(ring(38.5 / 42, 'rim'))
  return group
}

/** A second disc on the first, with the shadow it throws there and a crown; where it is too small for one, a dot. */
function king(set: PieceSet, kingLetter: string): SVGGElement[] {
  const mark =
    set === 'letters'
      ? svg('text', { x: UPPER.x, y: UPPER.y, class: 'king-letter' }, kingLetter)
      : svg('path', { d: CROWN, class: 'king-crown' })
  const dot = svg('circle', { cx: UPPER.x, cy: UPPER.y, r: DOT, class: 'king-dot' })
  const shadow = svg('path', { d: SHADOW, class: 'shadow' })
  return [disc(LOWER, set), svg('g', { class: 'upper' }, shadow, disc(UPPER, set, true), mark, dot)]
}

/** The drawing of a piece, with the parts that show only in a state: held, taken, count. */
export function drawPiece(side: SideView, role: RoleView, set: PieceSet, kingLetter: string): SVGSVGElement {
  const around = role === 'man' ? { cx: 50, cy: 47, r: 42 } : { cx: 50, cy: 50, r: 46 }
  return svg(
    'svg',
    { viewBox: '0 0 100 100', class: `drawing ${side} ${role} ${set}` },
    svg('g', { class: 'wood' }, ...(role === 'man' ? [disc(MAN, set)] : king(set, kingLetter))),
    svg('circle', { cx: 50, cy: 50, r: 41, class: 'ghost' }),
    svg('circle', { ...around, class: 'held-casing' }),
    svg('circle', { ...around, class: 'held-ring' }),
    svg(
      'g',
      { class: 'remaining' },
      svg('circle', { cx: 82, cy: 82, r: 24, class: 'badge' }),
      svg('text', { x: 82, y: 82, class: 'count' }),
    ),
  )
}
