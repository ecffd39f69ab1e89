// Twelve styles for testing. The network is neither trained with them nor tuned to them; they share no code with styles.ts.
import { Path2D } from '@napi-rs/canvas'
import { CROWN, type Disc, LOWER, MAN, UPPER } from '../src/board/draw/disc'
import { type Pen, type Style, disc } from './style'

const INK = '#151310'
const fill = (pen: Pen, colour: string, cell: number): void => {
  pen.fillStyle = colour
  pen.fillRect(0, 0, cell, cell)
}
const edge =
  (thick: number, away = 0, colour = INK): Style['frame'] =>
  (pen, board, cell) => {
    pen.strokeStyle = colour
    pen.lineWidth = Math.max(1, thick * cell)
    const out = away * cell + pen.lineWidth / 2
    pen.strokeRect(-out, -out, board + 2 * out, board + 2 * out)
  }
const polygon = (pen: Pen, points: readonly (readonly [number, number])[], colour: string | null, line?: string, thick = 1): void => {
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(x, y)
  pen.closePath()
  if (colour) {
    pen.fillStyle = colour
    pen.fill()
  }
  if (line) {
    pen.strokeStyle = line
    pen.lineWidth = thick
    pen.stroke()
  }
}
const around = (count: number, radius: number, turn = 0): [number, number][] =>
  Array.from({ length: count }, (_, k) => {
    const angle = turn + (2 * Math.PI * k) / count
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })

/** A newspaper: slanted halftone, kings as two discs side by side. */
const newspaper: Style = {
  name: 'newspaper',
  paper: '#e9e6dd',
  ink: INK,
  margin: 0.3,
  ground(pen, dark, cell) {
    fill(pen, '#e9e6dd', cell)
    const step = cell * 0.13 * Math.SQRT2
    if (dark)
      for (let row = -1; (row * step) / 2 < cell + step; row++)
        for (let column = -1; column * step < cell + step; column++)
          disc(pen, (column + (row % 2 === 0 ? 0 : 0.5)) * step, (row * step) / 2, cell * 0.044, INK)
  },
  piece(pen, side, king, cell) {
    const one = (x: number): void => {
      disc(pen, x, 0, cell * (king ? 0.33 : 0.4), '#e9e6dd')
      disc(pen, x, 0, cell * (king ? 0.29 : 0.36), side === 'white' ? '#e9e6dd' : INK, INK, cell * 0.035)
    }
    if (king) one(cell * 0.11)
    one(king ? -cell * 0.11 : 0)
    if (king && side === 'black') disc(pen, -cell * 0.11, 0, cell * 0.29, null, '#e9e6dd', cell * 0.03)
  },
  frame: edge(0.06),
}

/** An old book: wavy lines, turned men, a Maltese cross for a king. */
const woodcut: Style = {
  name: 'woodcut',
  paper: '#f1e9d6',
  ink: '#2b2117',
  margin: 0.5,
  ground(pen, dark, cell) {
    fill(pen, '#f1e9d6', cell)
    if (!dark) return
    pen.strokeStyle = '#2b2117'
    pen.lineWidth = cell * 0.04
    for (let y = 0.06; y < 1; y += 0.115) {
      pen.beginPath()
      for (let x = 0; x <= 1.001; x += 0.1) pen.lineTo(x * cell, (y + 0.02 * Math.sin(x * 9)) * cell)
      pen.stroke()
    }
  },
  piece(pen, side, king, cell) {
    const [body, line] = side === 'white' ? ['#f7f1e2', '#2b2117'] : ['#2b2117', '#f1e9d6']
    disc(pen, 0, 0, cell * 0.41, body, '#2b2117', cell * 0.04)
    disc(pen, 0, 0, cell * 0.35, null, line, cell * 0.02)
    if (!king) return
    for (let k = 0; k < 4; k++) {
      pen.rotate(Math.PI / 2)
      polygon(
        pen,
        [
          [0, 0],
          [cell * 0.11, cell * 0.26],
          [0, cell * 0.2],
          [-cell * 0.11, cell * 0.26],
        ],
        line,
      )
    }
  },
  frame(pen, board, cell) {
    edge(0.03)(pen, board, cell)
    edge(0.12, 0.1)(pen, board, cell)
  },
}

