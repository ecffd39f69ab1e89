// Starts the pages on whatever host this build is for.
import { mount } from 'svelte'
import { client } from '#host'
import App from './App.svelte'
import { app } from './state/app.svelte'
import { router } from './state/router.svelte'
import './styles/tokens.css'
import './styles/fonts.css'
import './styles/base.css'
import './styles/board-page.css'

router.begin()
void app.begin(client)

const target = document.getElementById('app')
if (target) mount(App, { target })
