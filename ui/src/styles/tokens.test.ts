import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** The light and the dark colour of a token. */
function colours(name: string): [string, string] {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens)
  return [found?.[1] ?? '', found?.[2] ?? '']
}

/** Relative luminance as defined by WCAG 2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('the colours of text, %s', (_name, mode) => {
  it.each(['ink', 'soft', 'act', 'look', 'stop'])('%s is legible on the page and on a panel', (token) => {
    for (const ground of ['page', 'panel']) {
      expect(contrast(colours(token)[mode], colours(ground)[mode])).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('a primary button is legible', () => {
    expect(contrast(colours('on-act')[mode], colours('act')[mode])).toBeGreaterThanOrEqual(4.5)
  })
})

it('colours are defined only in the tokens and the board’s themes', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(svelte|css)$/.test(name) && !/(tokens|themes)\.css$/.test(name),
  )
  expect(files.length).toBeGreaterThan(20)
  const literal = /#[0-9a-f]{3,8}\b(?![^{]*\{)|\b(?:rgb|rgba|hsl|hsla|oklch|lab)\(/gi
  const found = files.flatMap((name) => {
    const text = readFileSync(join(source, name), 'utf8')
    const css = name.endsWith('.css') ? text : text.slice(Math.max(0, text.indexOf('<style')))
    return name.endsWith('.svelte') && !text.includes('<style') ? [] : (css.match(literal) ?? []).map((hit) => `${name}: ${hit}`)
  })
  expect(found).toEqual([])
})

it('spaces and sizes of text come from the tokens', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(svelte|css)$/.test(name) && !name.endsWith('tokens.css'),
  )
  const raw = /^\s*(?:padding|margin|gap|row-gap|column-gap|font-size|font)(?:-[a-z]+)*:[^;]*[\d.]+rem[^;]*;/gm
  const found = files.flatMap((name) => (readFileSync(join(source, name), 'utf8').match(raw) ?? []).map((hit) => `${name}: ${hit.trim()}`))
  expect(found).toEqual([])
})

it('no text is smaller than 14 px', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte'))
  const sizes = files.flatMap((name) => [...readFileSync(join(source, name), 'utf8').matchAll(/font-size: ([\d.]+)(rem|px)/g)])
  for (const [, size, unit] of sizes) expect(Number(size) * (unit === 'rem' ? 16 : 1)).toBeGreaterThanOrEqual(14)
})