const form = (path: string): Path2D => new Path2D(path)

/** This app's boards and pieces. */
function own(name: string, light: string, dark: string, white: string, black: string, line: string): Style {
  return {
    name,
    paper: '#ffffff',
    ink: INK,
    margin: 0.6,
    ground: (pen, isDark, cell) => fill(pen, isDark ? dark : light, cell),
    piece(pen, side, king, cell) {
      const [body, mark] = side === 'white' ? [white, black] : [black, white]
      const wall = side === 'white' ? '#a98a58' : '#000000'
      const groove = side === 'white' ? '#cdb283' : '#4a4038'
      pen.scale(cell / 100, cell / 100)
      pen.translate(-50, -50)
      const one = ({ x, y, r, wall: down }: Disc): void => {
        disc(pen, x, y + down, r, wall)
        disc(pen, x, y, r, body, side === 'white' ? line : groove, 3)
      }
      if (!king) {
        one(MAN)
        return disc(pen, MAN.x, MAN.y, 27, null, groove, 2.4)
      }
      one(LOWER)
      one(UPPER)
      disc(pen, UPPER.x, UPPER.y, 29.6, null, '#c99632', 3.4)
      pen.translate(UPPER.x, UPPER.y - 1)
      pen.scale(0.86, 0.86)
      pen.fillStyle = mark
      pen.fill(form(CROWN))
    },
    frame: edge(0.04),
    numbers: 'outside',
  }
}

/** Octagonal stencilled pieces, a lozenge for a king. */
const stencil: Style = {
  name: 'stencil',
  paper: '#ffffff',
  ink: INK,
  margin: 0.35,
  ground(pen, dark, cell) {
    fill(pen, '#ffffff', cell)
    if (!dark) return
    pen.strokeStyle = '#333'
    pen.lineWidth = cell * 0.02
    for (let k = 0; k <= 1; k += 0.125) {
      pen.strokeRect(k * cell, 0, 0.0625 * cell, cell)
      pen.strokeRect(0, k * cell, cell, 0.0625 * cell)
    }
  },
  piece(pen, side, king, cell) {
    polygon(pen, around(8, cell * 0.42, Math.PI / 8), side === 'white' ? '#fff' : '#000', '#000', cell * 0.05)
    if (king) polygon(pen, around(4, cell * 0.26, 0), side === 'white' ? '#000' : '#fff')
  },
  frame: edge(0.1),
}

/** Discs seen from the side, as in Unicode's symbols; a king is two discs high. */
const oblique: Style = {
  name: 'oblique',
  paper: '#fafafa',
  ink: '#222222',
  margin: 0.5,
  ground: (pen, dark, cell) => fill(pen, dark ? '#b9b9b9' : '#fafafa', cell),
  piece(pen, side, king, cell) {
    const [body, line] = side === 'white' ? ['#ffffff', '#1c1c1c'] : ['#1c1c1c', '#e8e8e8']
    const thick = cell * 0.13
    const one = (y: number): void => {
      disc(pen, 0, y + thick, cell * 0.4, body, line, cell * 0.025, 0.5)
      pen.fillStyle = body
      pen.fillRect(-cell * 0.4, y, cell * 0.8, thick)
      for (const x of [-0.4, 0.4]) {
        pen.fillStyle = line
        pen.fillRect(x * cell - cell * 0.012, y, cell * 0.025, thick)
      }
      disc(pen, 0, y, cell * 0.4, body, line, cell * 0.025, 0.5)
    }
    one(king ? thick * 0.5 : -thick * 0.5)
    if (king) one(-thick * 0.9)
  },
  frame: edge(0.03),
  numbers: 'outside',
}

