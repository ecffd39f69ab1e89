// A style of printed diagrams: how squares, pieces and the frame are drawn. Knows no photograph.
import { type Canvas, type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import type { Kind } from '../src/editor/picture/net'
import type { Random } from './random'

export type Pen = SKRSContext2D

export interface Style {
  readonly name: string
  readonly paper: string
  /** Ink of the text around the diagram. */
  readonly ink: string
  /** Draws a square with its upper left corner at 0, 0. */
  ground(pen: Pen, dark: boolean, cell: number): void
  /** Draws a piece with its centre at 0, 0. */
  piece(pen: Pen, side: 'white' | 'black', king: boolean, cell: number): void
  /** Margin around the board, in sides of a square. */
  readonly margin: number
  /** Draws the frame around the board, whose upper left corner is at 0, 0. */
  frame(pen: Pen, board: number, cell: number): void
  /** Pieces stand on the light squares. */
  readonly onLight?: boolean
  /** One colour for all squares, with lines between them. */
  readonly plain?: boolean
  /** Square numbers beside the board or in the empty squares. */
  readonly numbers?: 'outside' | 'inside'
}

/** Pieces on the playing squares, by column and row. */
export interface Diagram {
  readonly size: number
  readonly cells: readonly (readonly [number, number])[]
  readonly kinds: readonly Kind[]
}

/** Returns a position like printed ones: openings, middle games, endings with kings. */
export function randomDiagram(random: Random, size: number, plain = false): Diagram {
  const cells: [number, number][] = []
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if (plain || (row + column) % 2 === 1) cells.push([column, row])
  const most = Math.floor(cells.length * 0.4)
  const [white, black] = [random.whole(1, most), random.whole(1, most)]
  const withKings = random.chance(0.6) ? random.between(0, 0.45) : 0
  const kinds: Kind[] = cells.map(() => 'empty')
  const put = (side: 'white' | 'black', count: number): void => {
    const start = random.chance(0.3)
    for (let k = 0; k < count; k++) {
      // Men stand mostly in their own half.
      const far = start ? k : Math.floor(cells.length * Math.min(0.999, random.next() ** (random.chance(0.7) ? 1.6 : 1)))
      const at = side === 'black' ? far : cells.length - 1 - far
      if (kinds[at] !== 'empty') continue
      kinds[at] = random.chance(withKings) ? `${side}King` : `${side}Man`
    }
  }
  put('white', white)
  put('black', black)
  return { size, cells, kinds }
}

/** Draws the diagram on its paper; the board's upper left corner lies `margin` from the canvas's. */
export function drawn(style: Style, diagram: Diagram, cell: number): { canvas: Canvas; margin: number } {
  const margin = Math.ceil(style.margin * cell)
  const board = cell * diagram.size
  const canvas = createCanvas(board + 2 * margin, board + 2 * margin)
  const pen = canvas.getContext('2d')
  pen.fillStyle = style.paper
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.translate(margin, margin)
  for (let row = 0; row < diagram.size; row++)
    for (let column = 0; column < diagram.size; column++) {
      const odd = (row + column) % 2 === 1
      pen.save()
      pen.translate(column * cell, row * cell)
      pen.beginPath()
      pen.rect(0, 0, cell, cell)
      pen.clip()
      style.ground(pen, style.onLight ? !odd : odd, cell)
      pen.restore()
    }
  for (const [index, [column, row]] of diagram.cells.entries()) {
    const kind = diagram.kinds[index]
    pen.save()
    pen.translate((column + 0.5) * cell, (row + 0.5) * cell)
    if (kind && kind !== 'empty') style.piece(pen, kind.startsWith('white') ? 'white' : 'black', kind.endsWith('King'), cell)
    else if (style.numbers === 'inside') written(pen, String(index + 1), -cell * 0.28, -cell * 0.3, cell * 0.26, style.ink)
    pen.restore()
  }
  style.frame(pen, board, cell)
  if (style.numbers === 'outside')
    for (let k = 0; k < diagram.size; k++) {
      written(pen, String.fromCodePoint(97 + k), (k + 0.5) * cell, board + 0.45 * cell, cell * 0.4, style.ink)
      written(pen, String(diagram.size - k), -0.45 * cell, (k + 0.5) * cell, cell * 0.4, style.ink)
    }
  return { canvas, margin }
}

export function written(pen: Pen, text: string, x: number, y: number, size: number, ink: string, face = 'sans-serif'): void {
  pen.fillStyle = ink
  pen.font = `${Math.max(4, size)}px ${face}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, x, y)
}

export function disc(
  pen: Pen,
  x: number,
  y: number,
  radius: number,
  fill: string | null,
  stroke: string | null = null,
  thick = 1,
  flat = 1,
): void {
  pen.beginPath()
  pen.ellipse(x, y, Math.max(0.1, radius), Math.max(0.1, radius * flat), 0, 0, 2 * Math.PI)
  if (fill) {
    pen.fillStyle = fill
    pen.fill()
  }
  if (stroke) {
    pen.strokeStyle = stroke
    pen.lineWidth = thick
    pen.stroke()
  }
}

export const grey = (shade: number): string => {
  const part = Math.round(255 * Math.min(1, Math.max(0, shade)))
  return `rgb(${part},${part},${part})`
}
