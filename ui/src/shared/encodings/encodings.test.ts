import { expect, it } from 'vitest'
import { type Source, base64 } from '../../client/files'
import { FakeClient } from '../fake'
import { doubtOf, inUtf8 } from './encodings'

const KIB = 1024
/** ASCII, with other bytes as \x.. */
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const file = (text: string): Source => ({
  name: 'old.pdn',
  size: text.length,
  read: (from, to) => Promise.resolve(bytes(text).slice(from, to)),
})
const readings = [{ encoding: 'cp850' as const, samples: ['René'] }]

it('asks the core about the first part that is not ASCII', async () => {
  const client = new FakeClient().on('guessEncoding', () => ({ unicode: false, readings }))
  expect(await doubtOf(client, file(`${'x'.repeat(600 * KIB)}Ren\x82`))).toEqual({ name: 'old.pdn', readings })
  expect(client.paramsOf('guessEncoding')).toEqual([{ data: base64(bytes(`${'x'.repeat(88 * KIB)}Ren\x82`)) }])
})

it('goes on where a part does not show the encoding, and ends at Unicode', async () => {
  const client = new FakeClient().on('guessEncoding', ({ data }) => ({
    unicode: false,
    readings: atob(data).includes('Ren\x82') ? readings : [],
  }))
  const late = file(`26\xd721${' '.repeat(300 * KIB)}Ren\x82`)
  expect((await doubtOf(client, late))?.readings).toEqual(readings)
  client.on('guessEncoding', () => ({ unicode: true, readings: [] }))
  expect(await doubtOf(client, late)).toBeNull()
  expect(client.paramsOf('guessEncoding').length).toBe(3)
  expect(await doubtOf(client, file('[White "Ada"]'))).toBeNull()
  expect(await doubtOf(client, file(''))).toBeNull()
  expect(client.paramsOf('guessEncoding').length).toBe(3)
})

it('converts a file in parts of any length', async () => {
  const client = new FakeClient().on('decodeText', ({ data, encoding }) => ({ text: `${encoding}:${String(atob(data).length)} é ` }))
  const source = inUtf8(client, file('x'.repeat(300 * KIB)), 'cp850')
  const text = async (from: number, to: number): Promise<string> => new TextDecoder().decode(await source.read(from, to))
  expect(await text(0, 10)).toBe('cp850:10 é ')
  expect(await text(0, 500 * KIB)).toBe(`cp850:${String(256 * KIB)} é cp850:${String(44 * KIB)} é `)
  expect(await text(300 * KIB, 364 * KIB)).toBe('')
})
