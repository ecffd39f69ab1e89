// Loads the messages of every language before the unit tests.
import { language } from './src/i18n/language.svelte'
import { locales } from './src/i18n/paraglide/runtime.js'

await Promise.all(locales.map((locale) => language.load(locale)))
