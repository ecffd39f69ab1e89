import { beforeEach, expect, it, vi } from 'vitest'
import type { ImportView, LeftOutGame, RestoreView } from '../client/types'
import { CallFailed } from '../client/client'
import { type Source, base64 } from '../client/files'
import { FakeClient, failed } from '../shared/fake'
import { Transfer } from './transfer.svelte'

const KIB = 1024

function file(name: string, size: number): Source {
  return { name, size, read: (from, to) => Promise.resolve(new Uint8Array(Math.max(0, Math.min(to, size) - from)).fill(65)) }
}

const view = (change: Partial<ImportView> = {}): ImportView => ({
  import: 1,
  source: 1,
  name: 'a.pdn',
  read: 0,
  progress: 0,
  games: 0,
  stored: 0,
  duplicates: 0,
  leftOut: [],
  damaged: 0,
  refused: 0,
  problems: [],
  problemCount: 0,
  only: null,
  done: false,
  ...change,
})

const restored = (change: Partial<RestoreView> = {}): RestoreView => ({
  restore: 1,
  games: 2,
  known: 1,
  refused: 0,
  bad: 0,
  problems: [],
  missing: 0,
  cut: false,
  progress: 1,
  done: false,
  ...change,
})

const source = (text: string): Source => {
  const bytes = new TextEncoder().encode(text)
  return { name: 'b', size: bytes.length, read: (from, to) => Promise.resolve(bytes.slice(from, to)) }
}

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

it('reads a file in chunks and marks the last one', async () => {
  await transfer.import([file('a.pdn', 150 * KIB)])
  const chunks = client.paramsOf('importChunk')
  expect(chunks.map(({ data, last }) => [atob(data).length, last])).toEqual([
    [64 * KIB, false],
    [64 * KIB, false],
    [22 * KIB, true],
  ])
  expect(transfer.importing).toMatchObject({ stored: 3, done: true })
  expect(changed).toHaveBeenCalledTimes(1)
})

it('imports files in order, an empty one too', async () => {
  await transfer.import([file('a.pdn', 10), file('b.pdn', 0)])
  expect(client.paramsOf('beginImport').map(({ name, bytes }) => [name, bytes])).toEqual([
    ['a.pdn', 10],
    ['b.pdn', 0],
  ])
  expect(client.paramsOf('importChunk').at(-1)).toEqual({ import: 1, data: '', last: true })
})

it('waits while another program writes, and continues with the same bytes', async () => {
  vi.useFakeTimers()
  let busy = 3
  client.on('importChunk', ({ last }) => {
    if (--busy > 0) throw failed('busy')
    return view({ done: last, games: 1, stored: 1, only: 7 })
  })
  const imported = transfer.import([file('a.pdn', 10)])
  await vi.advanceTimersByTimeAsync(5000)
  // A file with one game resolves to that game.
  expect(await imported).toBe(7)
  expect(new Set(client.paramsOf('importChunk').map(({ data }) => data)).size).toBe(1)
  expect([client.paramsOf('importChunk').length, transfer.failure]).toEqual([3, null])
  vi.useRealTimers()
})

