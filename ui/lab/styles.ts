// Random styles of diagrams, combined from what printers and programs do; for training only.
import { type Pen, type Style, disc, grey } from './style'
import type { Random } from './random'

type Mark = 'stack' | 'ring' | 'dot' | 'crown' | 'letter' | 'star' | 'cross' | 'hole' | 'rings' | 'bar' | 'oval'
const MARKS: readonly Mark[] = [
  'stack',
  'stack',
  'stack',
  'oval',
  'ring',
  'dot',
  'crown',
  'crown',
  'letter',
  'letter',
  'star',
  'cross',
  'hole',
  'rings',
  'bar',
]

/** Returns a colour of about this brightness. */
function tinted(random: Random, shade: number): string {
  if (random.chance(0.5)) return grey(shade)
  const parts = [0, 1, 2].map(() => Math.min(1, Math.max(0, shade + random.between(-0.16, 0.16))))
  return `rgb(${parts.map((part) => Math.round(255 * part)).join()})`
}

export function randomStyle(random: Random, plain = false): Style {
  const printed = random.chance(0.65)
  const paper = random.between(printed ? 0.85 : 0.7, 1)
  const ink = grey(random.between(0, 0.2))
  const light = plain ? tinted(random, random.between(0.6, 1)) : printed ? grey(paper) : tinted(random, random.between(0.7, 1))
  // Old books print the dark squares black.
  const shade = random.chance(0.08) ? random.between(0.05, 0.25) : random.between(0.3, 0.75)
  const ground = printed ? random.of(['hatch', 'hatch', 'cross', 'dots', 'lines', 'grey', 'grey'] as const) : ('grey' as const)
  const dark = printed ? grey(shade) : tinted(random, shade)
  const pitch = random.between(0.08, 0.2)
  const thick = pitch * random.between(0.18, 0.5)
  const slope = random.of([-1, 1])
  const lined = plain || random.chance(0.35)
  const onLight = !plain && random.chance(0.2)
  return {
    name: 'random',
    paper: grey(paper),
    ink,
    plain,
    onLight,
    margin: random.between(0.25, 0.9),
    ...(random.chance(0.4) ? { numbers: random.chance(0.5) ? ('inside' as const) : ('outside' as const) } : {}),
    ground(pen, isDark, cell) {
      pen.fillStyle = plain || !isDark || ground !== 'grey' ? light : dark
      pen.fillRect(0, 0, cell, cell)
      if (isDark && !plain) filled(pen, ground, cell, pitch, thick, slope, ink)
      if (!lined) return
      pen.strokeStyle = ink
      pen.lineWidth = Math.max(1, cell * 0.03)
      pen.strokeRect(0, 0, cell, cell)
    },
    piece: pieces(random, printed, shade < 0.3 && !onLight),
    frame: framed(random, ink),
  }
}

function filled(pen: Pen, ground: string, cell: number, pitch: number, thick: number, slope: number, ink: string): void {
  pen.strokeStyle = ink
  pen.fillStyle = ink
  pen.lineWidth = Math.max(0.7, thick * cell)
  const step = pitch * cell
  const line = (fromX: number, fromY: number, toX: number, toY: number): void => {
    pen.beginPath()
    pen.moveTo(fromX, fromY)
    pen.lineTo(toX, toY)
    pen.stroke()
  }
  const diagonal = (way: number): void => {
    for (let at = -cell; at < 2 * cell; at += step * 1.41)
      if (way > 0) line(at, 0, at + cell, cell)
      else line(at, cell, at + cell, 0)
  }
  if (ground === 'hatch') diagonal(slope)
  else if (ground === 'cross') [1, -1].forEach(diagonal)
  else if (ground === 'lines')
    for (let at = step / 2; at < cell; at += step) {
      if (slope > 0) line(0, at, cell, at)
      else line(at, 0, at, cell)
    }
  else if (ground === 'dots')
    for (let y = step / 2; y < cell; y += step)
      for (let x = step / 2; x < cell; x += step) disc(pen, x, y, Math.max(0.5, thick * cell * 0.8), ink)
}

