// A position as a printed diagram: position in, SVG text out. Pure; colours are given or left to the page. Knows no rules.
import { type Crop, holds } from './crop'
import type { BoardView, PieceView, SideView } from '../../client/types'
import { type Geometry, type Point, geometryOf, otherTone } from '../geometry'
import { arrow, bracketPath, crossPath } from '../draw/shapes'
import { GRADIENTS, LOWER, MAN, UPPER, type Part, between, body, circle, contact, crown } from '../draw/disc'
import type { Shape, Tone } from '../state'

export interface Picture {
  readonly board: BoardView
  readonly pieces: readonly PieceView[]
  /** The side at the bottom; by default the side that begins. */
  readonly below?: SideView
  /** Captured pieces that are still on the board: dimmed and struck through. */
  readonly ghosts?: readonly number[]
  /** Men removed before the start: drawn as thin outlines. */
  readonly removed?: readonly number[]
  /** Highlighted squares: a base, a column, a diagonal. */
  readonly area?: readonly number[]
  /** Rings, crosses, routes and brackets, as on the board. */
  readonly shapes?: readonly Shape[]
  readonly numbers?: 'off' | 'edges' | 'every'
  /** Swaps the two square colours. */
  readonly playOnLight?: boolean
  /** Marks and pieces only, without board and frame, to overlay another drawing. */
  readonly bare?: boolean
  /** Accessible name; without it the diagram is decorative. */
  readonly label?: string
  /** The part of the board that is shown, in squares from the upper left as drawn; without numbers and frame. */
  readonly crop?: Crop
  /** Prefix of the names of its gradients: unique among the diagrams of a page. */
  readonly id?: string
  /** A line printed below the board: "White to move". */
  readonly caption?: string
  /** A style inside a standalone file: its typeface. */
  readonly style?: string
}

/** Each colour of a diagram and the board's variable for it. */
const VARIABLES = {
  light: '--board-light',
  dark: '--board-dark',
  number: '--board-number',
  numberLight: '--board-number-light',
  dark2: '--board-dark-2',
  whiteLit: '--white-lit',
  whiteShade: '--white-shade',
  whiteWallLit: '--white-wall-lit',
  whiteWallShade: '--white-wall-shade',
  whiteEdge: '--white-edge',
  whiteGlint: '--white-glint',
  whiteGroove: '--white-groove',
  whiteMark: '--white-mark',
  blackLit: '--black-lit',
  blackShade: '--black-shade',
  blackWallLit: '--black-wall-lit',
  blackWallShade: '--black-wall-shade',
  blackEdge: '--black-edge',
  blackGlint: '--black-glint',
  blackGroove: '--black-groove',
  blackMark: '--black-mark',
  contact: '--piece-contact',
  contactOpacity: '--piece-contact-opacity',
  shadow: '--piece-shadow',
  shadowOpacity: '--piece-shadow-opacity',
  brass: '--brass',
  look: '--board-look',
  lookCasing: '--board-look-casing',
  right: '--board-act',
  rightCasing: '--board-act-casing',
  wrong: '--board-wrong',
  wrongCasing: '--board-wrong-casing',
  faint: '--board-faint',
  faintCasing: '--board-faint-casing',
  frame: '--frame',
  frameGap: '--frame-gap',
  frameInlay: '--frame-inlay',
  frameNumber: '--frame-number',
} as const

/** The colours and opacities of a diagram; `ground` is the background, `ink` the caption. */
export type Colours = Record<keyof typeof VARIABLES | 'ground' | 'ink', string>

const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]

/** Colours that follow the page's theme, for a diagram inside an element of class "board". */
export const THEMED = {
  ...Object.fromEntries(names.map((name) => [name, `var(${VARIABLES[name]})`])),
  ground: 'none',
  ink: 'var(--ink)',
} as Colours

