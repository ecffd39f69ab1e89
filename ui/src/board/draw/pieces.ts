// Drawings of men and kings on the board: turned discs of six sets. Contains no colours: classes name the parts.
import type { RoleView, SideView } from '../../client/types'
import type { PieceSet } from '../state'
import { type Disc, type Part, GRADIENTS, LOWER, MAN, STRIKE, UPPER, between, body, circle, contact, crown } from './disc'
import { svg } from './svg'

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
  const edge = 0.84
  // Half the angle, in turns, between the points where the ring meets a circle just inside the rim.
  const aside = Math.acos((HEART ** 2 + edge ** 2 - reach ** 2) / (2 * HEART * edge)) / (2 * Math.PI)
  const radius = (disc.r * reach).toFixed(1)
  return `M${onDisc(disc, edge, 0.36 - aside)}A${radius} ${radius} 0 0 0 ${onDisc(disc, edge, 0.36 + aside)}`
}

const lines = (d: string): Part => ({ tag: 'path', name: 'groove', at: { d } })
/** A line that catches the light. */
const rim = (disc: Disc): Part => circle(disc, 0.87, 'rim')
/** An engraved circle: a dark line with the lit edge below it. */
const engraved = (disc: Disc, share: number): Part[] => [circle(disc, share, 'dish'), circle(disc, share, 'lip', 1)]

/** Turnings and cuts in the face of each piece set. A crown needs the centre plain. */
const CUTS: Record<PieceSet, (disc: Disc, crowned: boolean) => Part[]> = {
  turned: (disc, crowned) =>
    crowned ? [rim(disc), circle(disc, 0.74, 'dish')] : [rim(disc), ...engraved(disc, 0.66), circle(disc, 0.36, 'heart')],
  flat: (disc, crowned) => [circle(disc, crowned ? 0.8 : 0.71, 'groove')],
  letters: (disc) => [rim(disc)],
  /** Year rings of a trunk whose heart lies outside the disc. */
  grained: (disc, crowned) => [rim(disc), lines((crowned ? BESIDE_CROWN : RINGS).map((reach) => yearRing(disc, reach)).join(''))],
  /** The edge of a coin: short bars all round. */
  milled: (disc) => {
    const bars = Array.from({ length: 24 }, (_, n) => `M${onDisc(disc, 0.82, n / 24)}L${onDisc(disc, 0.95, n / 24)}`)
    return [...engraved(disc, 0.76), lines(bars.join(''))]
  },
  /** Six petals, as on old pressed draughtsmen. */
  rosette: (disc, crowned) => {
    if (crowned) return [rim(disc), circle(disc, 0.76, 'dish')]
    const reach = (disc.r * 0.58).toFixed(1)
    const petal = (n: number): string => {
      const [middle, tip] = [onDisc(disc, 0, 0), onDisc(disc, 0.58, n / 6)]
      return `M${middle}A${reach} ${reach} 0 0 1 ${tip}A${reach} ${reach} 0 0 1 ${middle}`
    }
    return [rim(disc), ...engraved(disc, 0.72), lines([0, 1, 2, 3, 4, 5].map(petal).join(''))]
  },
}

const draw = ({ tag, name, at }: Part): SVGElement => svg(tag, { ...at, class: name })

const disc = (place: Disc, set: PieceSet, crowned = false): SVGGElement =>
  svg('g', { class: 'disc' }, ...[...body(place), ...CUTS[set](place, crowned)].map(draw))

/** A king: the lower disc, and the upper one with its sign: a letter, or a crown in a brass ring. */
function king(set: PieceSet, kingLetter: string): SVGElement[] {
  const signs = set === 'letters' ? [svg('text', { x: UPPER.x, y: UPPER.y, class: 'king-letter' }, kingLetter)] : crown.map(draw)
  return [disc(LOWER, set), svg('g', { class: 'upper' }, draw(between), disc(UPPER, set, true), ...signs)]
}

/** Draws a piece, including the parts that are visible in one state only: held, taken. */
export function drawPiece(side: SideView, role: RoleView, set: PieceSet, kingLetter: string): SVGSVGElement {
  const around = role === 'man' ? { cx: 50, cy: 48, r: 43 } : { cx: 50, cy: 50, r: 48 }
  return svg(
    'svg',
    { viewBox: '0 0 100 100', class: `drawing ${side} ${role} ${set}` },
    svg('g', { class: 'wood' }, draw(contact(role)), ...(role === 'man' ? [disc(MAN, set)] : king(set, kingLetter))),
    svg('path', { d: STRIKE, class: 'strike-casing' }),
    svg('path', { d: STRIKE, class: 'strike' }),
    svg('circle', { ...around, class: 'held-casing' }),
    svg('circle', { ...around, class: 'held-ring' }),
  )
}

let boards = 0

/**
 * The gradients of a board's pieces, as an invisible drawing to put into the board, and the custom properties that name them. Each board has
 * its own, because a gradient takes its colours from the theme of the board it stands in.
 */
export function drawPaints(): { drawing: SVGSVGElement; names: Readonly<Record<string, string>> } {
  const board = `board-${++boards}`
  const names: Record<string, string> = {}
  const gradients = GRADIENTS.map(({ tag, name, at, stops }) => {
    const id = `${board}-${name}`
    names[`--${name}`] = `url(#${id})`
    const drawn = stops.map(({ offset, colour, opacity = 1 }) =>
      svg('stop', { offset, 'stop-color': `var(${colour})`, 'stop-opacity': typeof opacity === 'number' ? opacity : `var(${opacity})` }),
    )
    return svg(tag, { ...at, id }, ...drawn)
  })
  return { drawing: svg('svg', { class: 'board-paints', 'aria-hidden': 'true' }, svg('defs', {}, ...gradients)), names }
}