function framed(random: Random, ink: string): Style['frame'] {
  const kind = random.of(['none', 'thin', 'thick', 'double'] as const)
  const [thick, gap] = [random.between(0.02, 0.15), random.between(0.05, 0.15)]
  return (pen, board, cell) => {
    if (kind === 'none') return
    pen.strokeStyle = ink
    pen.lineWidth = Math.max(1, cell * (kind === 'thick' ? thick : 0.03))
    const out = pen.lineWidth / 2
    pen.strokeRect(-out, -out, board + 2 * out, board + 2 * out)
    if (kind === 'double') pen.strokeRect(-gap * cell, -gap * cell, board + 2 * gap * cell, board + 2 * gap * cell)
  }
}

function pieces(random: Random, printed: boolean, onBlack: boolean): Style['piece'] {
  const radius = random.between(0.29, 0.46)
  const flat = random.chance(0.15) ? random.between(0.6, 0.9) : 1
  const body = {
    white: printed ? grey(random.between(0.88, 1)) : tinted(random, random.between(0.78, 1)),
    black: printed ? grey(random.between(0, 0.22)) : tinted(random, random.between(0.02, 0.3)),
  }
  const edge = {
    white: grey(random.between(0, 0.35)),
    black: onBlack || random.chance(0.35) ? grey(random.between(0.6, 1)) : body.black,
  }
  // Leaves paper free around a piece; a white man may be an outline only.
  const halo = random.chance(0.25) ? random.between(0.02, 0.07) : 0
  const open = printed && !onBlack && random.chance(0.06)
  const thick = random.between(0.015, 0.07)
  const rings = random.chance(0.4) ? Array.from({ length: random.whole(1, 2) }, () => random.between(0.35, 0.85)) : []
  const ringThick = random.between(0.015, 0.04)
  const contrast = random.between(0.15, 1)
  const thickness = random.chance(0.25) ? random.between(0.04, 0.12) : 0
  const shaded = !printed && random.chance(0.3)
  // A black piece may be hatched or a thick ring only.
  const blackFill = printed ? random.of(['full', 'full', 'full', 'full', 'hatch', 'ring'] as const) : ('full' as const)
  const mark = random.of(MARKS)
  const marks = markOf(random, mark)
  const mix = (side: 'white' | 'black'): string => {
    const shade = side === 'white' ? 1 - contrast * 0.9 : contrast * 0.95 + 0.05
    return grey(shade)
  }
  const one = (pen: Pen, side: 'white' | 'black', x: number, y: number, r: number, cell: number): void => {
    if (thickness) disc(pen, x, y + thickness * cell, r, side === 'white' ? grey(0.75) : body.black, edge[side], thick * cell, flat)
    if (halo) disc(pen, x, y, r + halo * cell, '#fff', null, 1, flat)
    let fill: string | null = side === 'white' && open ? null : body[side]
    if (side === 'black' && blackFill !== 'full') fill = '#fff'
    disc(pen, x, y, r, fill, side === 'black' && blackFill !== 'full' ? body.black : edge[side], thick * cell, flat)
    if (shaded) {
      const sheen = pen.createRadialGradient(x - r * 0.4, y - r * 0.4, r * 0.1, x, y, r)
      sheen.addColorStop(0, 'rgba(255,255,255,0.45)')
      sheen.addColorStop(1, 'rgba(0,0,0,0.25)')
      pen.beginPath()
      pen.ellipse(x, y, r, r * flat, 0, 0, 2 * Math.PI)
      pen.fillStyle = sheen
      pen.fill()
    }
    if (side === 'black' && blackFill === 'hatch') {
      pen.save()
      pen.beginPath()
      pen.ellipse(x, y, r, r * flat, 0, 0, 2 * Math.PI)
      pen.clip()
      pen.translate(x - cell / 2, y - cell / 2)
      filled(pen, 'hatch', cell, 0.09, 0.05, 1, body.black)
      pen.restore()
    } else if (side === 'black' && blackFill === 'ring') disc(pen, x, y, r * 0.78, null, body.black, r * 0.45, flat)
    for (const ring of rings) disc(pen, x, y, r * ring, null, mix(side), ringThick * cell, flat)
  }
  return (pen, side, king, cell) => {
    const r = radius * cell
    if (!king) return one(pen, side, 0, 0, r, cell)
    if (mark === 'stack' || mark === 'oval') {
      const [dx, dy, smaller] = marks.stack
      one(pen, side, dx * cell, dy * cell, r * smaller, cell)
      one(pen, side, -dx * cell, -dy * cell, r * smaller, cell)
      if (marks.both) {
        pen.translate(-dx * cell, -dy * cell)
        marks.draw(pen, r * smaller * 0.8, side === 'black' && blackFill === 'full' ? (marks.light ?? '#fff') : grey(marks.dark), '#fff')
      }
    } else {
      one(pen, side, 0, 0, r, cell)
      const full = side === 'black' && blackFill === 'full'
      marks.draw(pen, r, full ? (marks.light ?? '#fff') : grey(marks.dark), side === 'white' ? body.white : '#fff')
    }
  }
}