/** The current colours of an element of class "board", for a standalone file: dark ink on a light background. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element)
  const now = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(VARIABLES[name]).trim()])) as Colours
  // Not every program supports translucent colours, so the edge is blended with the piece below.
  return { ...now, blackEdge: mixed(now.blackEdge, now.blackLit), ground: now.whiteLit, ink: now.blackShade }
}

/** Blends a translucent colour with an opaque `ground` in six hex digits; returns other colours unchanged. */
function mixed(colour: string, ground: string): string {
  const through = shiningThrough(colour)
  if (!through || !/^#[\da-f]{6}$/i.test(ground)) return colour
  const channel = (part: number, index: number): string => {
    const below = Number.parseInt(ground.slice(2 * index + 1, 2 * index + 3), 16)
    return Math.round(part * through.share + below * (1 - through.share))
      .toString(16)
      .padStart(2, '0')
  }
  return `#${through.parts.map(channel).join('')}`
}

/** Red, green, blue and alpha of a translucent colour. The build rewrites such colours in hex digits. */
function shiningThrough(colour: string): { parts: number[]; share: number } | null {
  const pairs = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1)
  if (pairs) {
    const [red = 0, green = 0, blue = 0, share = 0] = pairs.map((two) => Number.parseInt(two, 16))
    return { parts: [red, green, blue], share: share / 255 }
  }
  const words = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*[/,]\s*([\d.]+)(%?)\s*\)$/.exec(colour)
  return words && { parts: words.slice(1, 4).map(Number), share: Number(words[4]) / (words[5] ? 100 : 1) }
}

/** Drawing units per square. */
const U = 100
/** Margin for numbers round the board, in drawing units. */
export const ROOM = 44
/** Height of the caption. */
const LINE = 84

/** The diagram as SVG text. With a label and colours it is a standalone file. */
export function diagramSvg(picture: Picture, colours: Colours = THEMED): string {
  const { board, numbers = 'off', label } = picture
  const geometry = geometryOf(board, picture.below ?? board.below)
  const [width, height] = [geometry.columns * U, geometry.rows * U]
  const room = numbers === 'edges' ? ROOM : 0
  const caption = picture.caption ? written({ x: width / 2, y: height + room + LINE / 2 }, picture.caption, 44, colours.ink) : ''
  const [across, down] = [width + 2 * room, height + 2 * room + (caption ? LINE : 0)]
  const { crop } = picture
  const box = crop
    ? [crop.column, crop.row, crop.columns, crop.rows].map((length) => length * U).join(' ')
    : `${-room} ${-room} ${across} ${down}`
  const spoken = label === undefined ? 'aria-hidden="true"' : `role="img" aria-label="${escaped(label)}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" ${spoken}>`,
    picture.style ? `<style>${picture.style}</style>` : '',
    colours.ground === 'none' ? '' : `<rect x="${-room}" y="${-room}" width="${across}" height="${down}" fill="${colours.ground}"/>`,
    picture.bare ? '' : gradients(colours, picture.id),
    room > 0 ? frame(width, height, colours) : '',
    picture.bare ? '' : squares(geometry, picture, colours),
    area(geometry, picture, colours),
    ...(picture.removed ?? []).map((square) => ghost(middle(geometry, square), colours.light)),
    ...within(picture.pieces, geometry, crop).map((piece) => standing(geometry, piece, picture, colours)),
    ...(picture.shapes ?? []).map((shape) => drawn(geometry, shape, colours)),
    figures(geometry, numbers, picture, colours),
    // Inside the drawing, so that no edge falls between two pixels of the page.
    picture.bare || crop || room > 0
      ? ''
      : `<rect x="2" y="2" width="${width - 4}" height="${height - 4}" fill="none" stroke="${colours.frame}" stroke-width="4"/>`,
    caption,
    '</svg>',
  ].join('')
}

/** The pieces that stand in a part of the board. */
function within(pieces: readonly PieceView[], geometry: Geometry, crop: Crop | undefined): readonly PieceView[] {
  if (!crop) return pieces
  return pieces.filter(({ square }) => holds(crop, geometry.centre(square)))
}

/** The frame round the board: an inlay line, and a dark gap before the squares. */
function frame(width: number, height: number, colours: Colours): string {
  const around = (out: number, fill: string, rest = ''): string =>
    `<rect x="${-out}" y="${-out}" width="${width + 2 * out}" height="${height + 2 * out}" fill="${fill}"${rest}/>`
  return around(ROOM, colours.frame, ' rx="10"') + around(8, colours.frameInlay) + around(5, colours.frame) + around(2, colours.frameGap)
}

const DEFAULT_ID = 'diagram'

/** The gradients of the pieces; `pieceSvg` with the same id refers to them. */
function gradients(colours: Colours, id = DEFAULT_ID): string {
  const valueOf = (token: string): string => colours[names.find((name) => VARIABLES[name] === token) ?? 'ink']
  const defined = GRADIENTS.map(({ tag, name, at, stops }) => {
    const place = Object.entries(at).map(([key, value]) => ` ${key}="${value}"`)
    const shades = stops.map(({ offset, colour, opacity = 1 }) => {
      const through = typeof opacity === 'number' ? opacity : valueOf(opacity)
      return `<stop offset="${offset}" stop-color="${valueOf(colour)}" stop-opacity="${through}"/>`
    })
    return `<${tag} id="${id}-${name}"${place.join('')}>${shades.join('')}</${tag}>`
  })
  return `<defs>${defined.join('')}</defs>`
}

