// Who may import whom: the folders form a street, and no files form a circle. What is loaded later, by `import()`, closes none.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Each folder may use those before it; the two on the first line, nothing but the types of the calls. */
const STREET = [
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
]
const TYPES = 'client/types.ts'
/** The most files side by side in one folder. */
const MOST = 20

const all = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((name) => !/^wasm|paraglide/.test(name))
const files = all.filter((name) => /\.(ts|svelte)$/.test(name))

/** The files that one names after `pattern`: as components, as modules, or by their whole name. */
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
const isTest = (file: string): boolean => /\.test\.ts$|\/(fake|every)\.ts$/.test(file)

/** The files from which each leads back to itself: Tarjan's strongly connected components of more than one. */
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

it('the imports were found', () => {
  expect(imports.get('board/board.ts')).toContain('board/draw/render.ts')
  expect(imports.get('shell/PageHead.svelte')).toContain('shell/navigation/router.svelte.ts')
  expect([...imports.values()].flat().length).toBeGreaterThan(700)
})

it('no files import each other in a circle', () => {
  expect(circles()).toEqual([])
})

describe('the street', () => {
  const edges = [...imports].flatMap(([from, used]) => (isTest(from) ? [] : used.map((to): [string, string] => [from, to])))

  it('has every folder', () => {
    const folders = new Set(files.filter((file) => file.includes('/')).map(folder))
    expect([...folders].toSorted()).toEqual([...STREET, 'styles'].toSorted())
  })

  it('is used in one direction', () => {
    const wrong = edges.filter(
      ([from, to]) => from.includes('/') && STREET.indexOf(folder(from)) < STREET.indexOf(folder(to)) && to !== TYPES,
    )
    expect(wrong).toEqual([])
  })

  it('begins with a board and a client that know nothing of the app', () => {
    const wrong = edges.filter(([from, to]) => ['board', 'client'].includes(folder(from)) && folder(from) !== folder(to) && to !== TYPES)
    expect(wrong).toEqual([])
  })

  it('has pages that are opened by their address only', () => {
    const pages = new Set(lazily.get('shell/navigation/routes.ts'))
    expect(pages.size).toBeGreaterThan(20)
    expect(edges.filter(([, to]) => pages.has(to))).toEqual([])
  })
})

it('no folder holds more than one sees at a glance', () => {
  const counts = new Map<string, number>()
  for (const name of all) if (/\.\w+$/.test(name)) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > MOST)).toEqual([])
})
