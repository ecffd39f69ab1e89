// Imports with progress and report, exports, backup and restore. Knows files but no rules.
import { CallFailed, type Client } from '../client/client'
import type { BeginExport, Calls, ExportStepView, ImportView, LeftOutGame, RestoreView } from '../client/types'
import { collectExport } from '../client/collect-export'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { type Source, base64, headOf } from '../client/files'
import { AskedEncoding } from '../shared/encodings/asked.svelte'
import { fileText, isFileFault } from '../shell/failures/faults'
import { markImport } from '../shell/storage/import-mark'
import { failureText } from '../shell/failures/failure-text'

/** Bytes per call, so that calls stay short. */
const CHUNK = 64 * 1024
/** Delay before retrying while another program writes, in milliseconds. */
const TURN = 500

/** The outcome of one file. */
export interface FileReport {
  file: Source
  /** The counts and remarks; `null` if the import did not begin. */
  view: ImportView | null
  /** Why it ended early; empty if it did not. */
  broken: string
}

/** A game that an import left out, with its file. */
export interface LeftOut {
  readonly file: Source
  readonly collection: number | undefined
  readonly game: LeftOutGame
}

export class Transfer {
  /** Files waiting to be imported. */
  waiting: Source[] = $state.raw([])
  /** The running import, or the report of the last one. */
  importing: ImportView | null = $state.raw(null)
  /** The files of the last import, in order. */
  reports: readonly FileReport[] = $state.raw([])
  restoring: RestoreView | null = $state.raw(null)
  /** Result of the last restore. */
  restored: RestoreView | null = $state.raw(null)
  /** Progress of an export, 0 to 1. */
  exporting: number | null = $state(null)
  failure: CallFailed | null = $state.raw(null)
  /** Files are being imported, or wait for it. */
  goesOn = $state(false)
  /** Games of the last imported files that the library has already. */
  leftOut: readonly LeftOut[] = $state.raw([])
  /** Number of games left out beyond those listed. */
  unlisted = $state(0)
  /** A file of doubtful encoding waits here for the reader's choice. */
  readonly asked: AskedEncoding
  private cancelled: 'no' | 'keep' | 'undo' = 'no'
  private stopped = false

  constructor(
    private readonly client: Client,
    /** Called after games were added. */
    private readonly changed: () => Promise<void>,
  ) {
    this.asked = new AskedEncoding(client)
  }

  get isRunning(): boolean {
    return this.importing !== null && !this.importing.done
  }

  /** True while any transfer runs or waits. */
  get isBusy(): boolean {
    return this.isRunning || this.asked.doubt !== null || this.waiting.length > 0 || this.restoring !== null || this.exporting !== null
  }

  /** Imports files in order. Resolves to the game of a single file with exactly one valid game. */
  async import(files: readonly Source[], collection?: number): Promise<number | undefined> {
    this.waiting = [...this.waiting, ...files]
    if (this.goesOn) return undefined
    this.goesOn = true
    this.reports = []
    this.leftOut = []
    this.unlisted = 0
    let imported = 0
    try {
      for (let file = this.next(); file; file = this.next()) {
        const source = await this.asked.settled(file)
        if (!source) continue
        await this.importOne(source, collection)
        imported++
      }
    } finally {
      this.goesOn = false
    }
    const { importing, failure } = this
    return imported === 1 && !failure && importing?.problemCount === 0 ? (importing.only ?? undefined) : undefined
  }

  private next(): Source | undefined {
    const [file, ...rest] = this.waiting
    this.waiting = rest
    return file
  }

  /** Imports games that were left out. The report of their file then counts them as stored. */
  async takeIn(games: readonly LeftOut[]): Promise<void> {
    const left = this.leftOut.filter((one) => !games.includes(one))
    for (const file of new Set(games.map((one) => one.file))) {
      const ofFile = games.filter((one) => one.file === file)
      const { reports } = this
      await this.importOne(
        file,
        ofFile[0]?.collection,
        ofFile.map(({ game }) => game.game),
      )
      const taken = this.failure ? null : this.importing
      this.reports = reports.map((report) => (report.file === file && taken ? withTaken(report, taken) : report))
      if (!taken) return
    }
    this.leftOut = left
    this.importing = this.reports.at(-1)?.view ?? null
  }

