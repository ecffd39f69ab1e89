import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ErrorKind, Wanted } from '../../client/types'
import { FAULTS, LINES, WANTED, fileText } from './faults'

/** Returns the members of a union in the generated types. */
function members(name: string): string[] {
  const types = readFileSync(join(import.meta.dirname, '../../client/types.ts'), 'utf8')
  const [, union = ''] = new RegExp(`export type ${name} = ([^;]+);`).exec(types) ?? []
  return [...union.matchAll(/"(\w+)"/g)].map(([, word]) => word ?? '').toSorted()
}

const kinds = Object.keys(FAULTS) as ErrorKind[]

it('every kind of failure has a sentence of its own', () => {
  expect(kinds.toSorted()).toEqual(members('ErrorKind'))
  const sentences = kinds.map((kind) => FAULTS[kind]('PNG'))
  for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.*\.$/u)
  expect(new Set(sentences).size).toBe(kinds.length)
})

it('only the sentence for the store says "damaged"', () => {
  expect(kinds.filter((kind) => /damaged/.test(FAULTS[kind]('')))).toEqual(['damaged'])
})

it('every fault in a backup has a sentence of its own', () => {
  expect(Object.keys(LINES).toSorted()).toEqual(members('RestoreFault'))
  expect(new Set(Object.values(LINES).map((say) => say())).size).toBe(members('RestoreFault').length)
})

it('the sentence for a wrong file names it and asks for the right one, or says where it belongs', () => {
  expect(Object.keys(WANTED).toSorted()).toEqual(members('Wanted'))
  const says = (kind: ErrorKind, wanted: Wanted, about = ''): string => fileText({ kind, about }, wanted)
  expect(says('filePicture', 'lesson', 'PNG')).toBe('This is a picture (PNG). Choose a lesson file (TOML).')
  expect(says('fileTooLarge', 'lesson', '200 kB')).toBe('The file is too large: 200 kB at most. Divide it.')
  expect(says('fileBackup', 'games')).toBe('This is a backup of Damier. Restore it from the library’s menu.')
  expect(says('storage', 'games')).toBe(FAULTS.storage(''))
})

it('faults.md is up to date', async () => {
  const rows = kinds.map((kind) => `| \`${kind}\` | ${FAULTS[kind]('…')} |`)
  const files = kinds
    .filter((kind) => kind.startsWith('file'))
    .map((kind) => `| \`${kind}\` | ${fileText({ kind, about: '…' }, 'games')} |`)
  const page = [
    '# Each fault its own sentence',
    '',
    'Written by `faults.test.ts`; `npm test -- -u` writes it anew.',
    '',
    '| fault | what the app says, and what one can do |',
    '|---|---|',
    ...rows,
    '',
    '## A wrong file where games were wanted',
    '',
    '| file | what the app says |',
    '|---|---|',
    ...files,
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('./faults.md')
})
