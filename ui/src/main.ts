// Starts the pages on the host of this build.
import { mount } from 'svelte'
import { client } from '#host'
import App from './shell/App.svelte'
import { language } from './i18n/language.svelte'
import { VARIANT, app } from './shell/app.svelte'
import { index } from './library/indexer'
import { pages } from './shell/navigation/pages.svelte'
import { closeByBack } from './shell/navigation/back'
import { router } from './shell/navigation/router.svelte'
import { check } from './shell/storage/check'
import { thisPage } from './shell/this-page.svelte'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'

router.begin()
if (client.capabilities.host === 'phone') closeByBack()
thisPage.begin(client)
// A first visit loads its page in parallel with the core. Both possible start pages are loaded, as only the core knows which is shown.
// Later visits get them from the service worker's cache; requests would keep a newer version from taking over in Chromium.
const served = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
if (!served) void pages.load(router.route.page)
if (!served && router.route.page === 'today') void question()
/** Loads the first question, then the pages its answers lead to, while the core is loading. */
async function question(): Promise<void> {
  for (const name of ['firstRun', 'play', 'lesson'] as const) await pages.load(name)
}

// After the first page is shown, updates the library's index and checks the store.
void app.begin(client).then(() => setTimeout(() => void index(app.client).then(() => check(app.client)), 3000))
// Fetches what the first game needs while the question is read.
if (!served && !client.tab?.cache.saves) client.prepare?.(VARIANT)

await language.choose()
const target = document.getElementById('app')
if (target) mount(App, { target })
