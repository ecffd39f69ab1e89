// Games on their way in and out: imports with progress and report, exports, backup and restoring. Knows files, no rule.
import { CallFailed, type Client } from '../client/client'
import type { BeginExport, Calls, ExportStepView, ImportView, RestoreView } from '../client/types'
import { written } from '../client/written'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { type Source, base64, headOf } from '../client/files'
import { type Doubt, type Encoding, doubtOf, inUtf8 } from './encodings'
import { fileText, isFileFault } from '../shell/failures/faults'
import { failureText } from '../shell/failures/failure-text'

/** Bytes in one call: what a call does with them stays short. */
const CHUNK = 64 * 1024
/** Milliseconds before another program's writes are looked at again. */
const TURN = 500

export class Transfer {
  /** Files that wait for their turn. */
  waiting: Source[] = $state.raw([])
  /** The import that runs, or the last one with its report. */
  importing: ImportView | null = $state.raw(null)
  restoring: RestoreView | null = $state.raw(null)
  /** What came of the last one. */
  restored: RestoreView | null = $state.raw(null)
  /** 0 to 1 while a file is being written. */
  exporting: number | null = $state(null)
  failure: CallFailed | null = $state.raw(null)
  /** The next file's letters could be several: the reader chooses, and it waits. */
  doubt: Doubt | null = $state.raw(null)
  private choose: (encoding: Encoding | null) => void = () => {}
  private cancelled: 'no' | 'keep' | 'undo' = 'no'
  private stopped = false

  constructor(
    private readonly client: Client,
    /** Games were added: lists are no longer what they were. */
    private readonly changed: () => Promise<void>,
  ) {}

  get isRunning(): boolean {
    return this.importing !== null && !this.importing.done
  }

  /** Games are on their way in or out. */
  get isBusy(): boolean {
    return this.isRunning || this.doubt !== null || this.waiting.length > 0 || this.restoring !== null || this.exporting !== null
  }

  /** Imports files one after another. Answers the game of a single file that has one game and no fault. */
  async import(files: readonly Source[], collection?: number): Promise<number | undefined> {
    this.waiting = [...this.waiting, ...files]
    if (this.isRunning || this.doubt) return undefined
    let imported = 0
    for (let file = this.next(); file; file = this.next()) {
      const source = await this.settled(file)
      if (!source) continue
      await this.importOne(source, collection)
      imported++
    }
    const { importing, failure } = this
    return imported === 1 && !failure && importing?.problemCount === 0 ? (importing.only ?? undefined) : undefined
  }

  /** The file as it is to be read; nothing where the reader was asked in what letters it is written, and would rather leave it. */
  private async settled(file: Source): Promise<Source | undefined> {
    // What cannot be read fails where it is imported.
    const doubt = await doubtOf(file).catch(() => null)
    if (!doubt) return file
    const encoding = await new Promise<Encoding | null>((resolve) => {
      this.choose = resolve
      this.doubt = doubt
    })
    this.doubt = null
    return encoding ? inUtf8(file, encoding) : undefined
  }

  /** The reader has chosen how the file is written; null leaves it. */
  chooseEncoding(encoding: Encoding | null): void {
    this.choose(encoding)
  }

  private next(): Source | undefined {
    const [file, ...rest] = this.waiting
    this.waiting = rest
    return file
  }

  private async importOne(file: Source, collection?: number): Promise<void> {
    this.cancelled = 'no'
    this.failure = null
    let begun = false
    try {
      const begin = { name: file.name, bytes: file.size, duplicates: 'skip' as const, ...(collection ? { collection } : {}) }
      let view = await this.inTurn('beginImport', begin)
      this.importing = view
      begun = true
      for (let from = 0; !view.done; from += CHUNK) {
        if (this.cancelled !== 'no') {
          view = await this.client.call('cancelImport', { import: view.import, undo: this.cancelled === 'undo' })
          this.importing = view
          continue
        }
        const data = await file.read(from, from + CHUNK)
        view = await this.inTurn('importChunk', { import: view.import, data: base64(data), last: from + CHUNK >= file.size })
        this.importing = view
      }
      announcer.say(m.import_done({ stored: view.stored, name: view.name }))
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
      // The report of the file before says nothing of this one.
      this.importing = begun && this.importing ? { ...this.importing, done: true } : null
      announcer.say(this.brokenText)
    }
    await this.changed()
  }

