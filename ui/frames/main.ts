// Starts the page of pictures in the language of its address.
import { mount } from 'svelte'
import { language } from '../src/i18n/language.svelte'
import Frame from './Frame.svelte'
import { type FrameName, TEXTS } from './texts'
import '../src/styles/tokens.css'
import '../src/styles/fonts.css'
import '../src/styles/base.css'

const [tongue = 'en', name = 'link'] = location.hash.slice(1).split('/')
await language.choose(tongue)
document.documentElement.lang = tongue
const target = document.getElementById('app')
const texts = TEXTS[tongue]
if (target && texts) mount(Frame, { target, props: { name: name as FrameName, texts } })
// `take.mjs` waits for this: fonts and pictures are there, and the boards have painted their wood.
await document.fonts.ready
await Promise.all([...document.images].map((image) => image.decode()))
requestAnimationFrame(() => requestAnimationFrame(() => target?.classList.add('drawn')))
