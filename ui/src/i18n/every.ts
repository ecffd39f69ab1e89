// For the tests, which speak any language at once.
import { language } from './language.svelte'
import { locales } from './paraglide/runtime.js'

await language.loadRest()
await language.loadLater()
await Promise.all(locales.map((locale) => language.load(locale)))
