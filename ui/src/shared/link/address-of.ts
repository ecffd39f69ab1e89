// The full address of a link.
import { app } from '../../shell/app.svelte'
import { address } from '../../shell/navigation/router.svelte'

/** The address of a link code; the window app has no web address, so it uses the `damier:` scheme. */
export function addressOf(code: string): string {
  return app.client.capabilities.host === 'browser' ? new URL(address({ page: 'link', code }), location.href).href : `damier://link/${code}`
}
