// Asks in which encoding an old file is written. Every way in uses it: library, repertoire, puzzle sets, lessons.
import type { Client } from '../../client/client'
import type { Source } from '../../client/files'
import type { EncodingView } from '../../client/types'
import { type Doubt, doubtOf, inUtf8 } from './encodings'

export class AskedEncoding {
  /** The file that waits for the reader's choice. */
  doubt: Doubt | null = $state.raw(null)
  private answer: (encoding: EncodingView | null) => void = () => {}

  constructor(private readonly client: Client) {}

  /** The file, converted to UTF-8 if needed; `undefined` if the reader skipped it when asked. */
  async settled(file: Source): Promise<Source | undefined> {
    // An unreadable file fails where it is read.
    const doubt = await doubtOf(this.client, file).catch(() => null)
    if (!doubt) return file
    const encoding = await new Promise<EncodingView | null>((resolve) => {
      this.answer = resolve
      this.doubt = doubt
    })
    this.doubt = null
    return encoding ? inUtf8(this.client, file, encoding) : undefined
  }

  /** The text of a file; `undefined` if the reader skipped it. */
  async textOf(file: Source): Promise<string | undefined> {
    const settled = await this.settled(file)
    if (!settled) return undefined
    const bytes = await settled.read(0, settled.size)
    const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
    return new TextDecoder(utf16).decode(bytes)
  }

  /** Takes the reader's choice; `null` skips the file. */
  choose(encoding: EncodingView | null): void {
    this.answer(encoding)
  }
}
