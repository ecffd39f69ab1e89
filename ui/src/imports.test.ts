// Import rules: folders are ordered, and no static imports form a circle. Dynamic imports are exempt.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Each folder may import from those before it; `board` and `client` import nothing but the types of calls. */
const ORDER = [
  'board',
  'client',
  'i18n',
  'shell',
  'shared',
  'analysis',
  'puzzles',
  'play',
  'together',
  'correspondence',
  'library',
  'editor',
  'study',
  'over-the-board',
  'learn',
  'settings',
  'today',
  'parts',
]
const TYPES = 'client/types.ts'
/** Most files in one folder. */
const MOST = 20

const all = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) => !/^wasm|paraglide/.test(name))
const files = all.filter((name) => /\.(ts|svelte)$/.test(name))

/** Returns the files that a file imports, as matched by `pattern`. */
function named(file: string, pattern: RegExp): string[] {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...text.matchAll(pattern)].flatMap(([, path = '']) => {
    const to = join(dirname(file), path)
    return [to, `${to}.ts`].filter((name) => files.includes(name))
  })
}

const imports = new Map(files.map((file) => [file, named(file, /^\s*(?:import|export)\b[^'"=();]*?'(\.[^']+)'/gm)]))
const lazily = new Map(files.map((file) => [file, named(file, /\bimport\('(\.[^']+)'\)/g)]))

const folder = (file: string): string => file.split('/')[0] ?? ''
const isTest = (file: string): boolean => /\.test\.ts$|\/fake\.ts$/.test(file)

/** Returns the import circles: strongly connected components of more than one file, by Tarjan's algorithm. */
function circles(): string[][] {
  const found: string[][] = []
  const seen = new Map<string, { number: number; lowest: number }>()
  const open: string[] = []
  const visit = (file: string): number => {
    const mark = { number: seen.size, lowest: seen.size }
    seen.set(file, mark)
    open.push(file)
    for (const next of imports.get(file) ?? []) {
      const known = seen.get(next)
      if (!known) mark.lowest = Math.min(mark.lowest, visit(next))
      else if (open.includes(next)) mark.lowest = Math.min(mark.lowest, known.number)
    }
    if (mark.lowest === mark.number) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) found.push(circle)
    }
    return mark.lowest
  }
  for (const file of files) if (!seen.has(file)) visit(file)
  return found
}

it('finds the imports', () => {
  expect(imports.get('board/board.ts')).toContain('board/draw/render.ts')
  expect(imports.get('shell/PageHead.svelte')).toContain('shell/navigation/router.svelte.ts')
  expect([...imports.values()].flat().length).toBeGreaterThan(700)
})

it('no imports form a circle', () => {
  expect(circles()).toEqual([])
})

describe('the order of folders', () => {
  const edges = [...imports].flatMap(([from, used]) => (isTest(from) ? [] : used.map((to): [string, string] => [from, to])))

  it('lists every folder', () => {
    const folders = new Set(files.filter((file) => file.includes('/')).map(folder))
    expect([...folders].toSorted()).toEqual([...ORDER, 'styles'].toSorted())
  })

  it('allows imports in one direction only', () => {
    const wrong = edges.filter(
      ([from, to]) => from.includes('/') && ORDER.indexOf(folder(from)) < ORDER.indexOf(folder(to)) && to !== TYPES,
    )
    expect(wrong).toEqual([])
  })

  it('starts with a board and a client that import nothing of the app', () => {
    const wrong = edges.filter(([from, to]) => ['board', 'client'].includes(folder(from)) && folder(from) !== folder(to) && to !== TYPES)
    expect(wrong).toEqual([])
  })

  it('has pages that nothing but routes.ts imports', () => {
    const pages = new Set(lazily.get('shell/navigation/routes.ts'))
    expect(pages.size).toBeGreaterThan(20)
    expect(edges.filter(([, to]) => pages.has(to))).toEqual([])
  })
})

it('no folder holds more than 20 files', () => {
  const counts = new Map<string, number>()
  for (const name of all) if (/\.\w+$/.test(name)) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > MOST)).toEqual([])
})
