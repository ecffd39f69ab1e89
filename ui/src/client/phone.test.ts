import { afterEach, expect, it } from 'vitest'
import { type Act, completeWebView } from './phone'
import { keepAwake } from './wake-lock'

const rest = (): Promise<void> => new Promise((done) => void setTimeout(done))
const { print } = window

function completed(): Act[] {
  const acts: Act[] = []
  completeWebView(async (what) => void acts.push(what))
  return acts
}

afterEach(() => {
  for (const name of ['share', 'wakeLock']) Reflect.deleteProperty(navigator, name)
  window.print = print
  delete document.documentElement.dataset.theme
})

it('shares a text with its address, and prints, by way of the program', async () => {
  const acts = completed()
  await navigator.share({ title: 'A game', url: 'damier://link/a' })
  await navigator.share({ text: '32-28', url: 'damier://link/b' })
  window.print()
  expect(acts.slice(1)).toEqual([
    { kind: 'share', title: 'A game', text: 'damier://link/a' },
    { kind: 'share', title: '', text: '32-28\ndamier://link/b' },
    { kind: 'print' },
  ])
})

it('keeps the screen on while a clock runs', async () => {
  const acts = completed()
  const clock = {}
  keepAwake(clock, true)
  await rest()
  expect(acts.at(-1)).toEqual({ kind: 'keepAwake', on: true })
  keepAwake(clock, false)
  await rest()
  expect(acts.at(-1)).toEqual({ kind: 'keepAwake', on: false })
})

it('tells the program once when the page becomes dark or light', async () => {
  const acts = completed()
  const root = document.documentElement
  for (const theme of ['dark', 'dark', 'light']) {
    root.dataset.theme = theme
    await rest()
  }
  expect(acts.map((act) => act.kind === 'setBars' && act.dark)).toEqual([false, true, false])
})
