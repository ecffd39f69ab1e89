// Before each file of unit tests. The files of a worker share their modules and the document, so this undoes what an earlier one left.
import { vi } from 'vitest'
import { language } from './src/i18n/language.svelte'
import { locales } from './src/i18n/paraglide/runtime.js'
import { settings } from './src/shell/settings.svelte'

vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
localStorage.clear()
sessionStorage.clear()
document.body.replaceChildren()
history.replaceState(null, '', '/')

// jsdom has none.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

await Promise.all(locales.map((locale) => language.load(locale)))
await settings.load(undefined, {})
