// The pages that have been loaded, and why one could not be. Knows how a page comes, not what is on it.
import { CallFailed } from '../../client/client'
import { whyNothing } from '../../client/fetching'
import { type AnyPage, type PageName, firstRun, routes } from './routes'
import { language } from '../../i18n/language.svelte'
import { thisPage } from '../this-page.svelte'

/** What can be shown: the page of an address, or the first question. */
export type Name = PageName | 'firstRun'

/** They say only what is loaded first (`ui/words.ts`). */
const FIRST: readonly Name[] = ['today', 'firstRun']
/** So long the first page has the line for itself; milliseconds. */
const FIRST_PAUSE = 1000
/** What they say besides comes with them: few visits look at them (`LATER_WORDS` in `ui/imported.ts`). */
const LATER: readonly Name[] = [
  ...(['together', 'shared', 'programs', 'dxp', 'table', 'clock'] as const),
  ...(['diplomas', 'exam', 'certificate', 'composer', 'composedLesson', 'lessonSheet', 'endings'] as const),
  ...(['storm', 'sense', 'defend', 'blind', 'compose', 'picture'] as const),
  ...(['search', 'repertoire', 'drill', 'mistakes', 'played', 'people', 'settings', 'licences'] as const),
]

class Pages {
  private loaded: Readonly<Partial<Record<Name, AnyPage>>> = $state.raw({})
  private failures: Readonly<Partial<Record<Name, CallFailed>>> = $state.raw({})
  private readonly coming = new Map<Name, Promise<void>>()

  /** The page, once it is here. */
  get(name: Name): AnyPage | undefined {
    return this.loaded[name]
  }

  /** Why it did not come when it was asked for last. */
  failure(name: Name): CallFailed | undefined {
    return this.failures[name]
  }

  /** Brings a page, once. Over when it is here, or is known not to come. */
  load(name: Name): Promise<void> {
    if (this.loaded[name]) return Promise.resolve()
    const known = this.coming.get(name)
    if (known) return known
    const coming = this.bring(name).finally(() => this.coming.delete(name))
    this.coming.set(name, coming)
    return coming
  }

  private async bring(name: Name): Promise<void> {
    // What was said of an earlier try holds no longer.
    this.tell(name, undefined)
    try {
      const page = (name === 'firstRun' ? firstRun : routes[name]).load()
      const words = FIRST.includes(name) ? undefined : language.loadRest()
      const more = LATER.includes(name) ? language.loadLater() : undefined
      const [{ default: component }] = await Promise.all([page, words, more])
      this.loaded = { ...this.loaded, [name]: component }
    } catch (thrown) {
      const why = await whyNothing()
      // A newer version has other files. It comes by itself as soon as nothing is in work.
      const lacks = why === 'gone' && !(await thisPage.isOver())
      this.tell(name, new CallFailed({ kind: 'internal', message: String(thrown), missing: { why: lacks ? 'server' : why } }))
    }
  }

  private tell(name: Name, failure: CallFailed | undefined): void {
    if (this.failures[name] !== failure) this.failures = { ...this.failures, [name]: failure }
  }

  /** Some browsers remember what did not come as long as the page lives: where a second try fails with a network, a new start is the third. */
  async again(name: Name): Promise<void> {
    await this.load(name)
    const failure = this.failure(name)
    if (failure && failure.missing?.why !== 'offline') location.reload()
  }

  /** Brings the others one by one while nothing else is to be done, so that a tap does not wait. What saves data waits for the tap. */
  async loadOthers(): Promise<void> {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE))
    for (const name of Object.keys(routes) as PageName[]) {
      await idle()
      // It brings its own, and would have to wait for these.
      if (thisPage.newer) return
      await this.load(name)
      if (this.failure(name)) return
    }
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Not in Safari.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 100)
  })
}

export const pages = new Pages()
