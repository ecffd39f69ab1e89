// Text encodings of old files: names as read by several encodings, and conversion to UTF-8. Knows bytes, not games.
import type { Source } from '../client/files'

/** Western Windows, the core's fallback for text that is not UTF-8; Western DOS; Cyrillic Windows and DOS; Central European Windows. */
export const ENCODINGS = ['windows-1252', 'cp850', 'windows-1251', 'ibm866', 'windows-1250'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A file of doubtful encoding, with some of its names in each encoding; the likeliest first. */
export interface Doubt {
  readonly name: string
  readonly readings: readonly { encoding: Encoding; names: readonly string[] }[]
}

/** The characters of code page 850 from 0x80 on: browsers do not support it. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Size of the sample in bytes. */
const HEAD = 256 * 1024
/** Limit on names shown. */
const MOST = 4

export function decoded(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'cp850') return new TextDecoder(encoding).decode(bytes)
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (CP850[byte - 0x80] ?? ''))).join('')
}

/** True for UTF-8, even if the last character is cut off, and for UTF-16 (a byte order mark or zero bytes). */
function isUnicode(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || bytes.includes(0)) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The distinct names of players and events with non-ASCII bytes. */
function namesIn(bytes: Uint8Array): Uint8Array[] {
  // One character per byte, so that indices in the text are indices of the bytes.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const found = new Map<string, Uint8Array>()
  for (const [, name = ''] of text.matchAll(/\[\s*(?:White|Black|Event|Site)\s+"([^"\r\n]{1,120})"/g)) {
    // eslint-disable-next-line no-control-regex -- what is not ASCII
    if (/[^\x00-\x7f]/.test(name) && !found.has(name))
      found.set(
        name,
        Uint8Array.from(name, (letter) => letter.charCodeAt(0)),
      )
    if (found.size === 40) break
  }
  return [...found.values()]
}

/** Score of how unlike a name a reading looks: symbols where letters belong, capitals after small letters. */
function strangeness(name: string): number {
  const signs = name.match(/[^\p{L}\p{M}\p{N}\s.,'’()&/+-]/gu)?.length ?? 0
  const capitals = name.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0
  // Western names have single accents; runs of accented letters suggest another script.
  const accents = name.match(/[\u00c0-\u024f]{3,}/g)?.join('').length ?? 0
  const mixed = name.match(/[A-Za-z]\p{Script=Cyrillic}|\p{Script=Cyrillic}[A-Za-z]/gu)?.length ?? 0
  return 3 * signs + 2 * capitals + accents + 3 * mixed
}

/** Checks if the encoding of a file is doubtful; `null` if it is clear or no name depends on it. */
export async function doubtOf(file: Source): Promise<Doubt | null> {
  const bytes = await file.read(0, Math.min(HEAD, file.size))
  if (isUnicode(bytes)) return null
  const names = namesIn(bytes)
  if (names.length === 0) return null
  const readings = ENCODINGS.map((encoding) => {
    const read = names.map((name) => decoded(name, encoding))
    return { encoding, names: read.slice(0, MOST), strange: read.reduce((sum, name) => sum + strangeness(name), 0) }
  })
  // Of equal readings the first is enough.
  const other = readings.filter(({ names: read }, index) => readings.findIndex((one) => one.names.join('\n') === read.join('\n')) === index)
  return {
    name: file.name,
    readings: other.toSorted((a, b) => a.strange - b.strange).map(({ encoding, names: read }) => ({ encoding, names: read })),
  }
}

/** The file converted to UTF-8. The encodings are single-byte, so any chunk can be converted alone; `size` stays that of the file. */
export function inUtf8(file: Source, encoding: Encoding): Source {
  const encoder = new TextEncoder()
  return { ...file, read: async (from, to) => encoder.encode(decoded(await file.read(from, to), encoding)) }
}
