// Starts the pages on whatever host this build is for.
import { mount } from 'svelte'
import { client } from '#host'
import App from './App.svelte'
import { language } from './i18n/language.svelte'
import { app } from './state/app.svelte'
import { check } from './state/checker'
import { index } from './state/indexer'
import { router } from './state/router.svelte'
import { thisPage } from './state/thispage.svelte'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import './styles/board-page.css'

router.begin()
thisPage.begin(client)
// Once the first page stands, the index of the library catches up with what an earlier visit left, and the store is read through.
void app.begin(client).then(() => setTimeout(() => void index(app.client).then(() => check(app.client)), 3000))

// Beside the core, which takes longer.
await language.choose()
const target = document.getElementById('app')
if (target) mount(App, { target })
