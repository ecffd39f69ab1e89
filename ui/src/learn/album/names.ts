// The names of shots as they stand in a title. Knows no shot.
import { language } from '../../i18n/language.svelte'

/** "Turkish stroke" with a capital, wherever the language does not write one. */
export function capital(name: string): string {
  return name.charAt(0).toLocaleUpperCase(language.now) + name.slice(1)
}
