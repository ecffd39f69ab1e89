// Whose turn it is to have the store: one page of this browser at a time, of whatever version. Knows the lock and the other
// pages, not what the store holds.
import { recall, reload } from './reload'

const NAME = 'damier-store'
/** Milliseconds for a page that says nothing: it may be on its way out (a reload), or be stuck. */
const PATIENCE = 4000
/** A page that has gone may be reloading: so long nobody else takes what it had. */
const GRACE = 1000

export type Whose = 'nobodys' | 'mine' | 'theirs' | 'left'

/** What pages say to one another: a question, a demand, the answer of the one that has the store, and that no answer was waited for. */
type Word = 'whose' | 'give' | 'mine' | 'taken'

/** In the worker with the store: hears when it is taken though the page, stuck, cannot let go of it. */
export function onTaken(leave: () => void): void {
  new BroadcastChannel(NAME).addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data === 'taken') leave()
  })
}

export class Turn {
  whose: Whose = 'nobodys'
  private readonly others = new BroadcastChannel(NAME)
  private taking: Promise<boolean> | undefined
  private answered = (): void => undefined
  private release = (): void => undefined

  constructor(
    /** Ends what is running and closes the store. */
    private readonly close: () => Promise<void>,
    private readonly changed: () => void,
  ) {
    this.others.addEventListener('message', ({ data }: MessageEvent<Word>) => this.hear(data))
  }

  /** Whether this page has the store from now on. */
  take(): Promise<boolean> {
    if (this.whose === 'mine') return Promise.resolve(true)
    if (this.whose === 'theirs' || this.whose === 'left') return Promise.resolve(false)
    return (this.taking ??= this.reach().finally(() => (this.taking = undefined)))
  }

  /** Takes the store from the page that has it. Begun anew: what this page showed may be long past. */
  useHere(): void {
    reload({ useHere: true })
  }

  private async reach(): Promise<boolean> {
    const demanded = recall('useHere') === true
    const enough = new AbortController()
    const late = setTimeout(() => enough.abort(), PATIENCE)
    this.answered = () => void (demanded || enough.abort())
    const held = this.hold({ signal: enough.signal })
    this.say(demanded ? 'give' : 'whose')
    // Asked for by hand, and the other page neither lets go nor answers: it is dead.
    let got = await held
    if (!got && demanded) {
      got = await this.hold({ steal: true })
      this.say('taken')
    }
    clearTimeout(late)
    this.become(got ? 'mine' : 'theirs')
    if (got) this.say('mine')
    else void this.wait()
    return got
  }

  private hold(options: LockOptions): Promise<boolean> {
    return new Promise((resolve) => {
      let over = false
      const end = (): void => {
        over = true
        resolve(false)
      }
      // Chromium can lose the end of a request that has just begun: it stays in the queue, and neither comes nor fails.
      options.signal?.addEventListener('abort', end, { once: true })
      const held = navigator.locks.request(NAME, options, () => {
        options.signal?.removeEventListener('abort', end)
        if (over) return
        resolve(true)
        return new Promise<void>((release) => (this.release = release))
      })
      held.catch(() => {
        resolve(false)
        // Taken from us, who seemed dead.
        if (this.whose === 'mine') void this.give()
      })
    })
  }

  private hear(word: Word): void {
    if (word === 'mine') return this.answered()
    if (this.whose !== 'mine') return
    this.say('mine')
    if (word === 'give') void this.give()
  }

  /** First no call begins any more, then the running one ends and the store is closed, then the lock passes. */
  private async give(): Promise<void> {
    this.become('left')
    await this.close()
    this.release()
    void this.wait()
  }

  /** Until the store is free again and somebody looks at this page. */
  private async wait(): Promise<void> {
    for (;;) {
      await navigator.locks.request(NAME, () => undefined)
      await new Promise((resolve) => setTimeout(resolve, GRACE))
      await seen()
      if (await navigator.locks.request(NAME, { ifAvailable: true }, (lock) => lock !== null)) return this.become('nobodys')
    }
  }

  private say(word: Word): void {
    this.others.postMessage(word)
  }

  private become(whose: Whose): void {
    this.whose = whose
    this.changed()
  }
}

function seen(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    look()
  })
}
