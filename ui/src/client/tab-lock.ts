// The lock of the store: one page of this browser holds it at a time, whatever its version. Knows no store.
import { recall, reload } from './reload'

const NAME = 'damier-store'
/** Longest wait for a silent page in milliseconds: it may be reloading or stuck. */
const PATIENCE = 4000
/** Time in milliseconds for a reloading page to take the store back before another page does. */
const GRACE = 1000

export type LockHolder = 'nobody' | 'mine' | 'theirs' | 'released'

/** Messages between pages: a question, a demand, the holder's answer, and that the lock was stolen. */
type Word = 'whose' | 'give' | 'mine' | 'taken'

/** In the worker with the store: calls `leave` if the lock is stolen because the page is stuck. */
export function onStolen(leave: () => void): void {
  new BroadcastChannel(NAME).addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data === 'taken') leave()
  })
}

export class TabLock {
  holder: LockHolder = 'nobody'
  private readonly others = new BroadcastChannel(NAME)
  private taking: Promise<boolean> | undefined
  private answered = (): void => undefined
  private release = (): void => undefined

  constructor(
    /** Ends running calls and closes the store. */
    private readonly close: () => Promise<void>,
    private readonly changed: () => void,
  ) {
    this.others.addEventListener('message', ({ data }: MessageEvent<Word>) => this.hear(data))
  }

  /** Resolves to `true` if this page holds the store. */
  take(): Promise<boolean> {
    if (this.holder === 'mine') return Promise.resolve(true)
    if (this.holder === 'theirs' || this.holder === 'released') return Promise.resolve(false)
    return (this.taking ??= this.reach().finally(() => (this.taking = undefined)))
  }

  /** Takes the store from another page. Reloads, as the contents of this page may be out of date. */
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
    // The user asked for it, and the other page neither lets go nor answers: it is dead.
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
      // Chromium can lose the abort of a request that has just begun: the request stays queued and neither resolves nor rejects.
      options.signal?.addEventListener('abort', end, { once: true })
      const held = navigator.locks.request(NAME, options, () => {
        options.signal?.removeEventListener('abort', end)
        if (over) return
        resolve(true)
        return new Promise<void>((release) => (this.release = release))
      })
      held.catch(() => {
        resolve(false)
        // The lock was stolen because this page seemed dead.
        if (this.holder === 'mine') void this.give()
      })
    })
  }

  private hear(word: Word): void {
    if (word === 'mine') return this.answered()
    if (this.holder !== 'mine') return
    this.say('mine')
    if (word === 'give') void this.give()
  }

  /** Stops new calls, waits for the running one, closes the store, then passes the lock on. */
  private async give(): Promise<void> {
    this.become('released')
    await this.close()
    this.release()
    void this.wait()
  }

  /** Waits until the store is free and this page is visible. */
  private async wait(): Promise<void> {
    for (;;) {
      await navigator.locks.request(NAME, () => undefined)
      await new Promise((resolve) => setTimeout(resolve, GRACE))
      await seen()
      if (await navigator.locks.request(NAME, { ifAvailable: true }, (lock) => lock !== null)) return this.become('nobody')
    }
  }

  private say(word: Word): void {
    this.others.postMessage(word)
  }

  private become(holder: LockHolder): void {
    this.holder = holder
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
