// The whole address of a link. Knows no draughts.
import { app } from '../../shell/app.svelte'
import { address } from '../../shell/navigation/router.svelte'

/** The address of this code: in the window the app has none of its own that others could open. */
export function addressOf(code: string): string {
  return app.client.capabilities.host === 'browser' ? new URL(address({ page: 'link', code }), location.href).href : `damier://link/${code}`
}