/** A photographed wooden set: shiny turned pieces, kings with a ring of pearls. */
const wooden: Style = {
  name: 'wooden',
  paper: '#5b3a21',
  ink: '#d9bf95',
  margin: 0.8,
  ground(pen, dark, cell) {
    fill(pen, dark ? '#8a5a35' : '#e3c79a', cell)
    pen.strokeStyle = dark ? '#7d502d' : '#d9bb8b'
    pen.lineWidth = cell * 0.03
    for (let k = 0.1; k < 1; k += 0.17) {
      pen.beginPath()
      pen.moveTo(0, k * cell)
      pen.quadraticCurveTo(cell / 2, (k + 0.07) * cell, cell, k * cell)
      pen.stroke()
    }
  },
  piece(pen, side, king, cell) {
    disc(pen, cell * 0.04, cell * 0.06, cell * 0.4, 'rgba(0,0,0,0.35)')
    const sheen = pen.createLinearGradient(-cell * 0.3, -cell * 0.3, cell * 0.3, cell * 0.3)
    const [one, two] = side === 'white' ? ['#fff7e4', '#d9c08e'] : ['#5a463b', '#1d1410']
    sheen.addColorStop(0, one)
    sheen.addColorStop(1, two)
    disc(pen, 0, 0, cell * 0.4, two)
    pen.beginPath()
    pen.arc(0, 0, cell * 0.38, 0, 2 * Math.PI)
    pen.fillStyle = sheen
    pen.fill()
    for (const r of [0.31, 0.25]) disc(pen, 0, 0, cell * r, null, side === 'white' ? '#b99a63' : '#6d5547', cell * 0.015)
    if (!king) return
    for (const [x, y] of around(7, cell * 0.19)) disc(pen, x, y, cell * 0.055, side === 'white' ? '#4b2f17' : '#f3e2bd')
  },
  frame: edge(0.05, 0, '#2e1b0e'),
}

/** Two-colour print: blue, and a letter in a small disc for a king. */
const blue: Style = {
  name: 'blue',
  paper: '#ffffff',
  ink: '#1d3f7a',
  margin: 0.4,
  ground: (pen, dark, cell) => fill(pen, dark ? '#8fb0de' : '#ffffff', cell),
  piece(pen, side, king, cell) {
    disc(pen, 0, 0, cell * 0.37, side === 'white' ? '#ffffff' : '#14305f', '#14305f', cell * 0.06)
    if (!king) return
    disc(pen, 0, 0, cell * 0.22, side === 'white' ? '#14305f' : '#ffffff')
    const ink = side === 'white' ? '#ffffff' : '#14305f'
    pen.beginPath()
    pen.moveTo(-cell * 0.07, -cell * 0.12)
    pen.lineTo(-cell * 0.07, cell * 0.12)
    pen.arc(-cell * 0.04, 0, cell * 0.12, Math.PI / 2, -Math.PI / 2, true)
    pen.strokeStyle = ink
    pen.lineWidth = cell * 0.045
    pen.stroke()
  },
  frame: edge(0.05, 0.06, '#1d3f7a'),
}

/** A program's screen: green and cream, red against white, a bishop's hat for a king. */
const screen: Style = {
  name: 'screen',
  paper: '#2a2f33',
  ink: '#cfd4d8',
  margin: 0.55,
  ground: (pen, dark, cell) => fill(pen, dark ? '#4c8a57' : '#efe9cf', cell),
  piece(pen, side, king, cell) {
    const body = side === 'white' ? '#f8f8f4' : '#b3201c'
    disc(pen, 0, cell * 0.03, cell * 0.4, side === 'white' ? '#a9a79d' : '#5d0f0d')
    disc(pen, 0, -cell * 0.01, cell * 0.39, body)
    if (!king) return
    const ink = side === 'white' ? '#3a3a34' : '#ffe08a'
    pen.beginPath()
    pen.moveTo(-cell * 0.2, cell * 0.16)
    pen.quadraticCurveTo(-cell * 0.26, -cell * 0.12, -cell * 0.1, -cell * 0.02)
    pen.quadraticCurveTo(0, -cell * 0.34, cell * 0.1, -cell * 0.02)
    pen.quadraticCurveTo(cell * 0.26, -cell * 0.12, cell * 0.2, cell * 0.16)
    pen.closePath()
    pen.fillStyle = ink
    pen.fill()
  },
  frame: () => undefined,
  numbers: 'outside',
}