function markOf(random: Random, mark: Mark) {
  const size = random.between(0.35, 0.75)
  const thick = random.between(0.1, 0.28)
  const letter = random.of(['K', 'D', 'D', 'K', 'Q', 'R'])
  const face = random.of(['sans-serif', 'serif', 'bold sans-serif', 'DejaVu Sans', 'DejaVu Serif'])
  const points = random.whole(3, 5)
  const filledCrown = random.chance(0.6)
  const dark = random.between(0, 0.3)
  const light = random.chance(0.8) ? grey(random.between(0.75, 1)) : null
  const stack: [number, number, number] = [
    random.chance(0.4) ? random.between(0.03, 0.09) * random.of([-1, 1]) : 0,
    random.between(0.04, 0.14),
    random.between(0.82, 1),
  ]
  const draw = (pen: Pen, r: number, ink: string, hole: string): void => {
    if (mark === 'ring') disc(pen, 0, 0, r * size, null, ink, r * thick)
    else if (mark === 'rings') [0.3, 0.6].forEach((part) => disc(pen, 0, 0, r * part, null, ink, r * thick * 0.6))
    else if (mark === 'dot') disc(pen, 0, 0, r * (size - 0.15), ink)
    else if (mark === 'hole') disc(pen, 0, 0, r * size, hole, ink, r * 0.08)
    else if (mark === 'letter') {
      pen.fillStyle = ink
      pen.font = face.startsWith('bold') ? `bold ${r * (1 + size * 0.5)}px sans-serif` : `${r * (1 + size * 0.6)}px ${face}`
      pen.textAlign = 'center'
      pen.textBaseline = 'middle'
      pen.fillText(letter, 0, r * 0.06)
    } else if (mark === 'cross' || mark === 'bar') {
      pen.strokeStyle = ink
      pen.lineWidth = r * thick
      pen.beginPath()
      pen.moveTo(-r * size, 0)
      pen.lineTo(r * size, 0)
      if (mark === 'cross') {
        pen.moveTo(0, -r * size)
        pen.lineTo(0, r * size)
      }
      pen.stroke()
    } else if (mark === 'star') star(pen, r * size, 5, ink)
    else crown(pen, r * (size + 0.1), points, ink, filledCrown)
  }
  return { stack, draw, dark, light, both: random.chance(0.25) }
}

function star(pen: Pen, r: number, points: number, ink: string): void {
  pen.beginPath()
  for (let k = 0; k < points * 2; k++) {
    const far = k % 2 === 0 ? r : r * 0.42
    const turn = (Math.PI * k) / points - Math.PI / 2
    pen.lineTo(Math.cos(turn) * far, Math.sin(turn) * far)
  }
  pen.closePath()
  pen.fillStyle = ink
  pen.fill()
}

function crown(pen: Pen, r: number, points: number, ink: string, full: boolean): void {
  pen.beginPath()
  pen.moveTo(-r, r * 0.6)
  for (let k = 0; k < points; k++) {
    const x = -r + (2 * r * k) / (points - 1)
    pen.lineTo(x, -r * 0.6)
    if (k < points - 1) pen.lineTo(x + r / (points - 1), r * 0.05)
  }
  pen.lineTo(r, r * 0.6)
  pen.closePath()
  if (full) {
    pen.fillStyle = ink
    pen.fill()
  } else {
    pen.strokeStyle = ink
    pen.lineWidth = Math.max(1, r * 0.16)
    pen.stroke()
  }
}
