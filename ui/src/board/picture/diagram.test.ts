import { describe, expect, it } from 'vitest'
import { board } from '../../shared/fake'
import { type Colours, type Picture, THEMED, coloursOf, diagramSvg } from './diagram'

const colours = Object.fromEntries(Object.keys(THEMED).map((name, index) => [name, `#0000${(index + 16).toString(16)}`])) as Colours

const picture: Picture = {
  board,
  pieces: [
    { square: 32, side: 'white', role: 'man' },
    { square: 5, side: 'black', role: 'king' },
    { square: 28, side: 'black', role: 'man' },
  ],
}

/** The parsed SVG; fails if it is not well-formed. */
function parsed(text: string): Document {
  const document = new DOMParser().parseFromString(text, 'image/svg+xml')
  expect(document.querySelector('parsererror')).toBeNull()
  return document
}

describe('a diagram', () => {
  it('draws every piece where it stands', () => {
    const groups = [...parsed(diagramSvg(picture)).querySelectorAll('g')].map((group) => group.getAttribute('transform'))
    expect(groups).toEqual(['translate(300 600)', 'translate(900 0)', 'translate(400 500)'])
  })

  it('draws of a part of the board the pieces that stand in it', () => {
    const part = { ...picture, crop: { column: 3, row: 4, columns: 3, rows: 3 } }
    const groups = [...parsed(diagramSvg(part)).querySelectorAll('g')].map((group) => group.getAttribute('transform'))
    expect(groups).toEqual(['translate(300 600)', 'translate(400 500)'])
  })

  it('draws a king with a crown, and a dot for small sizes', () => {
    const drawing = parsed(diagramSvg(picture))
    expect(drawing.querySelectorAll('.king-crown')).toHaveLength(1)
    expect(drawing.querySelectorAll('.king-dot[display="none"]')).toHaveLength(1)
  })

  it('draws a standalone king without parts that need page styles', () => {
    const drawing = parsed(diagramSvg({ ...picture, label: 'a diagram' }, colours))
    expect(drawing.querySelectorAll('[class], [display]')).toHaveLength(0)
  })

  it('blends a translucent colour with its background, in any notation', () => {
    for (const through of ['rgb(240 228 202 / 40%)', 'rgba(240, 228, 202, 0.4)', '#f0e4ca66']) {
      const element = document.createElement('div')
      element.style.setProperty('--black-edge', through)
      element.style.setProperty('--black-lit', '#1b1613')
      expect(coloursOf(element).blackEdge).toBe('#70685c')
    }
  })

  it('is turned for Black', () => {
    const [first] = parsed(diagramSvg({ ...picture, below: 'black' })).querySelectorAll('g')
    expect(first?.getAttribute('transform')).toBe('translate(600 300)')
  })

  it('dims a captured piece and strikes it through', () => {
    const drawing = parsed(diagramSvg({ ...picture, ghosts: [28] }))
    expect(drawing.querySelectorAll('g[opacity]')).toHaveLength(1)
    expect(drawing.querySelectorAll('g[opacity] + path + path')).toHaveLength(1)
  })

  it('has an accessible name, escaped, or is hidden', () => {
    expect(parsed(diagramSvg({ ...picture, label: 'a < b & "c"' })).documentElement.getAttribute('aria-label')).toBe('a < b & "c"')
    expect(parsed(diagramSvg(picture)).documentElement.getAttribute('aria-hidden')).toBe('true')
  })

  it('numbers the edges as the rules do, or every square', () => {
    const numbers = (kind: 'edges' | 'every'): string[] =>
      [...parsed(diagramSvg({ ...picture, numbers: kind })).querySelectorAll('text')].map((text) => text.textContent)
    expect(numbers('edges')).toEqual('1 2 3 4 5 6 15 16 25 26 35 36 45 46 47 48 49 50'.split(' '))
    expect(numbers('every')).toHaveLength(50)
  })

  it('draws marks, areas and routes', () => {
    const drawing = diagramSvg({
      ...picture,
      area: [46, 47],
      shapes: [
        { kind: 'ring', squares: [32], tone: 'right' },
        { kind: 'cross', squares: [28] },
        { kind: 'bracket', squares: [1, 2] },
        { kind: 'route', path: [32, 23, 14], label: '2' },
      ],
    })
    expect([...parsed(drawing).querySelectorAll('text')].map((text) => text.textContent)).toEqual(['2'])
    expect(parsed(drawing).querySelectorAll('path').length).toBeGreaterThan(8)
  })

  it('as a file has no reference to the page it came from', () => {
    const file = diagramSvg({ ...picture, numbers: 'edges', area: [3], shapes: [{ kind: 'cross', squares: [28] }] }, colours)
    expect(file).not.toContain('var(')
    const defined = new Set([...file.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))
    for (const [, id] of file.matchAll(/url\(#([^)]*)\)/g)) expect(defined).toContain(id)
  })
})
