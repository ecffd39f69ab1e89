// The package `damier`: the calls and the search of the core in the browser, as the app's own pages use them.
import { CallFailed } from '../../ui/src/client/client'
import { client } from '../../ui/src/client/web'

export { CallFailed }
export const call = client.call.bind(client)
export const search = client.search.bind(client)