/** A man or a king in a 100 × 100 box, inside a drawing or beside one with the gradients of this id. */
export function pieceSvg({ side, role }: Pick<PieceView, 'side' | 'role'>, colours: Colours = THEMED, id = DEFAULT_ID): string {
  // A small diagram shows a dot for the crown by CSS. A standalone file has no CSS, so it always has the crown.
  const onPage = colours === THEMED
  const paint = (name: string): string => `url(#${id}-${side}-${name})`
  const line = (colour: string, width: number): string => `stroke="${colour}" stroke-width="${width}"`
  const looks: Record<string, string> = {
    contact: `fill="url(#${id}-contact)"`,
    wall: `fill="${paint('wall')}"`,
    face: `fill="${paint('face')}" ${line(colours[`${side}Edge`], 3)}`,
    rim: `fill="none" ${line(colours[`${side}Glint`], 2)}`,
    dish: `fill="${paint('dish')}" ${line(colours[`${side}Groove`], 2.4)}`,
    between: `fill="${colours.shadow}" fill-opacity="${colours.shadowOpacity}"`,
    brass: `fill="none" ${line(colours.brass, 4)}`,
    'king-crown': `fill="${colours[`${side}Mark`]}"`,
    'king-dot': `fill="${colours[`${side}Mark`]}" display="none"`,
  }
  const shape = ({ tag, name, at }: Part): string => {
    if (name === 'king-dot' && !onPage) return ''
    const place = Object.entries(at).map(([key, value]) => `${key}="${value}"`)
    return `<${tag}${onPage && name.startsWith('king') ? ` class="${name}"` : ''} ${place.join(' ')} ${looks[name] ?? ''}/>`
  }
  const parts: readonly Part[] =
    role === 'man'
      ? [contact(role), ...body(MAN), circle(MAN, 0.87, 'rim'), circle(MAN, 0.64, 'dish')]
      : [contact(role), ...body(LOWER), between, ...body(UPPER), circle(UPPER, 0.74, 'dish'), ...crown]
  return parts.map(shape).join('')
}

function squares(geometry: Geometry, { playOnLight = false }: Picture, { light, dark, dark2 }: Colours): string {
  const [played, unplayed] = playOnLight ? [light, dark] : [dark, light]
  const [width, height] = [geometry.columns * U, geometry.rows * U]
  if (geometry.plain) {
    const across = Array.from({ length: geometry.rows - 1 }, (_, row) => `M0 ${(row + 1) * U}H${width}`)
    const down = Array.from({ length: geometry.columns - 1 }, (_, column) => `M${(column + 1) * U} 0V${height}`)
    const lines = `<path d="${[...across, ...down].join('')}" fill="none" stroke="${unplayed}" stroke-width="3"/>`
    return `<rect width="${width}" height="${height}" fill="${played}"/>${lines}`
  }
  const paths = { [played]: '', [playOnLight ? played : dark2]: '' }
  for (const square of geometry.lines.flat()) {
    const { x, y } = geometry.centre(square)
    const other = !playOnLight && otherTone(x, y)
    paths[other ? dark2 : played] += cell(geometry, square, 0)
  }
  const cut = Object.entries(paths).map(([fill, d]) => `<path d="${d}" fill="${fill}"/>`)
  return `<rect width="${width}" height="${height}" fill="${unplayed}"/>${cut.join('')}`
}

/** An area is recognisable without colour: a thick edge round every square, and a dot in it. */
function area(geometry: Geometry, { area: wanted = [] }: Picture, { look, lookCasing }: Colours): string {
  if (wanted.length === 0) return ''
  const edges = wanted.map((square) => cell(geometry, square, 8)).join('')
  const path = (stroke: string, thick: number): string => `<path d="${edges}" fill="none" stroke="${stroke}" stroke-width="${thick}"/>`
  return path(lookCasing, 16) + path(look, 9)
}

function cell(geometry: Geometry, square: number, inset: number): string {
  const { x, y } = middle(geometry, square)
  const side = U - 2 * inset
  return `M${x - side / 2} ${y - side / 2}h${side}v${side}h-${side}z`
}

