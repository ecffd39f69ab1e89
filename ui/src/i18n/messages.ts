// Every message in the language of now, `m.retry()`: each language is a file of its own, and only the one that is spoken is loaded.
import { language } from './language.svelte'

/** The languages' files are alike; this one says what each message takes. */
type Messages = typeof import('./paraglide/messages/_index.js')

/** Read at each use: a template that shows a message is drawn again when the language changes. */
export const m = new Proxy({} as Messages, { get: (_, key) => Reflect.get(language.words, key) })
