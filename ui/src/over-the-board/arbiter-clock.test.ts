import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ArbiterClockView, SideView } from '../client/types'
import { FakeClient } from '../shared/fake'
import { app } from '../shell/app.svelte'
import ArbiterClock from './ArbiterClock.svelte'

const rest = (): Promise<void> => new Promise((done) => void setTimeout(done))
let client: FakeClient
let page: Record<string, unknown>
let running: SideView | null

/** The clock as the core answers: a press starts the other side, a press on a side that stands does nothing. */
function clock(): ArbiterClockView {
  const side = { left: 60_000, movesToGo: null }
  return { kept: String(running), clock: { white: side, black: side, running, paused: false }, fallen: null }
}

const presses = (): unknown[] => client.paramsOf('arbiterClock').flatMap(({ action, side }) => (action === 'press' ? [side] : []))

beforeEach(async () => {
  running = null
  client = new FakeClient()
    .on('arbiterClock', ({ action, side }) => {
      if (action === 'press' && side && (running === null || running === side)) running = side === 'white' ? 'black' : 'white'
      return clock()
    })
    .on('setSetting', () => ({}))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  app.client = client
  page = mount(ArbiterClock, { target: document.body })
  await rest()
  flushSync()
})
afterEach(async () => {
  await unmount(page)
  vi.unstubAllGlobals()
})

const half = (side: SideView): HTMLButtonElement => document.querySelector<HTMLButtonElement>(`.half.${side}`) as HTMLButtonElement

/** Puts a finger or the mouse down, and lifts it elsewhere if it `slides`. */
async function down(side: SideView, slides: boolean, button = 0): Promise<void> {
  const on = half(side)
  on.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button }))
  await rest()
  flushSync()
  if (!slides) on.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await rest()
}

it('switches when a finger or the mouse goes down, once, also when it slides away', async () => {
  await down('black', true)
  await down('white', false)
  await down('black', true)
  expect([presses(), running]).toEqual([['black', 'white', 'black'], 'white'])
  // Another button of the mouse, and the half whose clock stands.
  await down('white', false, 2)
  await down('black', false)
  expect(presses().length).toBe(3)
})

it('switches when a key goes down, and not again while it is held', async () => {
  await down('black', true)
  for (const repeat of [false, true, true]) {
    half('white').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, repeat }))
    await rest()
    flushSync()
  }
  expect(running).toBe('black')
  for (const repeat of [false, true, true]) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, repeat }))
    await rest()
    flushSync()
  }
  expect([presses(), running]).toEqual([['black', 'white', 'black'], 'white'])
})

it('loses no press of two that come at once', async () => {
  half('black').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button: 0 }))
  half('white').dispatchEvent(new MouseEvent('pointerdown', { bubbles: true, button: 0 }))
  await rest()
  expect([presses(), running]).toEqual([['black', 'white'], 'black'])
})
