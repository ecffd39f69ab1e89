// Where what is done is kept. While the disk refuses, the app goes on in memory and tries again. Knows failures, not what a call means.
import { CallFailed, type Client } from '../../client/client'
import type { Calls, ErrorKind, HomeView, StorageView, UnkeptView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../announcer.svelte'

type Name = keyof Calls

/** Milliseconds between two tries. */
const PAUSE = 10_000

/** What a disk says that refuses. */
const REFUSED: ReadonlySet<ErrorKind> = new Set(['full', 'readOnly', 'denied', 'gone', 'storage'])
/** Of these, no room is left for. */
const NO_ROOM: ReadonlySet<ErrorKind> = new Set(['full', 'storage'])
/** Whole files that come in, and what is worked out beside: they end with their fault instead of filling the memory. */
const BULK: ReadonlySet<Name> = new Set(['beginImport', 'importChunk', 'beginRestore', 'restoreChunk', 'indexStep', 'checkStep'])
/** What a person would miss. */
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
  /** There is a file, and it refuses. */
  unkept: UnkeptView | null = $state.raw(null)
  /** Something was done in memory that a person would miss. */
  private made = $state(false)
  /** The window was asked to close all the same. */
  leaving = $state(false)
  /** The disk is being asked again. */
  private trying = false
  private client: Client | undefined
  private timer: ReturnType<typeof setInterval> | undefined
  /** Called when the file was found damaged and what could be saved is in a new one: `home` tells what became of it. */
  onRescued = (): void => undefined

  /** Whoever leaves now loses something. */
  get unsaved(): boolean {
    return this.storage === 'memory' && this.made
  }

  /** Why nothing is kept now, and what becomes of it. */
  get sentence(): string {
    if (this.storage === 'readOnly') return m.read_only_note()
    return this.unkept ? `${whyText(this.unkept.why)} ${m.unkept_then()}` : m.memory_note()
  }

  /** The same client, which goes on where the disk refuses. */
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

  /** Brings what is in memory into the file, where that can be done by now. A person who asks for it hears of a refusal too. */
  async tryAgain(asked = false): Promise<void> {
    const { client } = this
    if (!client || !this.unkept || this.trying) return
    this.trying = true
    // Where the call itself failed, the next try comes by itself.
    const view = await client.call('keepAgain', {}).catch(() => undefined)
    this.trying = false
    if (view) this.take(view)
    if (!this.unkept) announcer.say(m.kept_again())
    else if (asked) announcer.say(this.sentence)
    // The games have other numbers now: every page is read again.
    if (view?.merged) location.reload()
  }

  /** All games were saved as a file. */
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
