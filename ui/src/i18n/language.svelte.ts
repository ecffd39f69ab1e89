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

/** What the first page says, and the rest. */
const first = import.meta.glob<object>('./paraglide/messages/{en,fr,nl,de}.js', { query: '?first' })
const rest = import.meta.glob<object>('./paraglide/messages/{en,fr,nl,de}.js', { query: '?rest' })
const loaded = new Map<Locale, object>()
const whole = new Set<Locale>()

class Language {
  /** What every message is written in now; reading it in a template follows a change. Its messages are loaded. */
  now: Locale = $state(systemLanguage())
  /** The language chosen last could not be had. */
  missing: { of: Locale; why: WhyNot } | null = $state.raw(null)
  private chosen: Locale = this.now
  /** Another page than the first has been asked for. */
  private wantsRest = false

  /** The messages in the language of now, by their key. */
  get words(): object {
    return loaded.get(this.now) ?? {}
  }

  /** Loads the messages of a language: all, once another page than the first was asked for. Whether they are there. */
  async load(locale: Locale): Promise<boolean> {
    const file = `./paraglide/messages/${locale}.js`
    const all = this.wantsRest
    if (whole.has(locale) || (loaded.has(locale) && !all)) return true
    try {
      const parts = await Promise.all([first[file]?.(), all ? rest[file]?.() : {}])
      loaded.set(locale, Object.assign({}, ...parts) as object)
      if (all) whole.add(locale)
    } catch {
      return false
    }
    // The rest was asked for meanwhile.
    return all === this.wantsRest || this.load(locale)
  }

  /** Loads what the other pages say. Rejects where it does not come. */
  async loadRest(): Promise<void> {
    this.wantsRest = true
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
