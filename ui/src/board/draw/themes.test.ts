import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { PIECE_SETS, THEMES } from '../state'
import { drawPaints, drawPiece } from './pieces'

const read = (name: string): string => readFileSync(fileURLToPath(new URL(name, import.meta.url).href), 'utf8')
const shapes = ['board', 'pieces', 'marks'].map((name) => read(`./${name}.css`)).join('\n')
const themesCss = read('./themes.css')

type Colour = readonly [number, number, number]

/** Machado, Oliveira and Fernandes 2009, full strength, on linear RGB. */
const SIMULATIONS: Record<string, readonly (readonly [number, number, number])[]> = {
  'full colour': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)

function colour(text: string): Colour {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text)
  if (!hex) throw new Error(`not a plain colour: ${text}`)
  const [r = 0, g = 0, b = 0] = hex.slice(1).map((part) => linear(Number.parseInt(part, 16) / 255))
  return [r, g, b]
}

function luminance([r, g, b]: Colour, simulation: string): number {
  const [red = 0, green = 0, blue = 0] = (SIMULATIONS[simulation] ?? []).map(([x, y, z]) => Math.min(1, Math.max(0, x * r + y * g + z * b)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG contrast ratio of two colours under a simulation of colour vision. */
function contrast(a: string, b: string, simulation = 'full colour'): number {
  const [dark = 0, light = 0] = [a, b].map((text) => luminance(colour(text), simulation)).toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

/** Without comments and the rules for forced colours. */
const plainCss = themesCss.replaceAll(/\/\*[^]*?\*\//g, '').replace(/@media[^]*$/, '')

/** The custom properties of every rule with this selector. */
function tokens(selector: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [, selectors = '', body = ''] of plainCss.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors.split(',').some((one) => one.trim() === selector)) continue
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found[name] = value.trim()
  }
  return found
}

const common = tokens('.board')
const themes = Object.fromEntries(THEMES.map((theme) => [theme, { ...common, ...tokens(`.board[data-theme='${theme}']`) }]))
const of = (theme: string, name: string): string => themes[theme]?.[name] ?? `missing ${name}`

/** A colour laid over another with an opacity of `share`. */
function mixed(over: string, under: string, share: number): string {
  const channels = [over, under].map((text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)))
  const [above = [], below = []] = channels
  return `#${above
    .map((value, index) =>
      Math.round(value * share + (below[index] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Every colour a square can show: its own, the second tone of a dark one, and with a texture the range up to the vein colour. */
function tonesOf(theme: string, square: '--board-dark' | '--board-light'): string[] {
  const own = square === '--board-dark' ? [of(theme, square), of(theme, '--board-dark-2')] : [of(theme, square)]
  const grain = of(theme, `${square}-grain`)
  return own.flatMap((tone) => [0, 0.25, 0.5, 0.75, 1].map((share) => mixed(grain, tone, share)))
}

/** Both ends of the gradient on a man's face; with a colour between them, its mean. */
const faceOf = (theme: string, side: 'white' | 'black'): [string, string] => [of(theme, `--${side}-lit`), of(theme, `--${side}-shade`)]
const mean = ([lit, shade]: [string, string]): number =>
  (luminance(colour(lit), 'full colour') + luminance(colour(shade), 'full colour')) / 2

describe('contrast of the board', () => {
  it('is checked for at least ten themes, most of them with a texture', () => {
    expect(THEMES.length).toBeGreaterThanOrEqual(10)
    expect(THEMES.filter((theme) => themes[theme]?.['--board-texture'] !== 'none')).toHaveLength(THEMES.length - 2)
  })
  for (const theme of Object.keys(themes)) {
    it(`${theme}: the mean of each face stands out from the dark square by 4:1`, () => {
      const square = luminance(colour(of(theme, '--board-dark')), 'full colour') + 0.05
      expect((mean(faceOf(theme, 'white')) + 0.05) / square).toBeGreaterThanOrEqual(4)
      expect(square / (mean(faceOf(theme, 'black')) + 0.05)).toBeGreaterThanOrEqual(4)
    })
    it(`${theme}: the numbers in the frame can be read`, () => {
      const grounds = [of(theme, '--frame'), of(theme, '--frame-grain')]
      for (const ground of grounds) expect(contrast(of(theme, '--frame-number'), ground)).toBeGreaterThanOrEqual(4.5)
    })
    for (const simulation of Object.keys(SIMULATIONS)) {
      it(`${theme}, ${simulation}: each man stands out from the dark square, and the two sides from each other`, () => {
        for (const side of ['white', 'black'] as const) {
          for (const end of faceOf(theme, side)) {
            for (const square of tonesOf(theme, '--board-dark')) expect(contrast(end, square, simulation)).toBeGreaterThanOrEqual(3)
            expect(contrast(of(theme, `--${side}-mark`), end, simulation)).toBeGreaterThanOrEqual(7)
          }
        }
        for (const white of faceOf(theme, 'white')) {
          for (const black of faceOf(theme, 'black')) expect(contrast(white, black, simulation)).toBeGreaterThanOrEqual(7)
        }
      })
      it(`${theme}, ${simulation}: on the light squares each man is seen too, by its body or its edge`, () => {
        for (const square of tonesOf(theme, '--board-light')) {
          const seen = (names: string[]): number =>
            Math.max(
              ...names
                .map((name) => of(theme, name))
                .filter((text) => text.startsWith('#'))
                .map((text) => contrast(text, square, simulation)),
            )
          expect(seen(['--white-shade', '--white-edge'])).toBeGreaterThanOrEqual(3)
          expect(seen(['--black-lit', '--black-edge'])).toBeGreaterThanOrEqual(3)
        }
      })
      it(`${theme}, ${simulation}: every mark is seen on both squares, by its line or its casing`, () => {
        for (const mark of ['act', 'look', 'trail', 'wrong', 'faint', 'choice-1', 'choice-2', 'choice-3', 'choice-4', 'focus']) {
          for (const square of ['--board-light', '--board-dark'] as const) {
            const [line, casing] = [of(theme, `--board-${mark}`), of(theme, `--board-${mark}-casing`)]
            for (const tone of tonesOf(theme, square)) {
              const seen = [line, casing].map((text) => contrast(text, tone, simulation))
              expect(Math.max(...seen), `${mark} on ${square}`).toBeGreaterThanOrEqual(3)
            }
            expect(contrast(line, casing, simulation), `${mark} against its casing`).toBeGreaterThanOrEqual(3)
          }
        }
      })
      it(`${theme}, ${simulation}: routes A and B differ by at least 8:1`, () => {
        expect(contrast(of(theme, '--board-choice-1'), of(theme, '--board-choice-2'), simulation)).toBeGreaterThanOrEqual(8)
      })
      it(`${theme}, ${simulation}: numbers can be read`, () => {
        const least = simulation === 'full colour' ? 4.5 : 4
        for (const [number, square] of [
          ['--board-number', '--board-dark'],
          ['--board-number-light', '--board-light'],
        ] as const) {
          for (const tone of tonesOf(theme, square)) expect(contrast(of(theme, number), tone, simulation)).toBeGreaterThanOrEqual(least)
        }
        expect(contrast(of(theme, '--board-count'), of(theme, '--board-count-ground'), simulation)).toBeGreaterThanOrEqual(4.5)
      })
    }
  }
})

describe('shape of the pieces', () => {
  it('is checked for at least six sets', () => expect(PIECE_SETS.length).toBeGreaterThanOrEqual(6))
  for (const set of PIECE_SETS) {
    it(`${set}: a man has one shadow, a wall and a face in the paints of its side, and its cuts stay within the rim`, () => {
      const drawing = drawPiece('white', 'man', set, 'K')
      expect(drawing.querySelectorAll('.contact')).toHaveLength(1)
      const [wall, face, ...cuts] = drawing.querySelectorAll('.disc > *')
      expect([wall, face].map((part) => part?.getAttribute('class'))).toEqual(['wall', 'face'])
      expect(cuts.length).toBeGreaterThan(0)
      for (const cut of cuts) {
        expect(['rim', 'groove', 'dish', 'lip', 'heart']).toContain(cut.getAttribute('class'))
        expect(Number(cut.getAttribute('r'))).toBeLessThan(Number(face?.getAttribute('r')))
      }
    })
    it(`${set}: a king is two discs straight on each other, with a crown in a brass ring that can be a dot, or a letter`, () => {
      const king = drawPiece('white', 'king', set, 'K')
      const [lower, upper] = [...king.querySelectorAll('.disc > .face')].map((one) =>
        ['cx', 'cy'].map((name) => Number(one.getAttribute(name))),
      )
      expect(upper?.[0]).toBe(lower?.[0])
      expect((lower?.[1] ?? 0) - (upper?.[1] ?? 0)).toBe(19)
      const signs = [...king.querySelectorAll('.upper > :not(.between, .disc)')].map((one) => one.getAttribute('class'))
      expect(signs).toEqual(set === 'letters' ? ['king-letter'] : ['brass', 'king-crown', 'king-dot'])
    })
  }
})

describe('colours are defined in themes.css only', () => {
  it('none in other style sheets', () => {
    expect(shapes.replaceAll(/url\([^)]*\)/g, '').match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(/gi)).toBeNull()
  })
  it('none in the drawing code', () => {
    const sources = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts'], {
      query: '?raw',
      import: 'default',
      eager: true,
    })
    expect(Object.keys(sources).length).toBeGreaterThan(10)
    const coloured = Object.entries(sources).filter(([, source]) => /#[0-9a-f]{6}\b|rgba?\(|hsla?\(/i.test(source))
    expect(coloured.map(([file]) => file)).toEqual([])
  })
  it('every custom property in use is defined', () => {
    const used = [...shapes.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name)
    const set = new Set([...(shapes + themesCss).matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name))
    for (const given of ['--columns', '--rows', '--x', '--y', ...Object.keys(drawPaints().names)]) set.add(given)
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter((name) => !set.has(name))).toEqual([])
  })
})
