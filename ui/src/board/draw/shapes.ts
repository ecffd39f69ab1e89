// Marks under and over the pieces: rings, dots, crosses, brackets, routes. Shapes only; colours are classes.
import type { Geometry, Point } from '../geometry'
import type { Tone } from '../state'
import { svg } from './svg'

/** One mark. Marks that serialise to the same text are equal and are not redrawn. */
export type Mark =
  | { kind: 'dot'; square: number }
  | { kind: 'landing'; square: number; count: number; ends: boolean }
  | { kind: 'loop'; square: number; count: number }
  | { kind: 'hover'; square: number }
  | { kind: 'aim'; square: number }
  | { kind: 'ring'; square: number; tone: RouteStyle }
  | { kind: 'cross'; square: number; tone: Tone | 'trail' }
  | { kind: 'brackets'; squares: readonly number[]; tone: Tone | 'trail' }
  | { kind: 'notches'; square: number }
  | { kind: 'outline'; square: number }
  /** A row of `count` dots on a piece. */
  | { kind: 'pips'; square: number; count: number }
  /** A line along `path` with an arrow at its end. */
  | { kind: 'route'; path: readonly number[]; style: RouteStyle; shift?: Shift }
  /** A word in a disc on a square, in the colours of its route. */
  | { kind: 'label'; square: number; text: string; style: RouteStyle; shift?: Shift }

/** Upward offset in hundredths of a square, so that routes along the same line lie side by side. */
type Shift = number

export type RouteStyle = 'trail' | 'choice-1' | 'choice-2' | 'choice-3' | 'choice-4' | Tone

/** Width of a square in drawing units. */
const UNIT = 100
const ARROW = 26
const RIM = 46
/** Distance between pips. */
const PIP = 22

export function drawMark(mark: Mark, geometry: Geometry): SVGElement {
  const group = (name: string, ...children: SVGElement[]): SVGGElement => svg('g', { class: `mark ${name}` }, ...children)
  const circle = (at: Point, r: number, name: string): SVGCircleElement => svg('circle', { cx: at.x, cy: at.y, r, class: name })
  const lined = (d: string): SVGElement[] => [svg('path', { d, class: 'casing' }), svg('path', { d, class: 'line' })]

  if (mark.kind === 'brackets')
    return group(`brackets ${mark.tone}`, ...lined(bracketPath(mark.squares.map((square) => middle(geometry, square)))))
  if (mark.kind === 'route') return drawRoute(mark, geometry)
  const at = middle(geometry, mark.square)
  if (mark.kind === 'label') {
    const y = at.y - (mark.shift ?? 0)
    const text = svg('text', { x: at.x, y, class: 'label' }, mark.text)
    return group(`route ${mark.style}`, circle({ x: at.x, y }, 28, 'label-disc'), text)
  }
  switch (mark.kind) {
    case 'dot':
      return group('dot', circle(at, 14, 'casing'), circle(at, 12, 'line'))
    case 'landing':
      return group(
        mark.ends ? 'landing ends' : 'landing',
        circle(at, mark.ends ? 32 : 27, 'casing'),
        circle(at, mark.ends ? 32 : 27, 'line'),
        svg('text', { x: at.x, y: at.y, class: 'count' }, String(mark.count)),
      )
    case 'loop':
      return group(
        'loop',
        circle(at, 48, 'casing'),
        circle(at, 48, 'line'),
        circle({ x: at.x + 36, y: at.y + 36 }, 23, 'badge'),
        svg('text', { x: at.x + 36, y: at.y + 36, class: 'count' }, String(mark.count)),
      )
    case 'hover':
      return group('hover', circle(at, 47, 'casing'), circle(at, 47, 'line'))
    case 'aim':
    case 'ring': {
      const tone = mark.kind === 'ring' ? mark.tone : 'look'
      return group(`ring ${tone}`, circle(at, 45, 'casing'), circle(at, 45, 'line'))
    }
    case 'cross':
      return group(`cross ${mark.tone}`, ...lined(crossPath(at, mark.tone === 'trail' ? 14 : 26)))
    case 'notches':
      return group('notches', ...lined(notches(at)))
    case 'pips': {
      const left = at.x - (PIP * (mark.count - 1)) / 2
      const dots = Array.from({ length: mark.count }, (_, nth) => circle({ x: left + nth * PIP, y: at.y + 27 }, 8, 'pip'))
      return group('pips', ...dots)
    }
    case 'outline':
      return group('outline', circle(at, 40, 'line'))
  }
}

