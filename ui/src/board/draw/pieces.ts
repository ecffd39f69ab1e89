// Drawings of men and kings: turned discs seen from above, in a 100 × 100 box. Contains no colours: classes name the parts.
import type { RoleView, SideView } from '../../client/types'
import type { PieceSet } from '../state'
import { CROWN, DOT, LOWER, SHADOW, UPPER } from './king'
import { svg } from './svg'

/** Offset of the crescent that shows the thickness of a disc. */
const THICKNESS = 6

interface Disc {
  readonly x: number
  readonly y: number
  readonly r: number
}

const MAN: Disc = { x: 50, y: 47, r: 42 }

const ring = ({ x, y, r }: Disc, share: number, name: string): SVGCircleElement =>
  svg('circle', { cx: x, cy: y, r: (r * share).toFixed(1), class: name })

/** A point on a disc: distance from the centre as a share of the radius, angle as a fraction of a turn. */
function onDisc({ x, y, r }: Disc, share: number, turn: number): string {
  const angle = turn * 2 * Math.PI
  return `${(x + r * share * Math.cos(angle)).toFixed(1)} ${(y + r * share * Math.sin(angle)).toFixed(1)}`
}

/** Distance of the heart of the trunk from the centre of the disc, and of the rings from the heart, as shares of the radius. */
const HEART = 1.25
const RINGS = [0.55, 0.78, 0.95, 1.2, 1.4, 1.56, 1.8]

/** The rings that a crown leaves visible. */
const BESIDE_CROWN = RINGS.filter((reach) => reach < 0.7 || reach > 1.7)

/** The arc of a year ring within a disc. */
function yearRing(disc: Disc, reach: number): string {
  const edge = 0.9
  // Half the angle, in turns, between the points where the ring meets a circle just inside the edge.
  const aside = Math.acos((HEART ** 2 + edge ** 2 - reach ** 2) / (2 * HEART * edge)) / (2 * Math.PI)
  const radius = (disc.r * reach).toFixed(1)
  return `M${onDisc(disc, edge, 0.36 - aside)}A${radius} ${radius} 0 0 0 ${onDisc(disc, edge, 0.36 + aside)}`
}

/** Engravings of each piece set: thin lines only, so that the body keeps its contrast. The centre stays plain under a crown. */
const CUTS: Record<PieceSet, (disc: Disc, crowned: boolean) => SVGElement[]> = {
  turned: (disc, crowned) => [ring(disc, 0.92, 'rim'), ring(disc, 0.74, 'groove'), ...(crowned ? [] : [ring(disc, 0.48, 'groove')])],
  flat: (disc, crowned) => [ring(disc, crowned ? 0.8 : 0.71, 'groove')],
  letters: (disc) => [ring(disc, 0.92, 'rim')],
  /** Year rings of a trunk whose heart lies outside the disc. */
  grained: (disc, crowned) => {
    const rings = crowned ? BESIDE_CROWN : RINGS
    return [svg('path', { d: rings.map((reach) => yearRing(disc, reach)).join(''), class: 'groove' })]
  },
  /** The edge of a coin: short bars all round. */
  milled: (disc) => {
    const bars = Array.from({ length: 24 }, (_, n) => `M${onDisc(disc, 0.8, n / 24)}L${onDisc(disc, 0.95, n / 24)}`)
    return [ring(disc, 0.75, 'groove'), svg('path', { d: bars.join(''), class: 'groove' })]
  },
  /** Six petals, as on old pressed draughtsmen. */
  rosette: (disc, crowned) => {
    if (crowned) return [ring(disc, 0.82, 'groove')]
    const reach = (disc.r * 0.6).toFixed(1)
    const petal = (n: number): string => {
      const [middle, tip] = [onDisc(disc, 0, 0), onDisc(disc, 0.6, n / 6)]
      return `M${middle}A${reach} ${reach} 0 0 1 ${tip}A${reach} ${reach} 0 0 1 ${middle}`
    }
    return [ring(disc, 0.8, 'groove'), svg('path', { d: [0, 1, 2, 3, 4, 5].map(petal).join(''), class: 'groove' })]
  },
}

/** A disc: crescent, body and engraving. The upper disc of a king has no crescent: it would look like a third disc. */
function drawDisc(place: Disc, set: PieceSet, crowned = false): SVGGElement {
  const crescent = svg('circle', { cx: place.x, cy: place.y + THICKNESS, r: place.r, class: 'crescent' })
  return svg('g', { class: 'disc' }, ...(crowned ? [] : [crescent]), ring(place, 1, 'body'), ...CUTS[set](place, crowned))
}

/** The upper disc of a king, with its shadow and sign: a letter, or a crown with the dot that replaces it at small sizes. */
function king(set: PieceSet, kingLetter: string): SVGGElement[] {
  const signs =
    set === 'letters'
      ? [svg('text', { x: UPPER.x, y: UPPER.y, class: 'king-letter' }, kingLetter)]
      : [svg('path', { d: CROWN, class: 'king-crown' }), svg('circle', { cx: UPPER.x, cy: UPPER.y, r: DOT, class: 'king-dot' })]
  const shadow = svg('path', { d: SHADOW, class: 'shadow' })
  return [drawDisc(LOWER, set), svg('g', { class: 'upper' }, shadow, drawDisc(UPPER, set, true), ...signs)]
}

/** Draws a piece, including the parts that are visible in one state only: held, taken, count. */
export function drawPiece(side: SideView, role: RoleView, set: PieceSet, kingLetter: string): SVGSVGElement {
  const around = role === 'man' ? { cx: 50, cy: 47, r: 42 } : { cx: 50, cy: 50, r: 46 }
  return svg(
    'svg',
    { viewBox: '0 0 100 100', class: `drawing ${side} ${role} ${set}` },
    svg('g', { class: 'wood' }, ...(role === 'man' ? [drawDisc(MAN, set)] : king(set, kingLetter))),
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
