import { type ComponentProps, flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { language } from '../../i18n/language.svelte'
import { Review } from '../../analysis/review.svelte'
import { FakeClient, board, move, position } from '../../shared/fake'
import EndPage from './EndPage.svelte'

let target: HTMLElement
let gone: (() => void) | undefined

beforeEach(() => {
  language.now = 'en'
  // The tests' DOM has no layout.
  Object.assign(HTMLElement.prototype, { checkVisibility: () => true })
  target = document.createElement('div')
  document.body.append(target)
})
afterEach(() => {
  gone?.()
  target.remove()
})

const turning = { ply: 2, move: move('32-28'), better: move('31-27') }
const nothing = (): void => undefined

/** Shows the page after a loss against a level, and returns its buttons and its text. */
function shown(level: number, more: Partial<ComponentProps<typeof EndPage>> = {}): { buttons: string[]; text: string } {
  const one = mount(EndPage, {
    target,
    props: {
      outcome: { winner: 'black', reason: 'resignation', result: '0-2', article: null, about: 'white', number: null },
      verdict: 'You lose.',
      board,
      position: position('white'),
      below: 'white',
      moves: [move('32-28')],
      counts: { takeBacks: 0, hints: 0 },
      opponent: { name: 'Next door', level },
      fate: 'lost',
      turning,
      review: new Review(new FakeClient()),
      shown: { ply: 2, position: position('white'), move: turning.better },
      taken: 3,
      ontry: nothing,
      onreview: nothing,
      onrematch: nothing,
      onlook: nothing,
      ...more,
    },
  })
  flushSync()
  gone = () => void unmount(one)
  const buttons = [...target.querySelectorAll('button')].map((button) => button.textContent.replaceAll(/\s+/g, ' ').trim())
  return { buttons, text: target.textContent }
}

it('a loss against a level for beginners has a kind word and no report', () => {
  const { buttons, text } = shown(8)
  expect(text).toContain('Well fought: you took 3 pieces.')
  // The better move stays to be found.
  expect(text).not.toContain('31-27')
  expect(buttons).toContain('Play on from here')
  expect(buttons).not.toContain('Find the better move')
  gone?.()
  const club = shown(9)
  expect(club.text).toContain('31-27')
  expect(club.buttons).toContain('Find the better move')
})

it('what a game is the first to have is stamped, each with a line', () => {
  const { text, buttons } = shown(9, { firsts: { win: false, king: true, shot: 'mazette' }, onshot: nothing })
  expect(text).toContain('Your first king in a game.')
  expect(text).not.toContain('Your first win')
  expect(buttons.some((name) => name.startsWith('Played in a game for the first time: '))).toBe(true)
  expect(target.querySelectorAll('.stamp')).toHaveLength(2)
})
