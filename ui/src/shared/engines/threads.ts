// Number of threads of a search: as many as the reader allows. In the browser, one if the page is not isolated.
import type { Client } from '../../client/client'
import { MOST_THREADS } from '../../client/search/most-threads'
import { choices, settings } from '../../shell/settings.svelte'

type Host = Pick<Client, 'capabilities'>

function processors({ capabilities }: Host): number {
  if (capabilities.host !== 'browser') return navigator.hardwareConcurrency
  return globalThis.crossOriginIsolated ? Math.min(navigator.hardwareConcurrency, MOST_THREADS) : 1
}

/** The numbers of threads to choose from; none where there is but one. */
export const threadChoices = (client: Host): (typeof choices.threads)[number][] =>
  processors(client) === 1 ? [] : choices.threads.filter((count) => count === 'all' || Number(count) < processors(client))

/** The chosen number of threads, at most one per processor. */
export function threadsOf(client: Host): number {
  const chosen = settings.get('threads')
  return chosen === 'all' ? processors(client) : Math.min(Number(chosen), processors(client))
}
