// Number of threads of a search: as many as the reader allows. In the browser, one if the page is not isolated.
import type { Client } from '../../client/client'
import { choices, settings } from '../../shell/settings.svelte'

type Host = Pick<Client, 'capabilities'>

/** Most threads in the browser: more would heat a phone and need memory. */
const MOST_IN_BROWSER = 8

function processors({ capabilities }: Host): number {
  if (capabilities.host !== 'browser') return navigator.hardwareConcurrency
  return globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, MOST_IN_BROWSER) : 1
}

/** The numbers of threads to choose from; none where there is but one. */
export const threadChoices = (client: Host): (typeof choices.threads)[number][] =>
  processors(client) === 1 ? [] : choices.threads.filter((count) => count === 'all' || Number(count) < processors(client))

/** The chosen number of threads, at most one per processor. */
export function threadsOf(client: Host): number {
  const chosen = settings.get('threads')
  return chosen === 'all' ? processors(client) : Math.min(Number(chosen), processors(client))
}
