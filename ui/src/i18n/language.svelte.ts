// The language of the interface: from the setting, else from the system. Loads its messages; knows no page.
import { type WhyNot, whyNothing } from '../client/fetching'
import { type Locale, locales } from './paraglide/runtime.js'

/** The languages of the interface, as written in themselves. */
export const languages: Record<Locale, string> = { fr: 'Français', en: 'English', nl: 'Nederlands', de: 'Deutsch' }

/** The first of the system's languages that Damier speaks. */
function systemLanguage(): Locale {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const primary = wanted.slice(0, 2).toLowerCase()
    const known = locales.find((locale) => locale === primary)
    if (known) return known
  }
  return 'en'
}

/** What the first page says, what only pages say at which few visits look, and the rest. */
const parts = {
  first: import.meta.glob<object>('./paraglide/messages/{en,fr,nl,de}.js', { query: '?first' }),
  rest: import.meta.glob<object>('./paraglide/messages/{en,fr,nl,de}.js', { query: '?rest' }),
  later: import.meta.glob<object>('./paraglide/messages/{en,fr,nl,de}.js', { query: '?later' }),
}
type Part = keyof typeof parts
const loaded = new Map<Locale, object>()
/** Which parts of a language are there. */
const here = new Map<Locale, ReadonlySet<Part>>()

class Language {
  /** What every message is written in now; reading it in a template follows a change. Its messages are loaded. */
  now: Locale = $state(systemLanguage())
  /** The language chosen last could not be had. */
  missing: { of: Locale; why: WhyNot } | null = $state.raw(null)
  private chosen: Locale = this.now
  /** More than the first once another page has been asked for. */
  private readonly wanted = new Set<Part>(['first'])

  /** The messages in the language of now, by their key. */
  get words(): object {
    return loaded.get(this.now) ?? {}
  }

  /** Loads the messages of a language that are wanted by now. Whether they are there. */
  async load(locale: Locale): Promise<boolean> {
    const lacking = [...this.wanted].filter((part) => !here.get(locale)?.has(part))
    if (lacking.length === 0) return true
    try {
      const came = await Promise.all(lacking.map((part) => parts[part][`./paraglide/messages/${locale}.js`]?.()))
      loaded.set(locale, Object.assign({}, loaded.get(locale), ...came) as object)
      here.set(locale, new Set([...(here.get(locale) ?? []), ...lacking]))
    } catch {
      return false
    }
    // More was asked for meanwhile.
    return this.load(locale)
  }

  /** Loads what the other pages say. Rejects where it does not come. */
  loadRest(): Promise<void> {
    return this.loadPart('rest')
  }

  /** Loads what pages say at which few visits look. Rejects where it does not come. */
  loadLater(): Promise<void> {
    return this.loadPart('later')
  }

  private async loadPart(part: Part): Promise<void> {
    this.wanted.add(part)
    if (!(await this.load(this.now))) throw new Error(`the messages of ${this.now} did not come`)
  }

  /**
   * Takes the language of a setting once its messages are there; anything but a known language means the system's. One
   * that cannot be loaded (never spoken here, and no network) leaves the language as it is, or what was kept, at the start;
   * `missing` tells.
   */
  async choose(setting?: string): Promise<void> {
    const chosen = locales.find((locale) => locale === setting) ?? systemLanguage()
    this.chosen = chosen
    for (const locale of loaded.size > 0 ? [chosen] : [chosen, ...locales]) {
      const isHere = await this.load(locale)
      // Another was chosen meanwhile.
      if (this.chosen !== chosen) return
      if (locale === chosen) this.lacks(isHere ? null : chosen)
      if (!isHere) continue
      this.now = locale
      document.documentElement.lang = locale
      return
    }
  }

  private lacks(of: Locale | null): void {
    this.missing = null
    if (of) void whyNothing().then((why) => (this.missing = this.chosen === of ? { of, why } : null))
  }

  /** The name of a language, in the language of now. */
  name(of: string): string {
    return new Intl.DisplayNames(this.now, { type: 'language' }).of(of) ?? of
  }

  /** "a, b et c" in the language of now. */
  list(words: string[]): string {
    // Making one costs more than a tap should.
    const known = lists.get(this.now) ?? new Intl.ListFormat(this.now, { type: 'conjunction' })
    lists.set(this.now, known)
    return known.format(words)
  }
}

const lists = new Map<string, Intl.ListFormat>()

export const language = new Language()
