// What the pages know of the host: the calls, the search, and what the host can do. Knows no host and nothing of draughts.
import type { WhyNot } from './fetching'
import type { Source } from './files'
import type { Stock } from './stock'
import type { Turn } from './turn'
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

/** What this host can do, by name: pages ask this instead of guessing where they run. */
export interface Capabilities {
  /** A window of the system, or a page in a browser. */
  host: 'desktop' | 'browser'
  /** Where `save` puts a file: asked by the browser, or straight into the downloads folder. */
  saves: 'download' | 'folder'
}

/** A text to be saved as a file. */
export interface SavedText {
  name: string
  text: string
}

/** A file that is not text. */
export interface SavedBytes {
  name: string
  data: Blob
}

/** A file that the app was opened with and that cannot be read. */
export interface OpenFault {
  name: string
  kind: ErrorKind
}

/** The core, wherever it runs. */
export interface Client {
  /** Runs one call; rejects with a `CallFailed`. */
  call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]>
  /** Runs a search. `onInfo` hears how far it is, about ten times a second; aborting `signal` ends it early, and its result still comes. */
  search(params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult>
  /** Whether nothing is kept on this device yet, told before the core is here; false where that cannot be told. */
  isNew?(): Promise<boolean>
  /** The engine will be asked to search in this game: what it has to fetch may come now. */
  prepare?(variant: string): void
  /** Saves a file of the user's, a text or bytes; resolves to its path where the host knows it. */
  save(file: SavedText | SavedBytes): Promise<string | undefined>
  /** A damaged file that was set aside, where only the app can reach it: in a browser. */
  damagedFile?(name: string): Promise<Blob>
  /** Hands over the files and links the app was opened with, now or later: by a double click, or shared from another app.
   * Shared files are kept until `take` has resolved: where the page ends before, they are handed over at the next start. */
  onOpened(take: (files: Source[], faults: OpenFault[], links?: string[]) => Promise<void>): void
  /** Tells when the window was asked to close though not everything is saved: it stays, and closes when asked again. */
  onClosing?(told: () => void): void
  readonly capabilities: Capabilities
  /** What only a page in a browser has to see to. */
  readonly tab?: Tab
  /** What only a window of the system has. */
  readonly frame?: Frame
}

/** The window of the system around the pages. */
export interface Frame {
  /** Shows this menu from now on. */
  setMenu(columns: readonly MenuColumn[]): Promise<void>
  /** Tells the id of what was chosen in it, where the window cannot do that itself. */
  onMenu(chosen: (id: string) => void): void
  /** Shows the folder with the log. */
  showLogs(): Promise<void>
  /** The report of a panic that nobody has answered yet. */
  crashReport(): Promise<string | null>
  forgetCrashReport(): Promise<void>
  /** The host of games between devices. */
  readonly host: FrameHost
  /** Games with other draughts programs. */
  readonly dxp: FrameDxp
  /** Other people's engines. */
  readonly engines: FrameEngines
}

/** The line to another program: one at a time. */
export interface FrameDxp {
  /** Calls, or waits; a line that was there is closed. `told` hears how it stands. */
  begin(name: string, wish: DxpWish, told: (view: DxpView) => void): Promise<void>
  act(act: DxpAct): Promise<void>
  end(): Promise<void>
}

/** Engines that were added in this window. What fails is thrown as an `EngineFailed`. */
export interface FrameEngines {
  all(): Promise<EngineView[]>
  /** Asks for a program in the system's dialog, and tries it; null where none was chosen. */
  add(): Promise<EngineView | null>
  set(name: string, millis: number, settings: Record<string, string>): Promise<EngineView>
  forget(name: string): Promise<void>
  search(name: string, params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult>
}

/** A host that is on. */
export interface HostView {
  /** For guests, the likeliest first; none without a network. */
  addresses: string[]
  port: number
  /** The key of whoever sits at this window. */
  hostKey: string
}

/** Turns the host on and off. */
export interface FrameHost {
  on(name: string): Promise<HostView>
  off(): Promise<void>
}

/** What drops down from one word of the menu's bar. */
export interface MenuColumn {
  title: string
  entries: readonly MenuEntry[]
}

/** `keys` as in "CmdOrCtrl+O". */
export type MenuEntry =
  | { kind: 'action' | 'notMac'; id: string; text: string; keys?: string }
  | { kind: 'recent'; text: string }
  | { kind: 'line' }
  /** What macOS has by itself, and nowhere but in menus. */
  | { kind: 'mac'; role: MacRole; text?: string }

export type MacRole =
  'about' | 'services' | 'hide' | 'hideOthers' | 'showAll' | 'quit' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | 'line'

/** One page of the browser: among others, in a version that is replaced while it runs, with files that may not be there. */
export interface Tab {
  /** Absent where nothing is kept, and so nothing to share. */
  readonly turn?: Turn
  readonly version: Version
  readonly stock: Stock
  /** Hears of every change to one of them. */
  onChange(listener: () => void): void
}

/** A file of the app that was not there: its name, where one was asked for by name, and why it did not come. */
export interface Missing {
  resource?: string
  why: WhyNot
}

/** A call that could not do what was asked: `kind` for the program, `message` for logs. */
export class CallFailed extends Error implements ApiError {
  readonly kind: ErrorKind
  /** The word that its sentence names: "PNG"; empty where it names none. */
  readonly about: string
  /** Told when a file of the app was missing. */
  readonly missing?: Missing

  constructor(error: ApiError & { missing?: Missing }) {
    super(error.message)
    this.name = 'CallFailed'
    this.kind = error.kind
    this.about = error.about ?? ''
    if (error.missing) this.missing = error.missing
  }

  /** Whatever was thrown, as a `CallFailed`. */
  static from(thrown: unknown): CallFailed {
    if (thrown instanceof CallFailed) return thrown
    if (isApiError(thrown)) return new CallFailed(thrown)
    return new CallFailed({ kind: 'internal', message: thrown instanceof Error ? thrown.message : String(thrown) })
  }
}

/** An engine that could not do what was asked, and why. */
export class EngineFailed extends Error {
  constructor(readonly fault: EngineFault) {
    super(fault.kind)
    this.name = 'EngineFailed'
  }
}

/**
 * Ends a worker whose module has panicked: what is in its memory may be half changed. The page, which hears of it, begins anew
 * with another. What a module only answers is no `Error`.
 */
export function endWhereBroken(thrown: unknown): void {
  if (!(thrown instanceof Error) || thrown instanceof CallFailed) return
  // Not within the promise: that is heard by nobody.
  queueMicrotask(() => {
    throw thrown
  })
}

function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'kind' in value && 'message' in value
}