/** English books: men on the light squares, the dark ones finely cross-hatched; a king shows the reverse of its disc. */
const english: Style = {
  name: 'english',
  paper: '#f6f2ea',
  ink: INK,
  margin: 0.3,
  onLight: true,
  ground(pen, dark, cell) {
    fill(pen, '#f6f2ea', cell)
    if (!dark) return
    pen.strokeStyle = '#24201b'
    pen.lineWidth = cell * 0.028
    for (let k = 0.035; k < 1; k += 0.09) {
      pen.beginPath()
      pen.moveTo(k * cell, 0)
      pen.lineTo(k * cell, cell)
      pen.moveTo(0, k * cell)
      pen.lineTo(cell, k * cell)
      pen.stroke()
    }
  },
  piece(pen, side, king, cell) {
    disc(pen, 0, 0, cell * 0.34, side === 'white' ? '#f6f2ea' : '#24201b', '#24201b', cell * 0.05)
    if (!king) return
    pen.beginPath()
    pen.arc(0, 0, cell * 0.22, 0, Math.PI)
    pen.fillStyle = side === 'white' ? '#24201b' : '#f6f2ea'
    pen.fill()
  },
  frame: edge(0.08),
}

/** Drawn by hand: nothing quite round or straight, three strokes for a K. */
function byHand(): Style {
  let turn = 0
  const shake = (size: number): number => {
    turn = (turn * 16_807 + 11) % 2_147_483_647
    return ((turn % 1000) / 1000 - 0.5) * size
  }
  const round = (pen: Pen, r: number, wobble: number): void => {
    pen.beginPath()
    for (let k = 0; k <= 16; k++) {
      const angle = (2 * Math.PI * k) / 16
      const far = r * (1 + shake(wobble))
      pen.lineTo(far * Math.cos(angle), far * Math.sin(angle))
    }
  }
  return {
    name: 'by hand',
    paper: '#fdfcf7',
    ink: '#27314e',
    margin: 0.4,
    ground(pen, dark, cell) {
      fill(pen, '#fdfcf7', cell)
      pen.strokeStyle = '#27314e'
      pen.lineWidth = cell * 0.03
      pen.strokeRect(0, 0, cell, cell)
      if (!dark) return
      for (let k = -0.9; k < 1; k += 0.16) {
        pen.beginPath()
        pen.moveTo((k + shake(0.05)) * cell, cell)
        pen.lineTo((k + 1 + shake(0.05)) * cell, 0)
        pen.stroke()
      }
    },
    piece(pen, side, king, cell) {
      round(pen, cell * 0.37, 0.09)
      pen.fillStyle = side === 'white' ? '#fdfcf7' : '#27314e'
      pen.fill()
      pen.strokeStyle = '#27314e'
      pen.lineWidth = cell * 0.045
      pen.stroke()
      if (!king) return
      pen.strokeStyle = side === 'white' ? '#27314e' : '#fdfcf7'
      pen.lineWidth = cell * 0.06
      pen.beginPath()
      pen.moveTo(-cell * (0.11 + shake(0.02)), -cell * 0.2)
      pen.lineTo(-cell * 0.11, cell * 0.2)
      pen.moveTo(cell * 0.14, -cell * (0.2 + shake(0.04)))
      pen.lineTo(-cell * 0.1, cell * shake(0.04))
      pen.lineTo(cell * 0.15, cell * (0.2 + shake(0.04)))
      pen.stroke()
    },
    frame: edge(0.03),
  }
}

/** One colour and lines, for games on every square: turned pieces, kings with a broad band. */
const lines: Style = {
  name: 'lines',
  paper: '#f3efe6',
  ink: INK,
  margin: 0.5,
  plain: true,
  ground(pen, _dark, cell) {
    fill(pen, '#e9dcbc', cell)
    pen.strokeStyle = '#3c3226'
    pen.lineWidth = cell * 0.035
    pen.strokeRect(0, 0, cell, cell)
  },
  piece(pen, side, king, cell) {
    disc(pen, 0, 0, cell * 0.36, side === 'white' ? '#fffdf5' : '#26201a', '#26201a', cell * 0.03)
    if (king) disc(pen, 0, 0, cell * 0.2, null, side === 'white' ? '#26201a' : '#fffdf5', cell * 0.1)
  },
  frame: edge(0.07),
}

export const unseen = (): Style[] => [
  newspaper,
  woodcut,
  own('own, boxwood', '#ebdab6', '#9b7149', '#fcf7eb', '#1b1613', '#7a5c38'),
  own('own, print', '#ffffff', '#b4b0a9', '#ffffff', '#111111', '#111111'),
  stencil,
  oblique,
  wooden,
  blue,
  screen,
  english,
  byHand(),
  lines,
]
