// The host on desktops and phones: the core runs in the process of the window. The only module that uses Tauri.
import { Channel, invoke } from '@tauri-apps/api/core'
import { listen } from '@tauri-apps/api/event'
import { type Client, type Frame, type OpenFault, type SavedBytes, type SavedText, CallFailed, EngineFailed } from './client'
import type { Source } from './files'
import { completeWebView } from './phone'
import type { Calls, DxpView, EngineFault, ErrorKind, SearchInfo, SearchParams, SearchResult } from './types'

async function ask<T>(command: string, args: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(command, args)
  } catch (thrown) {
    throw CallFailed.from(thrown)
  }
}

async function askEngine<T>(command: string, args: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(command, args)
  } catch (thrown) {
    throw new EngineFailed(thrown as EngineFault)
  }
}

let lastSearch = 0

/** Runs a search under an id by which it can be stopped. */
async function stoppable<T>(signal: AbortSignal | undefined, search: (id: number) => Promise<T>): Promise<T> {
  const id = ++lastSearch
  const stop = (): void => void ask('stop', { id }).catch(() => undefined)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await search(id)
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

const frame: Frame = {
  setMenu: (columns) => ask('set_menu', { columns }),
  onMenu: (chosen) => void listen<string>('menu', ({ payload }) => chosen(payload)),
  showLogs: () => ask('show_logs', {}),
  dxp: {
    begin: (name, wish, told) => ask('dxp_begin', { name, wish, told: new Channel<DxpView>(told) }),
    act: (act) => ask('dxp_act', { act }),
    end: () => ask('dxp_end', {}),
  },
  engines: {
    all: () => askEngine('engines', {}),
    add: () => askEngine('add_engine', {}),
    set: (name, millis, settings) => askEngine('set_engine', { name, millis, settings }),
    forget: (name) => askEngine('forget_engine', { name }),
    search: (name, params, onInfo, signal) =>
      stoppable(signal, (id) => askEngine('engine_search', { id, name, params, onInfo: new Channel<SearchInfo>(onInfo) })),
  },
  host: {
    on: (name) => ask('host_on', { name }),
    off: () => ask('host_off', {}),
  },
}

/** The system that Tauri's command builds for. */
const system = import.meta.env.TAURI_ENV_PLATFORM as string | undefined
const isPhone = system === 'android' || system === 'ios'
if (system === 'android') completeWebView((act) => ask('phone', { act }))

export const client: Client = {
  capabilities: { host: isPhone ? 'phone' : 'desktop', saves: 'folder' },

  call<N extends keyof Calls>(name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
    return ask('call', { name, params })
  },

  search(params: SearchParams, onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult> {
    return stoppable(signal, (id) => ask('search', { id, params, onInfo: new Channel<SearchInfo>(onInfo) }))
  },

  async save(file: SavedText | SavedBytes): Promise<string | undefined> {
    if ('text' in file) return ask('save', { file })
    // Bytes are sent raw, with the name in a header.
    const headers = { name: encodeURIComponent(file.name) }
    return invoke<string>('save_bytes', await file.data.arrayBuffer(), { headers }).catch((thrown: unknown) => {
      throw CallFailed.from(thrown)
    })
  },

  onOpened(take: (files: Source[], faults: OpenFault[], links: string[]) => Promise<void>): void {
    const hand = async (): Promise<void> => {
      const { files, links } = await ask<{ files: OpenedFile[]; links: string[] }>('opened', {})
      const faults = files.flatMap(({ name, fault }) => (fault ? [{ name, kind: fault }] : []))
      if (files.length + links.length > 0) await take(files.filter(({ fault }) => !fault).map(sourceOfOpened), faults, links)
    }
    void hand()
    // A second start of the program passes its files to this window, and so does the menu.
    void listen('opened', () => void hand())
  },

  onClosing(told: () => void): void {
    void listen('unsaved', told)
  },

  crash: {
    read: () => ask('crash_report', {}),
    forget: () => ask('forget_crash_report', {}),
  },

  ...(isPhone ? {} : { frame }),
}

/** A file the window was opened with, by its number there. */
interface OpenedFile {
  number: number
  name: string
  size: number
  /** Reason if it cannot be read. */
  fault: ErrorKind | null
}

function sourceOfOpened({ number, name, size }: OpenedFile): Source {
  const read = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await ask<ArrayBuffer>('read_opened', { number, from, length: to - from }))
  return { name, size, read }
}
