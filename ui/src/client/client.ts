// The host as pages see it: calls, searches and capabilities. Knows no host and no draughts.
import type { WhyNot } from './fetching'
import type { Source } from './files'
import type { OfflineCache } from './offline-cache'
import type { TabLock } from './tab-lock'
import type {
  ApiError,
  Calls,
  DxpAct,
  DxpView,
  DxpWish,
  EngineFault,
  EngineView,
  ErrorKind,
  SearchInfo,
  SearchParams,
  SearchResult,
} from './types'
import type { Version } from './version'

/** Capabilities of the host. Pages read them instead of guessing where they run. */
export interface Capabilities {
  /** Window on a desktop, app on a phone, or browser page. */
  host: 'desktop' | 'phone' | 'browser'
  /** Destination of `save`: a download of the browser, or a file in the downloads folder. */
  saves: 'download' | 'folder'
}

/** Text to save as a file. */
export interface SavedText {
  name: string
  text: string
}

/** Bytes to save as a file. */
export interface SavedBytes {
  name: string
  data: Blob
}

/** File that the app was opened with and cannot read. */
export interface OpenFault {
  name: string
  kind: ErrorKind
}

/** Takes what the app was opened with. */
export type Take = (files: Source[], faults: OpenFault[], links?: string[], shared?: boolean) => Promise<void>

/** The core on any host. */
export interface Client {
  /** Runs one call; rejects with a `CallFailed`. */
  call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]>
  /** Runs a search. `onInfo` gets progress about ten times a second. Aborting `signal` ends the search early; its result still resolves. */
  search(params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult>
  /** Resolves to `true` if this device holds no data yet; known before the core is loaded. `false` if unknown. */
  isNew?(): Promise<boolean>
  /** Fetches what the engine needs for a game that will soon be searched. */
  prepare?(variant: string): void
  /** Saves a file, as text or bytes. Resolves to its path if the host knows it. */
  save(file: SavedText | SavedBytes): Promise<string | undefined>
  /** Reads a damaged file that was set aside and that only the app can reach (in a browser). */
  damagedFile?(name: string): Promise<Blob>
  /**
   * Passes on the files and links that the app was opened with, now or later: by a double click, or shared by another app. Shared files
   * stay until `take` has resolved; if the page ends before, they are passed on at the next start. A web site can share files too,
   * so the person is asked about these.
   */
  onOpened(take: Take): void
  /** Called when the window was asked to close with unsaved changes. It stays open and closes at the second request. */
  onClosing?(told: () => void): void
  readonly capabilities: Capabilities
  /** Present outside a browser. */
  readonly crash?: CrashReport
  /** Present in a browser page only. */
  readonly tab?: Tab
  /** Present in a desktop window only. */
  readonly frame?: Frame
}

/** The report of a crash, kept until it is dismissed. */
export interface CrashReport {
  /** Null if there is none. */
  read(): Promise<string | null>
  forget(): Promise<void>
}

/** The desktop window around the pages. */
export interface Frame {
  /** Sets the window's menu. */
  setMenu(columns: readonly MenuColumn[]): Promise<void>
  /** Passes on the id of each menu entry that the window cannot handle itself. */
  onMenu(chosen: (id: string) => void): void
  /** Opens the folder with the log. */
  showLogs(): Promise<void>
  /** Host of games between devices. */
  readonly host: FrameHost
  /** Games with other draughts programs. */
  readonly dxp: FrameDxp
  /** External engines. */
  readonly engines: FrameEngines
}

/** Connection to another draughts program, one at a time. */
export interface FrameDxp {
  /** Connects, or waits for a connection; closes an earlier one. `told` gets each change of state. */
  begin(name: string, wish: DxpWish, told: (view: DxpView) => void): Promise<void>
  act(act: DxpAct): Promise<void>
  end(): Promise<void>
}

/** Engines added in this window. Failures are thrown as `EngineFailed`. */
export interface FrameEngines {
  all(): Promise<EngineView[]>
  /** Lets the user pick a program and tries it; null if none was picked. */
  add(): Promise<EngineView | null>
  set(name: string, millis: number, settings: Record<string, string>): Promise<EngineView>
  forget(name: string): Promise<void>
  search(name: string, params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult>
}

/** A network of this machine, as the program tells it. */
export interface NetworkView {
  address: string
  kind: 'wiFi' | 'cable' | 'other' | 'vpn' | 'virtual'
  /** The system's name of the interface. */
  name: string
}

/** A running host. */
export interface HostView {
  /** Addresses for guests, the likeliest first; empty without a network. */
  ways: { url: string; network: NetworkView }[]
  port: number
  /** Key of the person at this window. */
  hostKey: string
}

/** Starts and stops the host. */
export interface FrameHost {
  on(name: string): Promise<HostView>
  off(): Promise<void>
}

/** One column of the menu bar. */
export interface MenuColumn {
  title: string
  entries: readonly MenuEntry[]
}

/** Menu entry; `keys` as in "CmdOrCtrl+O". */
export type MenuEntry =
  | { kind: 'action' | 'notMac'; id: string; text: string; keys?: string }
  | { kind: 'recent'; text: string }
  | { kind: 'line' }
  /** Entries that macOS provides in menus only. */
  | { kind: 'mac'; role: MacRole; text?: string }

export type MacRole =
  'about' | 'services' | 'hide' | 'hideOthers' | 'showAll' | 'quit' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | 'line'

/** A browser page: one tab among others, in a version that may be replaced while it runs, with files that may be missing. */
export interface Tab {
  /** Absent if nothing is stored, so that there is nothing to lock. */
  readonly lock?: TabLock
  readonly version: Version
  readonly cache: OfflineCache
  /** Calls the listener on every change of these three. */
  onChange(listener: () => void): void
}

/** A file of the app that could not be loaded: its name, if it was requested by name, and the reason. */
export interface Missing {
  resource?: string
  why: WhyNot
}

/** Failure of a call: `kind` for the program, `message` for logs. */
export class CallFailed extends Error implements ApiError {
  readonly kind: ErrorKind
  /** Word for the error's sentence, such as "PNG"; empty if it needs none. */
  readonly about: string
  /** Set if a file of the app was missing. */
  readonly missing?: Missing

  constructor(error: ApiError & { missing?: Missing }) {
    super(error.message)
    this.name = 'CallFailed'
    this.kind = error.kind
    this.about = error.about ?? ''
    if (error.missing) this.missing = error.missing
  }

  /** Converts any thrown value. */
  static from(thrown: unknown): CallFailed {
    if (thrown instanceof CallFailed) return thrown
    if (isApiError(thrown)) return new CallFailed(thrown)
    return new CallFailed({ kind: 'internal', message: thrown instanceof Error ? thrown.message : String(thrown) })
  }
}

/** Failure of an external engine. */
export class EngineFailed extends Error {
  constructor(readonly fault: EngineFault) {
    super(fault.kind)
    this.name = 'EngineFailed'
  }
}

/**
 * Ends a worker whose module has panicked, as its memory may be half changed. The page gets the worker's error event and starts another
 * worker. Ordinary failures of a module are not `Error`s.
 */
export function endWhereBroken(thrown: unknown): void {
  if (!(thrown instanceof Error) || thrown instanceof CallFailed) return
  // An error within the promise would not reach the worker's error event.
  queueMicrotask(() => {
    throw thrown
  })
}

function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'kind' in value && 'message' in value
}
