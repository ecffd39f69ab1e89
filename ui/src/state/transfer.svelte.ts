// Games on their way in and out: imports with progress and report, exports, backup and restoring. Knows files, no rule.
import { CallFailed, type Client } from '../client/client'
import type { BeginExport, ExportStepView, ImportView, RestoreView } from '../client/types'
import { written } from './written'
import { m } from '../i18n/messages'
import { announcer } from './announcer.svelte'
import { type Source, base64 } from '../client/files'
import { failureText } from './words'

/** Bytes in one call: what a call does with them stays short. */
const CHUNK = 64 * 1024

export class Transfer {
  /** Files that wait for their turn. */
  waiting: Source[] = $state.raw([])
  /** The import that runs, or the last one with its report. */
  importing: ImportView | null = $state.raw(null)
  restoring: RestoreView | null = $state.raw(null)
  /** 0 to 1 while a file is being written. */
  exporting: number | null = $state(null)
  failure: CallFailed | null = $state.raw(null)
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

  /** Imports files one after another. */
  async import(files: readonly Source[], collection?: number): Promise<void> {
    this.waiting = [...this.waiting, ...files]
    if (this.isRunning) return
    for (let file = this.next(); file; file = this.next()) await this.importOne(file, collection)
  }

  private next(): Source | undefined {
    const [file, ...rest] = this.waiting
    this.waiting = rest
    return file
  }

  private async importOne(file: Source, collection?: number): Promise<void> {
    this.cancelled = 'no'
    this.failure = null
    try {
      const begin = { name: file.name, bytes: file.size, duplicates: 'skip' as const, ...(collection ? { collection } : {}) }
      let view = await this.client.call('beginImport', begin)
      this.importing = view
      for (let from = 0; !view.done; from += CHUNK) {
        if (this.cancelled !== 'no') {
          view = await this.client.call('cancelImport', { import: view.import, undo: this.cancelled === 'undo' })
          this.importing = view
          continue
        }
        const data = await file.read(from, from + CHUNK)
        view = await this.client.call('importChunk', { import: view.import, data: base64(data), last: from + CHUNK >= file.size })
        this.importing = view
      }
      announcer.say(m.import_done({ stored: view.stored, name: view.name }))
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
      if (this.importing) this.importing = { ...this.importing, done: true }
      announcer.say(failureText(this.failure.kind))
    }
    await this.changed()
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
    try {
      let view = await this.client.call('beginRestore', { bytes: file.size })
      // A piece may end in the middle of a letter: the rest of it comes with the next.
      const decoder = new TextDecoder()
      for (let from = 0; !view.done; from += CHUNK) {
        this.restoring = view
        const last = from + CHUNK >= file.size
        const text = decoder.decode(await file.read(from, from + CHUNK), { stream: !last })
        view = await this.client.call('restoreChunk', { restore: view.restore, text, last })
      }
      sentence = m.restore_done({ games: view.games, known: view.known })
      if (view.refused > 0) sentence += ` ${m.restore_refused({ count: view.refused })}`
    } catch (thrown) {
      const failed = CallFailed.from(thrown)
      sentence = failed.kind === 'badParams' ? m.restore_no_backup() : failureText(failed.kind)
    } finally {
      this.restoring = null
    }
    announcer.say(sentence)
    await this.changed()
    return sentence
  }
}
