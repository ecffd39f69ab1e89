// Starts the page of a host's guests: no core, no worker, nothing stored but the guest's identity.
import { mount } from 'svelte'
import { language } from '../i18n/language.svelte'
import { type Route, router } from '../shell/navigation/router.svelte'
import { settings } from '../shell/settings.svelte'
import Guest from './Guest.svelte'
import { TogetherSession } from './together.svelte'
import '../styles/tokens.css'
import '../styles/fonts.css'
import '../styles/base.css'

/** Name of the evening at this address; empty if it has none, or is over. */
async function eveningName(key: string): Promise<string> {
  try {
    const answer = await fetch(`/evening/${encodeURIComponent(key)}`)
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}

router.begin()
const { route } = router
const key = route.page === 'together' || route.page === 'shared' ? (route.key ?? '') : ''
const home: Extract<Route, { page: 'together' }> = { page: 'together', ...(key ? { key } : {}) }
const secure = location.protocol === 'https:' ? 'wss' : 'ws'

await language.choose()
await settings.load(undefined, {})
const session = new TogetherSession(key, () => new WebSocket(`${secure}://${location.host}/line`))
void eveningName(key).then((name) => (session.club ||= name))
const target = document.getElementById('app')
if (target) mount(Guest, { target, props: { session, route: home } })
