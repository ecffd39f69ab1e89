// All messages in the current language: `m.retry()`. Only the current language is loaded.
import { language } from './language.svelte'

/** All languages have the same messages; this type gives their parameters. */
type Messages = typeof import('./paraglide/messages/_index.js')

type Say = (inputs: unknown) => string

/** Looks a message up when it is called, so that a stored `m.retry` follows the language. */
export const m = new Proxy({} as Messages, {
  get: (_, key) => (inputs: unknown) => (Reflect.get(language.words, key) as Say)(inputs),
})
