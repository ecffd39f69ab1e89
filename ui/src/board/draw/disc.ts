// The shape of a man and a king, shared by the board and by diagrams: turned wood, lit from the upper left. Parts in a 100 × 100 box, from
// the bottom up. Contains no colours: classes name the parts.
import type { RoleView } from '../../client/types'
import { crossPath } from './shapes'

/** One shape of a piece. */
export interface Part {
  readonly tag: 'circle' | 'ellipse' | 'path'
  readonly name: string
  readonly at: Readonly<Record<string, number | string>>
}

/** A turned disc seen from slightly in front: its face, and the height of the wall below it. */
export interface Disc {
  readonly x: number
  readonly y: number
  readonly r: number
  readonly wall: number
}

export const MAN: Disc = { x: 50, y: 46, r: 41, wall: 7 }
/** The two discs of a king, straight on each other. */
export const LOWER: Disc = { x: 50, y: 57, r: 41, wall: 6 }
export const UPPER: Disc = { x: 50, y: 38, r: 40, wall: 8 }

export const circle = ({ x, y, r }: Disc, share: number, name: string, down = 0): Part => ({
  tag: 'circle',
  name,
  at: { cx: x, cy: y + down, r: Number((r * share).toFixed(1)) },
})

/** The shadow of a piece on its square. */
export const contact = (role: RoleView): Part => ({
  tag: 'ellipse',
  name: 'contact',
  at: { cx: 52, cy: role === 'man' ? 58 : 60, rx: 49, ry: 47 },
})

/** Wall and face of a disc. */
export function body(disc: Disc): Part[] {
  const { x, y, r, wall } = disc
  const side = `M${x - r} ${y}a${r} ${r} 0 0 0 ${2 * r} 0v${wall}a${r} ${r} 0 0 1 ${-2 * r} 0z`
  return [{ tag: 'path', name: 'wall', at: { d: side } }, circle(disc, 1, 'face')]
}

/** The shadow of a king's upper disc on the lower. */
export const between: Part = { tag: 'ellipse', name: 'between', at: { cx: 50, cy: 50, rx: 43, ry: 42 } }

/** A three-point crown with balls, on a foot; its middle is the origin. */
export const CROWN =
  'M-20 11L-24 -9L-11.5 0L0 -16L11.5 0L24 -9L20 11ZM-20 14.5H20V19H-20Z' +
  [
    [-24, -11],
    [0, -18],
    [24, -11],
  ]
    .map(([x = 0, y = 0]) => `M${x - 3.4} ${y}a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z`)
    .join('')

/** The signs of a king: a crown in a brass ring, and the dot that replaces the crown on a very small king. */
export const crown: readonly Part[] = [
  circle(UPPER, 0.74, 'brass'),
  { tag: 'path', name: 'king-crown', at: { d: CROWN, transform: `translate(${UPPER.x} ${UPPER.y - 1}) scale(0.86)` } },
  circle(UPPER, 0.42, 'king-dot'),
]

/** The cross over a taken piece. */
export const STRIKE = crossPath({ x: 50, y: 48 }, 24)

/** A gradient of the pieces: its colours and opacities are tokens of the theme, or plain numbers. */
export interface Gradient {
  readonly tag: 'linearGradient' | 'radialGradient'
  /** "white-face" */
  readonly name: string
  readonly at: Readonly<Record<string, number>>
  readonly stops: readonly { offset: number; colour: `--${string}`; opacity?: `--${string}` | number }[]
}

/** Light from the upper left: from the first token to the second. The dish is lit on its far side. */
const LIT = { face: ['lit', 'shade'], dish: ['shade', 'lit'], wall: ['wall-lit', 'wall-shade'] } as const

export const GRADIENTS: readonly Gradient[] = [
  ...['white', 'black'].flatMap((side) =>
    Object.entries(LIT).map(([paint, tokens]): Gradient => ({
      tag: 'linearGradient',
      name: `${side}-${paint}`,
      at: { x1: 0.2, y1: 0, x2: 0.8, y2: 1 },
      stops: tokens.map((token, offset) => ({ offset, colour: `--${side}-${token}` })),
    })),
  ),
  {
    tag: 'radialGradient',
    name: 'contact',
    at: {},
    stops: [
      { offset: 0.72, colour: '--piece-contact', opacity: '--piece-contact-opacity' },
      { offset: 1, colour: '--piece-contact', opacity: 0 },
    ],
  },
]
