// In what letters an old file is written: names as several encodings read them, and the file as UTF-8. Knows bytes, no game.
import type { Source } from '../client/files'

/** Western Windows, as the core reads what is no UTF-8; Western DOS; Cyrillic Windows and DOS; Central European Windows. */
export const ENCODINGS = ['windows-1252', 'cp850', 'windows-1251', 'ibm866', 'windows-1250'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A file whose letters could be several, with some of its names as each encoding reads them; the likeliest first. */
export interface Doubt {
  readonly name: string
  readonly readings: readonly { encoding: Encoding; names: readonly string[] }[]
}

/** The letters of western DOS from 0x80 on: no browser knows them. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Bytes that are looked at. */
const HEAD = 256 * 1024
/** Names that are shown. */
const MOST = 4

export function decoded(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'cp850') return new TextDecoder(encoding).decode(bytes)
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (CP850[byte - 0x80] ?? ''))).join('')
}

/** Whether the bytes are UTF-8, but for a letter that is cut off at their end. UTF-16, which begins with its mark or has zeros, is no doubt either. */
function isUnicode(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || bytes.includes(0)) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The names of players and events that have a letter beyond ASCII, each once. */
function namesIn(bytes: Uint8Array): Uint8Array[] {
  // Each byte as one letter, so that places in the text are places in the bytes.
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

/** How little a reading looks like names: signs where letters belong, and capitals behind small letters. */
function strangeness(name: string): number {
  const signs = name.match(/[^\p{L}\p{M}\p{N}\s.,'’()&/+-]/gu)?.length ?? 0
  const capitals = name.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0
  // Western names have an accent here and there; word after word of nothing else is another script.
  const accents = name.match(/[\u00c0-\u024f]{3,}/g)?.join('').length ?? 0
  const mixed = name.match(/[A-Za-z]\p{Script=Cyrillic}|\p{Script=Cyrillic}[A-Za-z]/gu)?.length ?? 0
  return 3 * signs + 2 * capitals + accents + 3 * mixed
}

/** Whether it is in doubt how a file is written; null where it is not, or no name depends on it. */
export async function doubtOf(file: Source): Promise<Doubt | null> {
  const bytes = await file.read(0, Math.min(HEAD, file.size))
  if (isUnicode(bytes)) return null
  const names = namesIn(bytes)
  if (names.length === 0) return null
  const readings = ENCODINGS.map((encoding) => {
    const read = names.map((name) => decoded(name, encoding))
    return { encoding, names: read.slice(0, MOST), strange: read.reduce((sum, name) => sum + strangeness(name), 0) }
  })
  // The first of those that read the same is enough.
  const other = readings.filter(({ names: read }, index) => readings.findIndex((one) => one.names.join('\n') === read.join('\n')) === index)
  return {
    name: file.name,
    readings: other.toSorted((a, b) => a.strange - b.strange).map(({ encoding, names: read }) => ({ encoding, names: read })),
  }
}

/** The file as UTF-8. Each of its bytes is a letter, so that every piece can be read by itself; `size` stays that of the file. */
export function inUtf8(file: Source, encoding: Encoding): Source {
  const encoder = new TextEncoder()
  return { ...file, read: async (from, to) => encoder.encode(decoded(await file.read(from, to), encoding)) }
}