function standing(geometry: Geometry, piece: PieceView, { ghosts = [], id }: Picture, colours: Colours): string {
  const at = middle(geometry, piece.square)
  const drawing = `<g transform="translate(${at.x - U / 2} ${at.y - U / 2})"`
  if (!ghosts.includes(piece.square)) return `${drawing}>${pieceSvg(piece, colours, id)}</g>`
  const strike = crossPath({ x: at.x, y: at.y - 2 }, 24)
  const line = (colour: string, width: number): string =>
    `<path d="${strike}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
  return `${drawing} opacity="0.67">${pieceSvg(piece, colours, id)}</g>${line(colours.lookCasing, 13)}${line(colours.look, 7)}`
}

function ghost({ x, y }: Point, stroke: string): string {
  return `<circle cx="${x}" cy="${y}" r="40" fill="none" stroke="${stroke}" stroke-width="5" stroke-dasharray="12 9"/>`
}

function drawn(geometry: Geometry, shape: Shape, colours: Colours): string {
  // Marks drawn by the reader are not part of a diagram.
  if (shape.kind === 'own') return ''
  const tone = inkOf(shape.tone ?? 'look')
  const [line, casing] = [colours[tone], colours[`${tone}Casing`]]
  const cased = (d: string, dash = ''): string =>
    [
      `<path d="${d}" fill="none" stroke="${casing}" stroke-width="16" stroke-linecap="round" stroke-linejoin="round"/>`,
      `<path d="${d}" fill="none" stroke="${line}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"${dash}/>`,
    ].join('')
  switch (shape.kind) {
    case 'ring':
      return shape.squares
        .map((square) => cased(ring(middle(geometry, square)), tone === 'look' ? ' stroke-dasharray="1 15"' : ''))
        .join('')
    case 'cross':
      return shape.squares.map((square) => cased(crossPath(middle(geometry, square), 26))).join('')
    case 'bracket':
      return shape.squares.length > 0 ? cased(bracketPath(shape.squares.map((square) => middle(geometry, square)))) : ''
    case 'arrow':
    case 'route': {
      const path = shape.kind === 'arrow' ? [shape.origin, shape.target] : shape.path
      const points = path.map((square) => middle(geometry, square))
      const form = arrow(points, 0)
      if (!form) return ''
      const head = `<path d="${form.head}" fill="${line}" stroke="${casing}" stroke-width="6" stroke-linejoin="round"/>`
      const turns = points
        .slice(1, -1)
        .map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="10" fill="${line}" stroke="${casing}" stroke-width="5"/>`)
      return cased(form.line) + head + turns.join('') + counted(points.at(-1), shape.kind === 'arrow' ? null : shape.label, line, casing)
    }
  }
}

/** The engine's moves and plans have the ink of what is right. */
const inkOf = (tone: Tone): Exclude<Tone, 'engine' | 'plan'> => (tone === 'engine' || tone === 'plan' ? 'right' : tone)

function ring({ x, y }: Point): string {
  return `M${x - 45} ${y}a45 45 0 1 0 90 0a45 45 0 1 0 -90 0z`
}

function counted(at: Point | undefined, text: string | null, ground: string, ink: string): string {
  if (!at || !text) return ''
  const disc = `<circle cx="${at.x}" cy="${at.y}" r="30" fill="${ground}" stroke="${ink}" stroke-width="5"/>`
  return disc + written(at, text, 42, ink, 'bold')
}

function figures(geometry: Geometry, numbers: Picture['numbers'], { playOnLight = false }: Picture, colours: Colours): string {
  if (!numbers || numbers === 'off') return ''
  const { columns, rows } = geometry
  return geometry.lines
    .flat()
    .map((square) => {
      const at = middle(geometry, square)
      if (numbers === 'every') return written(at, geometry.label(square), 34, playOnLight ? colours.numberLight : colours.number)
      const { x, y } = geometry.centre(square)
      const out = {
        x: x < 1 ? -ROOM / 2 : x > columns - 1 ? columns * U + ROOM / 2 : null,
        y: y < 1 ? -ROOM / 2 : y > rows - 1 ? rows * U + ROOM / 2 : null,
      }
      if (out.y !== null) return written({ x: at.x, y: out.y }, geometry.label(square), 30, colours.frameNumber)
      return out.x === null ? '' : written({ x: out.x, y: at.y }, geometry.label(square), 30, colours.frameNumber)
    })
    .join('')
}

function written({ x, y }: Point, text: string, size: number, fill: string, weight = 'normal'): string {
  const face = 'Atkinson Hyperlegible Mono, DejaVu Sans Mono, monospace'
  return `<text x="${x}" y="${y}" font-family="${face}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="middle" dominant-baseline="central">${escaped(text)}</text>`
}

function middle(geometry: Geometry, square: number): Point {
  const { x, y } = geometry.centre(square)
  return { x: x * U, y: y * U }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
