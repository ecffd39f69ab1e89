// Number of threads of a search: the window's engine has as many as the reader allows, the browser's has one.
import type { Client } from '../../client/client'
import { choices, settings } from '../../shell/settings.svelte'

type Host = Pick<Client, 'capabilities'>

const processors = ({ capabilities }: Host): number => (capabilities.host === 'browser' ? 1 : navigator.hardwareConcurrency)

/** The numbers of threads to choose from; none where there is but one. */
export const threadChoices = (client: Host): (typeof choices.threads)[number][] =>
  processors(client) === 1 ? [] : choices.threads.filter((count) => count === 'all' || Number(count) < processors(client))

/** The chosen number of threads, at most one per processor. */
export function threadsOf(client: Host): number {
  const chosen = settings.get('threads')
  return chosen === 'all' ? processors(client) : Math.min(Number(chosen), processors(client))
}
