// Starts the pages on whatever host this build is for.
import { mount } from 'svelte'
import { client } from '#host'
import App from './shell/App.svelte'
import { language } from './i18n/language.svelte'
import { app } from './shell/app.svelte'
import { index } from './library/indexer'
import { router } from './shell/router.svelte'
import { thisPage } from './shell/this-page.svelte'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import './styles/board-page.css'

router.begin()
thisPage.begin(client)
// Once the first page stands, the index of the library catches up with what an earlier visit left.
void app.begin(client).then(() => setTimeout(() => void index(app.client), 3000))

// Beside the core, which takes longer.
await language.choose()
const target = document.getElementById('app')
if (target) mount(App, { target })
