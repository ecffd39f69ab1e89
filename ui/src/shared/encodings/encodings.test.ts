import { describe, expect, it } from 'vitest'
import type { Source } from '../../client/files'
import { type Encoding, decoded, doubtOf, inUtf8 } from './encodings'

const file = (bytes: Uint8Array): Source => ({
  name: 'old.pdn',
  size: bytes.length,
  read: (from, to) => Promise.resolve(bytes.slice(from, to)),
})
/** ASCII, with other bytes as \x.. */
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const game = (name: string): Uint8Array => bytes(`[White "${name}"]\n[Black "Ton Sijbrands"]\n1. 32-28 19-23 *\n`)

describe('the encoding of an old file', () => {
  it.each<[string, Encoding, string]>([
    ['J\xf6rg M\xfcller', 'windows-1252', 'Jörg Müller'],
    ['J\x94rg M\x81ller', 'cp850', 'Jörg Müller'],
    ['Ren\x82 Fran\x87ois', 'cp850', 'René François'],
    ['\xcf\xe5\xf2\xf0\xee\xe2 \xc0\xed\xe4\xf0\xe5\xe9', 'windows-1251', 'Петров Андрей'],
    ['\x8f\xa5\xe2\xe0\xae\xa2 \x80\xad\xa4\xe0\xa5\xa9', 'ibm866', 'Петров Андрей'],
  ])('%j is most likely %s', async (name, encoding, text) => {
    const doubt = await doubtOf(file(game(name)))
    expect(doubt?.readings[0]).toEqual({ encoding, names: [text] })
    expect(doubt?.readings.length).toBeGreaterThan(1)
  })

  it('shows in comments too, anywhere in the file', async () => {
    const late = bytes(`[White "Ada"]\n${' '.repeat(600_000)}1. c3-b4 {\xcd\xe0\xf7\xe0\xeb\xee \xcf\xe0\xf0\xf8\xe5\xe2\xe0?} d6-c5`)
    expect((await doubtOf(file(late)))?.readings[0]).toEqual({ encoding: 'windows-1251', names: ['Начало Паршева?'] })
    expect((await doubtOf(file(bytes('1. 32-28 {Tr\xe8s bien!}'))))?.readings[0]?.encoding).toBe('windows-1252')
  })

  it('is clear for UTF-8, UTF-16, and files without names that depend on it', async () => {
    expect(await doubtOf(file(new TextEncoder().encode('[White "Jörg"]')))).toBeNull()
    expect(await doubtOf(file(bytes('\xff\xfe[\0W\0')))).toBeNull()
    expect(await doubtOf(file(bytes('[White "Ada"] 1. 26\xd721')))).toBeNull()
    expect(await doubtOf(file(bytes('')))).toBeNull()
    // A letter is cut off at the end of the sample.
    const long = new TextEncoder().encode(`${'x'.repeat(256 * 1024 - 1)}é`)
    expect(await doubtOf(file(long))).toBeNull()
  })

  it('is converted to UTF-8 in chunks', async () => {
    const source = inUtf8(file(game('Ren\x82')), 'cp850')
    const pieces = [await source.read(0, 10), await source.read(10, 12), await source.read(12, source.size)]
    const text = pieces.map((piece) => new TextDecoder('utf-8', { fatal: true }).decode(piece)).join('')
    expect(text).toContain('[White "René"]')
    expect(decoded(bytes('abc'), 'cp850')).toBe('abc')
    expect(
      Array.from(
        decoded(
          Uint8Array.from({ length: 128 }, (_, at) => at + 128),
          'cp850',
        ),
      ),
    ).toHaveLength(128)
  })
})
