import { beforeEach, expect, it, vi } from 'vitest'
import { brokenImport, markImport } from './import-mark'

beforeEach(() => localStorage.clear())

it('tells of an import that the end of the last page broke off, once', () => {
  expect(brokenImport()).toBeNull()
  markImport({ name: 'club.pdn', stored: 0 })
  markImport({ name: 'club.pdn', stored: 7966 })
  expect([brokenImport(), brokenImport()]).toEqual([{ name: 'club.pdn', stored: 7966 }, null])
  markImport({ name: 'club.pdn', stored: 1 })
  markImport(null)
  expect(brokenImport()).toBeNull()
})

it('bears whatever is stored there, and a browser without storage', () => {
  for (const text of ['', 'x', 'null', '[]', '{"name":1,"stored":"x"}']) {
    localStorage.setItem('damier.import', text)
    expect(brokenImport()).toBeNull()
  }
  vi.stubGlobal('localStorage', undefined)
  expect(brokenImport()).toBeNull()
  expect(() => markImport({ name: 'a', stored: 1 })).not.toThrow()
})
