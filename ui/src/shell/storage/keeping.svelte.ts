// Keeps the app running in memory while the disk refuses writes, and tries again. Knows failures, not the meaning of calls.
import { CallFailed, type Client } from '../../client/client'
import type { Calls, ErrorKind, HomeView, StorageView, UnkeptView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../announcer.svelte'

type Name = keyof Calls

/** Pause between two attempts in milliseconds. */
const PAUSE = 10_000

/** Failures of a disk that refuses writes. */
const REFUSED: ReadonlySet<ErrorKind> = new Set(['full', 'readOnly', 'denied', 'gone', 'storage'])
/** Failures for lack of room. */
const NO_ROOM: ReadonlySet<ErrorKind> = new Set(['full', 'storage'])
/** Bulk work: these calls fail instead of filling the memory. */
const BULK: ReadonlySet<Name> = new Set(['beginImport', 'importChunk', 'beginRestore', 'restoreChunk', 'indexStep', 'checkStep'])
/** Calls whose result the user would miss. */
const MADE: ReadonlySet<Name> = new Set([
  'playMove',
  'huff',
  'resign',
  'offerDraw',
  'playOn',
  'lessonStep',
  'importLesson',
  'composeLesson',
  'tryPuzzleMove',
  'addToSet',
  'editGame',
  'addGame',
  'importChunk',
  'restoreChunk',
  'setNote',
  'addCollection',
  'collect',
  'collectFound',
])

class Keeping {
  storage: StorageView = $state('kept')
  /** Why the file refuses writes, if there is one. */
  unkept: UnkeptView | null = $state.raw(null)
  /** Memory holds work that the user would miss. */
  private made = $state(false)
  /** The window was asked to close despite unsaved work. */
  leaving = $state(false)
  /** An attempt is running. */
  private trying = false
  private client: Client | undefined
  private timer: ReturnType<typeof setInterval> | undefined
  /** Called when the file was damaged and a new one holds what could be saved; `home` has the details. */
  onRescued = (): void => undefined

  /** `true` if closing the app would lose work. */
  get unsaved(): boolean {
    return this.storage === 'memory' && this.made
  }

  /** Says why nothing is stored and what happens next. */
  get sentence(): string {
    if (this.storage === 'readOnly') return m.read_only_note()
    return this.unkept ? `${whyText(this.unkept.why)} ${m.unkept_then()}` : m.memory_note()
  }

  /** Wraps a client so that it goes on in memory when the disk refuses. */
  over(client: Client): Client {
    if (client === this.client) return client
    const kept = Object.create(client) as Client
    kept.call = (name, params) => this.call(client, name, params)
    client.onClosing?.(() => {
      this.leaving = true
      announcer.say(m.unkept_leaving())
    })
    return (this.client = kept)
  }

  private async call<N extends Name>(client: Client, name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
    try {
      return this.noted(name, await client.call(name, params))
    } catch (thrown) {
      const { kind } = CallFailed.from(thrown)
      if (kind === 'rescued') {
        if (name === 'home') return this.noted(name, await client.call(name, params))
        announcer.say(m.error_rescued())
        this.onRescued()
      }
      const ends = name === 'workOnTables' || (BULK.has(name) && NO_ROOM.has(kind))
      if (!REFUSED.has(kind) || ends || this.storage === 'memory') throw thrown
      await this.goOn(client, kind)
      return this.noted(name, await client.call(name, params))
    }
  }

  private noted<N extends Name>(name: N, reply: Calls[N][1]): Calls[N][1] {
    if (name === 'home') this.take(reply as HomeView)
    if (MADE.has(name) && this.storage === 'memory') this.made = true
    return reply
  }

  private async goOn(client: Client, why: ErrorKind): Promise<void> {
    this.take(await client.call('goOnInMemory', { why }))
    announcer.say(this.sentence)
  }

  private take({ storage, unkept }: { storage: StorageView; unkept: UnkeptView | null }): void {
    this.storage = storage
    this.unkept = unkept
    if (storage === 'kept') this.made = this.leaving = false
    clearInterval(this.timer)
    if (unkept) this.timer = setInterval(() => void this.tryAgain(), PAUSE)
  }

  /** Tries to write memory to the file. An attempt that the user `asked` for announces a refusal too. */
  async tryAgain(asked = false): Promise<void> {
    const { client } = this
    if (!client || !this.unkept || this.trying) return
    this.trying = true
    // If the call itself fails, the timer tries again.
    const view = await client.call('keepAgain', {}).catch(() => undefined)
    this.trying = false
    if (view) this.take(view)
    if (!this.unkept) announcer.say(m.kept_again())
    else if (asked) announcer.say(this.sentence)
    // The games have new numbers: every page reloads.
    if (view?.merged) location.reload()
  }

  /** Notes that all games were saved as a file. */
  exported(): void {
    this.made = false
  }
}

function whyText(why: ErrorKind): string {
  switch (why) {
    case 'full':
      return m.unkept_full()
    case 'readOnly':
      return m.unkept_read_only()
    case 'denied':
      return m.unkept_denied()
    case 'gone':
      return m.unkept_gone()
    case 'busy':
      return m.unkept_busy()
    case 'damaged':
      return m.error_damaged()
    case 'fromNewerApp':
      return m.error_newer()
    default:
      return m.unkept_storage()
  }
}

export const keeping = new Keeping()