it('ends when cancelled, with or without the games stored so far', async () => {
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

it('keeps removing until every stored game is gone', async () => {
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

it('reports a failure and is ready for another import', async () => {
  client.on('importChunk', () => {
    throw failed('storage')
  })
  await transfer.import([file('a.pdn', 10)])
  expect([transfer.failure?.kind, transfer.isRunning]).toEqual(['storage', false])
})

it('reports how much was stored before the disk was full, not a finished import', async () => {
  let chunks = 0
  client.on('importChunk', () => {
    if (++chunks === 3) throw failed('storage')
    return view({ stored: chunks * 700 })
  })
  await transfer.import([file('a.pdn', 300 * KIB)])
  expect(transfer.importing).toMatchObject({ stored: 1400, done: true })
  expect(transfer.brokenText).toContain('The disk is full or refuses to write.')
  expect(transfer.brokenText).toContain('1400 games came in.')
})

it('does not show the report of one file under the failure of the next', async () => {
  await transfer.import([file('a.pdn', 10)])
  client.on('beginImport', () => {
    throw failed('damaged')
  })
  await transfer.import([file('b.pdn', 10)])
  expect([transfer.importing, transfer.failure?.kind]).toEqual([null, 'damaged'])
})

it('names the kind of a wrong file and says which to choose', async () => {
  client.on('importChunk', () => {
    throw new CallFailed({ kind: 'filePicture', message: '', about: 'PNG' })
  })
  await transfer.import([file('board.png', 10)])
  expect(transfer.brokenText).toBe('This is a picture (PNG). Choose a file of games (PDN).')
  client.on('checkFile', () => {
    throw failed('fileGames')
  })
  expect(await transfer.restore(source('1. 32-28'))).toBe('This is a file of games (PDN). Import it in the library.')
  expect(client.paramsOf('checkFile')).toEqual([{ wanted: 'backup', head: btoa('1. 32-28'), bytes: 8 }])
})

it('restores what a damaged backup contains, and reports what is missing', async () => {
  const problems = [{ line: 7, fault: 'unreadable' as const, what: 'x' }]
  client
    .on('checkFile', () => ({}))
    .on('beginRestore', () => restored())
    .on('restoreChunk', () => restored({ games: 161, bad: 1, problems, missing: 2, cut: true, done: true }))
  const said = await transfer.restore(source('{}'))
  for (const part of ['161 games restored', '1 line could not be read', '2 lines are missing', 'The end of the file is missing'])
    expect(said).toContain(part)
  expect(transfer.restored?.problems).toEqual(problems)
  client.on('restoreChunk', () => {
    throw failed('storage')
  })
  expect(await transfer.restore(source('{}'))).toContain('2 games came in.')
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

it('restores a backup whose chunks end inside a character', async () => {
  const bytes = new TextEncoder().encode('é'.repeat(40_000))
  client
    .on('checkFile', () => ({}))
    .on('beginRestore', () => restored({ refused: 1 }))
    .on('restoreChunk', ({ last }) => restored({ refused: 1, done: last }))
  const said = await transfer.restore({ name: 'b', size: bytes.length, read: (from, to) => Promise.resolve(bytes.slice(from, to)) })
  expect(
    client
      .paramsOf('restoreChunk')
      .map(({ text }) => text)
      .join(''),
  ).toBe('é'.repeat(40_000))
  expect(said).toContain('left out')
})

it('encodes bytes as base64, beyond the argument limit of one call', () => {
  expect(base64(new Uint8Array([0, 255, 65]))).toBe('AP9B')
  expect(atob(base64(new Uint8Array(100_000).fill(7)))).toHaveLength(100_000)
})

it('a file of doubtful encoding waits for the reader’s choice, or is skipped', async () => {
  const bytes = Uint8Array.from('[White "Ren\x82"]\n1. 32-28 *', (letter) => letter.charCodeAt(0))
  const old: Source = { name: 'old.pdn', size: bytes.length, read: (from, to) => Promise.resolve(bytes.slice(from, to)) }
  const asked = async (): Promise<void> => {
    await vi.waitFor(() => expect(transfer.asked.doubt?.name).toBe('old.pdn'))
    expect(transfer.isBusy).toBe(true)
  }
  client
    .on('guessEncoding', () => ({ unicode: false, readings: [{ encoding: 'cp850', samples: ['René'] }] }))
    .on('decodeText', ({ data }) => ({ text: atob(data).replace('\x82', 'é') }))
  const left = transfer.import([old])
  await asked()
  transfer.asked.choose(null)
  await left
  expect([transfer.asked.doubt, client.paramsOf('beginImport').length]).toEqual([null, 0])
  const taken = transfer.import([old])
  await asked()
  transfer.asked.choose('cp850')
  await taken
  const [chunk] = client.paramsOf('importChunk') as { data: string }[]
  expect(chunk?.data).toBe(base64(new TextEncoder().encode('[White "René"]\n1. 32-28 *')))
})

it('reports every file of an import, also one that ended early', async () => {
  client.on('importChunk', ({ last }) => {
    if (client.paramsOf('beginImport').length === 2) throw failed('full')
    return view({ done: last, stored: 3, problemCount: client.paramsOf('beginImport').length })
  })
  await transfer.import(['a.pdn', 'b.pdn', 'c.pdn'].map((name) => file(name, KIB)))
  expect(transfer.reports.map(({ file: { name }, view: one, broken }) => [name, one?.problemCount, broken === ''])).toEqual([
    ['a.pdn', 1, true],
    ['b.pdn', 0, false],
    ['c.pdn', 3, true],
  ])
  await transfer.import([file('d.pdn', KIB)])
  expect(transfer.reports.map(({ file: { name } }) => name)).toEqual(['d.pdn'])
  transfer.closeReport()
  expect(transfer.reports).toEqual([])
})

it('lists the games that an import left out, and takes them in after all', async () => {
  const left = { game: 2, white: 'Jansen, A.', black: 'Peters, B.', event: 'Club', date: '2024.05.01', known: 7 }
  const seasons = file('a.pdn', 10)
  let only: unknown
  client
    .on('beginImport', (params) => {
      ;({ only } = params as { only?: unknown })
      return view({ done: false })
    })
    .on('importChunk', () =>
      only ? view({ stored: 1, games: 2, done: true }) : view({ games: 2, stored: 1, duplicates: 1, leftOut: [left], done: true }),
    )
  await transfer.import([seasons])
  expect(transfer.leftOut.map(({ game }) => game)).toEqual([left])
  await transfer.takeIn(transfer.leftOut)
  expect(client.paramsOf('beginImport').at(-1)).toMatchObject({ duplicates: 'keep', only: [2] })
  expect([transfer.leftOut, transfer.importing?.stored, transfer.importing?.duplicates]).toEqual([[], 2, 0])
})

it('counts the games left out beyond those listed, and keeps the counts of each file', async () => {
  const left = (game: number): LeftOutGame => ({ game, white: '', black: '', event: '', date: '', known: game })
  let only: unknown
  client
    .on('beginImport', (params) => {
      ;({ only } = params as { only?: unknown })
      return view({ done: false })
    })
    .on('importChunk', () =>
      only ? view({ source: 2, stored: 1, done: true }) : view({ games: 502, duplicates: 502, leftOut: [left(1), left(2)], done: true }),
    )
  await transfer.import([file('a.pdn', 10), file('b.pdn', 10)])
  expect([transfer.leftOut.length, transfer.unlisted]).toEqual([4, 1000])
  await transfer.takeIn(transfer.leftOut.slice(0, 1))
  expect([transfer.leftOut.length, transfer.unlisted]).toEqual([3, 1000])
  expect(transfer.reports.map(({ view: one }) => [one?.source, one?.stored, one?.duplicates])).toEqual([
    [2, 1, 501],
    [1, 0, 502],
  ])
  expect(transfer.importing?.duplicates).toBe(502)
})
