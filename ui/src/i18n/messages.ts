// Every message in the language of now, `m.retry()`: each language has files of its own, and only the one that is spoken is loaded.
import { language } from './language.svelte'

/** The languages' files are alike; this one says what each message takes. */
type Messages = typeof import('./paraglide/messages/_index.js')

type Say = (inputs: unknown) => string

/** Looked up when it is said, not when it is named: whoever keeps `m.retry` for later follows the language, as templates do. */
export const m = new Proxy({} as Messages, {
  get: (_, key) => (inputs: unknown) => (Reflect.get(language.words, key) as Say)(inputs),
})
