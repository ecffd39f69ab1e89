import { beforeEach, expect, it, vi } from 'vitest'
import type { ImportView } from '../client/types'
import { type Source, base64 } from '../client/files'
import { FakeClient, failed } from './fake'
import { Transfer } from './transfer.svelte'

const KIB = 1024

function file(name: string, size: number): Source {
  return { name, size, read: (from, to) => Promise.resolve(new Uint8Array(Math.max(0, Math.min(to, size) - from)).fill(65)) }
}

const view = (change: Partial<ImportView> = {}): ImportView => ({
  import: 1, source: 1, name: 'a.pdn', read: 0, progress: 0, games: 0, stored: 0, duplicates: 0, damaged: 0, refused: 0,
  problems: [], problemCount: 0, done: false, ...change,
})

let client: FakeClient
let transfer: Transfer
const changed = vi.fn<() => Promise<void>>(() => Promise.resolve())

beforeEach(() => {
  changed.mockClear()
  client = new FakeClient()
    .on('beginImport', ({ name }) => view({ name }))
    .on('importChunk', ({ last }) => view({ done: last, stored: last ? 3 : 1 }))
    .on('cancelImport', () => view({ stored: 0, done: true }))
  transfer = new Transfer(client, changed)
})

it('reads a file piece by piece, and says when it was the last', async () => {
  await transfer.import([file('a.pdn', 150 * KIB)])
  const chunks = client.paramsOf('importChunk')
  expect(chunks.map(({ data, last }) => [atob(data).length, last])).toEqual([[64 * KIB, false], [64 * KIB, false], [22 * KIB, true]])
  expect(transfer.importing).toMatchObject({ stored: 3, done: true })
  expect(changed).toHaveBeenCalledTimes(1)
})

it('imports files one after another, an empty one too', async () => {
  await transfer.import([file('a.pdn', 10), file('b.pdn', 0)])
  expect(client.paramsOf('beginImport').map(({ name, bytes }) => [name, bytes])).toEqual([['a.pdn', 10], ['b.pdn', 0]])
  expect(client.paramsOf('importChunk').at(-1)).toEqual({ import: 1, data: '', last: true })
})

it('ends when it is cancelled, with the games it had or without', async () => {
  client.on('importChunk', () => {
    transfer.cancelImport(true)
    return view({ stored: 2 })
  })
  await transfer.import([file('a.pdn', 900 * KIB), file('b.pdn', 10)])
  expect(client.paramsOf('importChunk')).toHaveLength(1)
  expect(client.paramsOf('cancelImport')).toEqual([{ import: 1, undo: true }])
  expect(client.paramsOf('beginImport')).toHaveLength(1)
  expect(transfer.importing?.done).toBe(true)
})

it('goes on removing until every game it had stored is gone', async () => {
  let calls = 0
  client.on('importChunk', () => {
    transfer.cancelImport(true)
    return view({ stored: 2 })
  })
  client.on('cancelImport', () => view({ done: ++calls === 3 }))
  await transfer.import([file('a.pdn', 900 * KIB)])
  expect(client.paramsOf('cancelImport')).toHaveLength(3)
  expect(transfer.importing?.done).toBe(true)
})

it('says what went wrong, and is ready for another', async () => {
  client.on('importChunk', () => {
    throw failed('storage')
  })
  await transfer.import([file('a.pdn', 10)])
  expect([transfer.failure?.kind, transfer.isRunning]).toEqual(['storage', false])
})

it('writes an export as one file', async () => {
  const texts = ['1. 32-28 *\n', '1. 33-28 *\n']
  const step = () => ({ export: 5, name: 'g.pdn', text: texts.shift() ?? '', done: texts.length === 0, progress: 1 })
  client.on('beginExport', step).on('exportStep', step)
  const save = vi.spyOn(client, 'save')
  expect(await transfer.export({ format: 'pdn', games: [1, 2] })).toContain('g.pdn')
  const [saved] = save.mock.calls[0] as unknown as [{ data: Blob }]
  expect(saved.data.size).toBe(22)
  expect(transfer.exporting).toBeNull()
})

it('restores a backup whose pieces end inside a letter', async () => {
  const bytes = new TextEncoder().encode('é'.repeat(40_000))
  const restore = (done: boolean) => ({ restore: 1, games: 2, known: 1, refused: 1, progress: 1, done })
  client.on('beginRestore', () => restore(false)).on('restoreChunk', ({ last }) => restore(last))
  const said = await transfer.restore({ name: 'b', size: bytes.length, read: (from, to) => Promise.resolve(bytes.slice(from, to)) })
  expect(client.paramsOf('restoreChunk').map(({ text }) => text).join('')).toBe('é'.repeat(40_000))
  expect(said).toContain('left out')
})

it('writes bytes as base64, more than one call of the engine takes', () => {
  expect(base64(new Uint8Array([0, 255, 65]))).toBe('AP9B')
  expect(atob(base64(new Uint8Array(100_000).fill(7)))).toHaveLength(100_000)
})
