// The language of the interface: from the setting, else from the system. Loads its messages; knows no page.
import { type WhyNot, whyNothing } from '../client/fetching'
import { type Locale, baseLocale, locales } from './paraglide/runtime.js'

/** The languages of the interface (`project.inlang/settings.json`), each by its own name. */
export const languages = Object.fromEntries(locales.map((locale) => [locale, ownName(locale)])) as Record<Locale, string>

/** "Français" for `fr`. */
function ownName(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** Returns the first of the system's languages that has messages. */
function systemLanguage(): Locale {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const primary = wanted.slice(0, 2).toLowerCase()
    const known = locales.find((locale) => locale === primary)
    if (known) return known
  }
  return baseLocale
}

/** The loader of each language's messages: one file a language. */
const files = import.meta.glob<object>(['./paraglide/messages/*.js', '!**/_index.js'])
const loaded = new Map<Locale, object>()

class Language {
  /** The language of every message. A template that reads it follows a change. Its messages are loaded. */
  now: Locale = $state(systemLanguage())
  /** The chosen language, if its messages could not be loaded, and the reason. */
  missing: { of: Locale; why: WhyNot } | null = $state.raw(null)
  private chosen: Locale = this.now

  /** The messages of the current language by their keys. */
  get words(): object {
    return loaded.get(this.now) ?? {}
  }

  /** Loads the messages of a language. Resolves to `true` when they are there. */
  async load(locale: Locale): Promise<boolean> {
    if (loaded.has(locale)) return true
    try {
      const messages = await files[`./paraglide/messages/${locale}.js`]?.()
      if (messages) loaded.set(locale, messages)
      return messages !== undefined
    } catch {
      return false
    }
  }

  /**
   * Switches to the language of a setting once its messages are loaded; anything but a known language means the system's.
   * If they cannot be loaded, the language stays as it is and `missing` says why. At the start any language that
   * can be loaded is taken instead.
   */
  async choose(setting?: string): Promise<void> {
    const chosen = locales.find((locale) => locale === setting) ?? systemLanguage()
    this.chosen = chosen
    for (const locale of loaded.size > 0 ? [chosen] : [chosen, ...locales]) {
      const isHere = await this.load(locale)
      // Another language was chosen in the meantime.
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

  /** Returns the name of a language in the current language. */
  name(of: string): string {
    return new Intl.DisplayNames(this.now, { type: 'language' }).of(of) ?? of
  }

  /** Joins words: "a, b et c" in the current language. */
  list(words: string[]): string {
    // Creating a formatter is slow.
    const known = lists.get(this.now) ?? new Intl.ListFormat(this.now, { type: 'conjunction' })
    lists.set(this.now, known)
    return known.format(words)
  }
}

const lists = new Map<string, Intl.ListFormat>()

export const language = new Language()
