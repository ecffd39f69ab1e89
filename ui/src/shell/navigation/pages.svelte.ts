// Loads pages and keeps the reason why one could not be loaded. Knows no page's content.
import { CallFailed } from '../../client/client'
import { whyNothing } from '../../client/fetching'
import { type AnyPage, type PageName, firstRun, routes } from './routes'
import { thisPage } from '../this-page.svelte'

/** A page with an address, or the first question. */
export type Name = PageName | 'firstRun'

/** Delay before other pages are loaded, in milliseconds: the first page has the line for itself. */
const FIRST_PAUSE = 1000

class Pages {
  private loaded: Readonly<Partial<Record<Name, AnyPage>>> = $state.raw({})
  private failures: Readonly<Partial<Record<Name, CallFailed>>> = $state.raw({})
  private readonly loading = new Map<Name, Promise<void>>()

  /** Returns the page if it is loaded. */
  get(name: Name): AnyPage | undefined {
    return this.loaded[name]
  }

  /** Returns why the last attempt to load the page failed. */
  failure(name: Name): CallFailed | undefined {
    return this.failures[name]
  }

  /** Loads a page once. Resolves when it is loaded or has failed. */
  load(name: Name): Promise<void> {
    if (this.loaded[name]) return Promise.resolve()
    const known = this.loading.get(name)
    if (known) return known
    const loading = this.fetch(name).finally(() => this.loading.delete(name))
    this.loading.set(name, loading)
    return loading
  }

  private async fetch(name: Name): Promise<void> {
    // Forgets the failure of an earlier attempt.
    this.note(name, undefined)
    try {
      const { default: component } = await (name === 'firstRun' ? firstRun : routes[name]).load()
      this.loaded = { ...this.loaded, [name]: component }
    } catch (thrown) {
      const why = await whyNothing()
      // A newer version has other files: it replaces this one as soon as nothing is in progress.
      const lacks = why === 'gone' && !(await thisPage.isOver())
      this.note(name, new CallFailed({ kind: 'internal', message: String(thrown), missing: { why: lacks ? 'server' : why } }))
    }
  }

  private note(name: Name, failure: CallFailed | undefined): void {
    if (this.failures[name] !== failure) this.failures = { ...this.failures, [name]: failure }
  }

  /** Tries again. Some browsers cache a failed import until the page ends, so a second failure with a network reloads the page. */
  async again(name: Name): Promise<void> {
    await this.load(name)
    const failure = this.failure(name)
    if (failure && failure.missing?.why !== 'offline') location.reload()
  }

  /** Loads the other pages one by one while the browser is idle, so that a tap does not wait. Does nothing in data-saving mode. */
  async loadOthers(): Promise<void> {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE))
    for (const name of Object.keys(routes) as PageName[]) {
      await idle()
      // The newer version has its own pages and would have to wait for these.
      if (thisPage.newer) return
      await this.load(name)
      if (this.failure(name)) return
    }
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no `requestIdleCallback`.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 100)
  })
}

export const pages = new Pages()