  /** While another program writes into the library, the same is asked again. */
  private async inTurn<N extends 'beginImport' | 'importChunk'>(name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
    for (;;) {
      try {
        return await this.client.call(name, params)
      } catch (thrown) {
        if (CallFailed.from(thrown).kind !== 'busy') throw thrown
        // Nobody waits any longer: the rest is given up as at any other place.
        if (this.cancelled !== 'no' && this.importing) return this.importing
        await new Promise((resolve) => setTimeout(resolve, TURN))
      }
    }
  }

  /** Why the import ended early, and how many games had come in by then. */
  get brokenText(): string {
    const { failure, importing } = this
    if (!failure) return ''
    if (isFileFault(failure)) return fileText(failure, 'games')
    const why = failure.kind === 'full' || failure.kind === 'storage' ? m.import_disk() : failureText(failure.kind)
    return `${why} ${m.import_came_in({ count: importing?.stored ?? 0 })}`
  }

  /** Ends the import that runs, and those that wait: what it has stored stays, or goes too. */
  cancelImport(undo: boolean): void {
    this.waiting = []
    this.cancelled = undo ? 'undo' : 'keep'
  }

  /** The report has been read. */
  closeReport(): void {
    if (!this.isRunning) this.importing = null
    this.failure = null
  }

  /** Writes games into a file: those of a search, those named, or all. Answers a sentence that says where it is. */
  export(what: BeginExport): Promise<string> {
    return this.write(this.client.call('beginExport', what))
  }

  /** Writes everything the store holds into one file. */
  backup(): Promise<string> {
    return this.write(this.client.call('beginBackup', {}))
  }

  private async write(begun: Promise<ExportStepView>): Promise<string> {
    let sentence: string
    this.stopped = false
    this.exporting = 0
    try {
      const file = await written(this.client, begun, (progress) => {
        this.exporting = progress
        return !this.stopped
      })
      if (!file) return m.export_stopped()
      sentence = m.saved_as({ name: (await this.client.save(file)) ?? file.name })
    } catch (thrown) {
      sentence = failureText(CallFailed.from(thrown).kind)
    } finally {
      this.exporting = null
    }
    announcer.say(sentence)
    return sentence
  }

  stopExport(): void {
    this.stopped = true
  }

  /** Adds what a backup has and the store lacks. Answers a sentence that says what came of it. */
  async restore(file: Source): Promise<string> {
    let sentence: string
    let view: RestoreView | null = null
    this.restored = null
    try {
      await this.client.call('checkFile', { wanted: 'backup', ...(await headOf(file)) })
      view = await this.client.call('beginRestore', { bytes: file.size })
      // A piece may end in the middle of a letter: the rest of it comes with the next.
      const decoder = new TextDecoder()
      for (let from = 0; !view.done; from += CHUNK) {
        this.restoring = view
        const last = from + CHUNK >= file.size
        const text = decoder.decode(await file.read(from, from + CHUNK), { stream: !last })
        view = await this.client.call('restoreChunk', { restore: view.restore, text, last })
      }
      this.restored = view
      sentence = restoredText(view)
    } catch (thrown) {
      const failed = CallFailed.from(thrown)
      sentence = isFileFault(failed) ? fileText(failed, 'backup') : failureText(failed.kind)
      // What came in before stays there.
      if (view && view.games > 0) sentence += ` ${m.import_came_in({ count: view.games })}`
    } finally {
      this.restoring = null
    }
    announcer.say(sentence)
    await this.changed()
    return sentence
  }
}

/** What came of a backup, and what of it did not. */
function restoredText({ games, known, refused, bad, missing, cut }: RestoreView): string {
  const said = [m.restore_done({ games, known })]
  if (bad > 0) said.push(m.restore_bad({ count: bad }))
  if (missing > 0) said.push(m.restore_missing({ count: missing }))
  if (cut) said.push(m.restore_cut())
  if (refused > 0) said.push(m.restore_refused({ count: refused }))
  return said.join(' ')
}