function middle(geometry: Geometry, square: number): Point {
  const { x, y } = geometry.centre(square)
  return { x: x * UNIT, y: y * UNIT }
}

/** Two strokes through a point, each `half` long on either side. */
export function crossPath({ x, y }: Point, half: number): string {
  return `M${x - half} ${y - half}L${x + half} ${y + half}M${x + half} ${y - half}L${x - half} ${y + half}`
}

/** Four short bars across the rim of a piece, towards the corners. */
function notches({ x, y }: Point): string {
  const bars: string[] = []
  for (const [dx, dy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    bars.push(`M${x + dx * 23} ${y + dy * 23 - 3}L${x + dx * 32} ${y + dy * 32 - 3}`)
  }
  return bars.join('')
}

/** Four corners round the bounding box of squares with these centres. */
export function bracketPath(points: readonly Point[]): string {
  const inset = UNIT / 2 - 5
  const left = Math.min(...points.map((point) => point.x)) - inset
  const right = Math.max(...points.map((point) => point.x)) + inset
  const top = Math.min(...points.map((point) => point.y)) - inset
  const bottom = Math.max(...points.map((point) => point.y)) + inset
  const arm = 20
  return [
    `M${left} ${top + arm}V${top}H${left + arm}`,
    `M${right - arm} ${top}H${right}V${top + arm}`,
    `M${right} ${bottom - arm}V${bottom}H${right - arm}`,
    `M${left + arm} ${bottom}H${left}V${bottom - arm}`,
  ].join('')
}

function drawRoute(mark: Extract<Mark, { kind: 'route' }>, geometry: Geometry): SVGElement {
  const group = svg('g', { class: `mark route ${mark.style}` })
  const points = mark.path.map((square) => {
    const { x, y } = middle(geometry, square)
    return { x, y: y - (mark.shift ?? 0) }
  })
  // The trail ends at the rim of its piece, so that the arrow is not hidden below it.
  const form = arrow(points, mark.style === 'trail' ? RIM : 0)
  if (form) {
    const { line, head } = form
    group.append(
      svg('path', { d: line, class: 'casing' }),
      svg('path', { d: head, class: 'head-casing' }),
      svg('path', { d: line, class: 'line' }),
      svg('path', { d: head, class: 'head' }),
    )
    for (const turn of points.slice(1, -1)) group.append(svg('circle', { cx: turn.x, cy: turn.y, r: 9, class: 'turn' }))
  }
  return group
}

/** The line of a route and its arrow head, `short` units before the last point; `null` for a single point. */
export function arrow(points: readonly Point[], short: number): { line: string; head: string } | null {
  const end = points.at(-1)
  const before = points.at(-2)
  if (!end || !before) return null
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  const along = { x: (end.x - before.x) / length, y: (end.y - before.y) / length }
  const last = { x: end.x - along.x * short, y: end.y - along.y * short }
  // The line stops inside the arrow head.
  const stop = { x: last.x - along.x * ARROW * 0.8, y: last.y - along.y * ARROW * 0.8 }
  const wing = { x: last.x - along.x * ARROW, y: last.y - along.y * ARROW }
  const half = ARROW * 0.5
  return {
    line: `M${[...points.slice(0, -1), stop].map((point) => `${point.x} ${point.y}`).join('L')}`,
    head: `M${last.x} ${last.y}L${wing.x - along.y * half} ${wing.y + along.x * half}L${wing.x + along.y * half} ${wing.y - along.x * half}Z`,
  }
}
