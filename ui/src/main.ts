// Starts the pages on whatever host this build is for.
import { mount } from 'svelte'
import { client } from '#host'
import App from './shell/App.svelte'
import { language } from './i18n/language.svelte'
import { VARIANT, app } from './shell/app.svelte'
import { index } from './library/indexer'
import { pages } from './shell/navigation/pages.svelte'
import { router } from './shell/navigation/router.svelte'
import { check } from './shell/storage/check'
import { thisPage } from './shell/this-page.svelte'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'

router.begin()
thisPage.begin(client)
// A first visit fetches its page beside the core; which of the two stands at the start, only the core knows. Later visits have it from
// the service worker, once no newer version takes over: Chromium lets none while this one is being asked for files.
const served = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
if (!served) void pages.load(router.route.page)
if (!served && router.route.page === 'today') void question()
/** The first question, and then where its answers lead: the core is still on its way. */
async function question(): Promise<void> {
  for (const name of ['firstRun', 'play', 'lesson'] as const) await pages.load(name)
}

// Once the first page stands, the index of the library catches up with what an earlier visit left, and the store is read through.
void app.begin(client).then(() => setTimeout(() => void index(app.client).then(() => check(app.client)), 3000))
// What the first game needs comes while the question is read.
if (!served && !client.tab?.stock.saves) client.prepare?.(VARIANT)

await language.choose()
const target = document.getElementById('app')
if (target) mount(App, { target })