  private async importOne(file: Source, collection?: number, only?: number[]): Promise<void> {
    this.cancelled = 'no'
    this.failure = null
    let begun = false
    try {
      const duplicates = only ? ('keep' as const) : ('skip' as const)
      const begin = { name: file.name, bytes: file.size, duplicates, ...(collection ? { collection } : {}), ...(only ? { only } : {}) }
      let view = await this.retryWhileLocked('beginImport', begin)
      this.importing = view
      begun = true
      markImport({ name: file.name, stored: 0 })
      for (let from = 0; !view.done; from += CHUNK) {
        if (this.cancelled !== 'no') {
          view = await this.client.call('cancelImport', { import: view.import, undo: this.cancelled === 'undo' })
          this.importing = view
          continue
        }
        const data = await file.read(from, from + CHUNK)
        view = await this.retryWhileLocked('importChunk', { import: view.import, data: base64(data), last: from + CHUNK >= file.size })
        if (view.stored !== this.importing?.stored) markImport({ name: file.name, stored: view.stored })
        this.importing = view
      }
      if (!only) this.unlisted += view.duplicates - view.leftOut.length
      this.leftOut = [...this.leftOut, ...view.leftOut.map((game) => ({ file, collection, game }))]
      announcer.say(m.import_done({ stored: view.stored, name: view.name }))
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
      // The report of the previous file no longer applies.
      this.importing = begun && this.importing ? { ...this.importing, done: true } : null
      announcer.say(this.brokenText)
    } finally {
      markImport(null)
    }
    this.reports = [...this.reports, { file, view: this.importing, broken: this.brokenText }]
    await this.changed()
  }

  /** Repeats a call while another program writes to the library. */
  private async retryWhileLocked<N extends 'beginImport' | 'importChunk'>(name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
    for (;;) {
      try {
        return await this.client.call(name, params)
      } catch (thrown) {
        if (CallFailed.from(thrown).kind !== 'busy') throw thrown
        // The import was cancelled while waiting: it ends as anywhere else.
        if (this.cancelled !== 'no' && this.importing) return this.importing
        await new Promise((resolve) => setTimeout(resolve, TURN))
      }
    }
  }

  /** Why the import ended early, and how many games were stored. */
  get brokenText(): string {
    const { failure, importing } = this
    if (!failure) return ''
    if (isFileFault(failure)) return fileText(failure, 'games')
    const why = failure.kind === 'full' || failure.kind === 'storage' ? m.import_disk() : failureText(failure.kind)
    return `${why} ${m.import_came_in({ count: importing?.stored ?? 0 })}`
  }

  /** Cancels the running import and those waiting. Games already stored stay, or are removed with `undo`. */
  cancelImport(undo: boolean): void {
    this.waiting = []
    this.cancelled = undo ? 'undo' : 'keep'
  }

  closeReport(): void {
    if (!this.isRunning) {
      this.importing = null
      this.reports = []
    }
    this.failure = null
  }

  /** Writes games to a file: those of a search, those listed, or all. Resolves to a sentence with its location. */
  export(what: BeginExport): Promise<string> {
    return this.write(this.client.call('beginExport', what))
  }

  /** Writes the whole store to one file. */
  backup(): Promise<string> {
    return this.write(this.client.call('beginBackup', {}))
  }

  private async write(begun: Promise<ExportStepView>): Promise<string> {
    let sentence: string
    this.stopped = false
    this.exporting = 0
    try {
      const file = await collectExport(this.client, begun, (progress) => {
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

  /** Adds the contents of a backup that the store lacks. Resolves to a sentence with the result. */
  async restore(file: Source): Promise<string> {
    let sentence: string
    let view: RestoreView | null = null
    this.restored = null
    try {
      await this.client.call('checkFile', { wanted: 'backup', ...(await headOf(file)) })
      view = await this.client.call('beginRestore', { bytes: file.size })
      // A chunk may end inside a character: its rest comes with the next.
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
      // Games restored before the failure stay.
      if (view && view.games > 0) sentence += ` ${m.import_came_in({ count: view.games })}`
    } finally {
      this.restoring = null
    }
    announcer.say(sentence)
    await this.changed()
    return sentence
  }
}

/** The report of a file after games that it left out were taken in. */
function withTaken(report: FileReport, { source, stored }: ImportView): FileReport {
  const { view } = report
  if (!view) return report
  const duplicates = Math.max(0, view.duplicates - stored)
  return { ...report, view: { ...view, source: view.stored > 0 ? view.source : source, stored: view.stored + stored, duplicates } }
}

/** Result of a restore, including omissions. */
function restoredText({ games, known, refused, bad, missing, cut }: RestoreView): string {
  const said = [m.restore_done({ games, known })]
  if (bad > 0) said.push(m.restore_bad({ count: bad }))
  if (missing > 0) said.push(m.restore_missing({ count: missing }))
  if (cut) said.push(m.restore_cut())
  if (refused > 0) said.push(m.restore_refused({ count: refused }))
  return said.join(' ')
}
