// Text encodings of old files: the core guesses and converts them. Knows no draughts.
import { type Source, base64 } from '../../client/files'
import type { Client } from '../../client/client'
import type { EncodingReading, EncodingView } from '../../client/types'

/** A file of doubtful encoding, with some of its names and comments in each encoding; the likeliest first. */
export interface Doubt {
  readonly name: string
  readonly readings: readonly EncodingReading[]
}

/** Bytes per call. */
const PART = 256 * 1024

/** Checks if the encoding of a file is doubtful; `null` if it is clear, or no name and no comment depends on it. */
export async function doubtOf(client: Client, file: Source): Promise<Doubt | null> {
  for (let from = 0; from < file.size; from += PART) {
    const part = await file.read(from, Math.min(from + PART, file.size))
    // ASCII is the same in every encoding, except in UTF-16.
    if (!part.some((byte) => byte >= 0x80 || byte === 0)) continue
    const { unicode, readings } = await client.call('guessEncoding', { data: base64(part) })
    if (unicode) return null
    if (readings.length > 0) return { name: file.name, readings }
  }
  return null
}

/** The file converted to UTF-8. The encodings are single-byte, so any part can be converted alone; `size` stays that of the file. */
export function inUtf8(client: Client, file: Source, encoding: EncodingView): Source {
  const encoder = new TextEncoder()
  return {
    ...file,
    read: async (from, to) => {
      const texts: string[] = []
      for (let at = from; at < Math.min(to, file.size); at += PART) {
        const data = base64(await file.read(at, Math.min(at + PART, to)))
        texts.push((await client.call('decodeText', { data, encoding })).text)
      }
      return encoder.encode(texts.join(''))
    },
  }
}
