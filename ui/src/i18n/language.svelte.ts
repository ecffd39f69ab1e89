// The language of the interface: from the setting, else from the system. Knows no page and no message.
import { type Locale, locales, overwriteGetLocale } from './paraglide/runtime.js'

/** The languages of the interface, as written in themselves. */
export const languages: Record<Locale, string> = { fr: 'Français', en: 'English', nl: 'Nederlands' }

/** The first of the system's languages that Damier speaks. */
function systemLanguage(): Locale {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const primary = wanted.slice(0, 2).toLowerCase()
    const known = locales.find((locale) => locale === primary)
    if (known) return known
  }
  return 'en'
}

class Language {
  /** What every message is written in now; reading it in a template follows a change. */
  now: Locale = $state(systemLanguage())

  /** Takes the language of a setting; anything but a known language means the system's. */
  choose(setting: string | undefined): void {
    this.now = locales.find((locale) => locale === setting) ?? systemLanguage()
    document.documentElement.lang = this.now
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

// Messages read the signal: a template that shows one is drawn again when the language changes.
overwriteGetLocale(() => language.now)
