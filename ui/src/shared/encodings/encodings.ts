// Text encodings of old files: names and comments as read by several encodings, and conversion to UTF-8. The core's
// `encoding.rs` guesses alike for the command line.
import type { Source } from '../../client/files'

/** Western Windows, the core's fallback for text that is not UTF-8; Western DOS; Cyrillic Windows and DOS; Central European Windows. */
export const ENCODINGS = ['windows-1252', 'cp850', 'windows-1251', 'ibm866', 'windows-1250'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A file of doubtful encoding, with some of its names and comments in each encoding; the likeliest first. */
export interface Doubt {
  readonly name: string
  readonly readings: readonly { encoding: Encoding; names: readonly string[] }[]
}

/** The characters of code page 850 from 0x80 on: browsers do not support it. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Bytes read at a time to find the first that are not ASCII. */
const PART = 256 * 1024
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

/** The distinct values of tags and comments with non-ASCII bytes, names first. A lesson has its texts in quotes. */
function samplesIn(bytes: Uint8Array): Uint8Array[] {
  // One character per byte, so that indices in the text are indices of the bytes.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  const found = new Set<string>()
  for (const pattern of [/"([^"\r\n]{1,120})"/g, /\{([^{}]+)\}/g, /[;%#]([^\r\n]+)/g]) {
    for (const [, whole = ''] of text.matchAll(pattern)) {
      if (found.size >= 60) break
      // eslint-disable-next-line no-control-regex -- what is not ASCII
      const from = whole.search(/\S*[^\x00-\x7f]/)
      if (from >= 0) found.add(whole.slice(from, from + 80).trim())
    }
  }
  return [...found].map((sample) => Uint8Array.from(sample, (letter) => letter.charCodeAt(0)))
}

/** Score of how unlike a person's text a reading looks: symbols where letters belong, capitals after small letters. */
function strangeness(text: string): number {
  // ASCII is the same in every encoding; people write quotes and dashes too.
  // eslint-disable-next-line no-control-regex -- what is not ASCII
  const signs = text.match(/[^\p{L}\p{M}\p{N}\s\x00-\x7f«»„“”‘’–—…№½°]/gu)?.length ?? 0
  const capitals = text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0
  // Western names have single accents; runs of accented letters suggest another script.
  const accents = text.match(/[\u00c0-\u024f]{3,}/g)?.join('').length ?? 0
  const mixed = text.match(/[A-Za-z]\p{Script=Cyrillic}|\p{Script=Cyrillic}[A-Za-z]/gu)?.length ?? 0
  return 3 * signs + 2 * capitals + accents + 3 * mixed
}

/** The first part of a file that is not ASCII; `null` if there is none. */
async function doubtfulPart(file: Source): Promise<Uint8Array | null> {
  for (let from = 0; from < file.size; from += PART) {
    const part = await file.read(from, Math.min(from + PART, file.size))
    if (part.some((byte) => byte >= 0x80 || byte === 0)) return part
  }
  return null
}

/** Checks if the encoding of a file is doubtful; `null` if it is clear, or no name and no comment depends on it. */
export async function doubtOf(file: Source): Promise<Doubt | null> {
  const bytes = await doubtfulPart(file)
  if (!bytes || isUnicode(bytes)) return null
  const samples = samplesIn(bytes)
  if (samples.length === 0) return null
  const readings = ENCODINGS.map((encoding) => {
    const read = samples.map((sample) => decoded(sample, encoding))
    return { encoding, names: read.slice(0, MOST), strange: read.reduce((sum, text) => sum + strangeness(text), 0) }
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
