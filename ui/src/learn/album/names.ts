// Names of shots for titles.
import { language } from '../../i18n/language.svelte'

/** "Turkish stroke" with a capital letter, in every language. */
export function capital(name: string): string {
  return name.charAt(0).toLocaleUpperCase(language.now) + name.slice(1)
}
