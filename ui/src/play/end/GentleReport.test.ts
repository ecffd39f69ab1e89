import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Review } from '../../analysis/review.svelte'
import { language } from '../../i18n/language.svelte'
import { FakeClient, reviewed } from '../../shared/fake'
import GentleReport from './GentleReport.svelte'

let target: HTMLElement
let gone: (() => void) | undefined

beforeEach(() => {
  language.now = 'en'
  target = document.createElement('div')
})
afterEach(() => gone?.())

const moves = ['1. 32-28', '1… 19-23', '2. 28x19']
const asked: string[] = []

function shown(review: Review, mistakes: number[]): HTMLButtonElement[] {
  const props = {
    review,
    word: 'Well fought.',
    mistakes,
    moves,
    ply: null,
    ongo: (ply: number) => asked.push(`go ${ply}`),
    onlearn: () => asked.push('learn'),
    onlesson: () => asked.push('lesson'),
  }
  const one = mount(GentleReport, { target, props })
  flushSync()
  gone = () => void unmount(one)
  return [...target.querySelectorAll('button')]
}

it('waits for the review, then offers the moves to look at again, without a figure', () => {
  const review = new Review(new FakeClient())
  expect(shown(review, [])).toEqual([])
  expect(target.textContent).toContain('Looking for what decided the game…')
  gone?.()
  review.view = reviewed('blunder', 'best', 'mistake')
  const buttons = shown(review, [0, 2])
  expect(buttons.map((button) => button.textContent.trim())).toEqual([
    '1. 32-28',
    '2. 28x19',
    'Learn from the mistakes',
    'A lesson from your game',
  ])
  expect(target.textContent).toContain('Well fought.')
  expect(target.textContent).not.toMatch(/%|Accuracy|eak/)
  expect(target.querySelector('table')).toBeNull()
  for (const button of buttons) button.click()
  expect(asked).toEqual(['go 1', 'go 3', 'learn', 'lesson'])
})

it('ends with the kind word if there is nothing to look at', () => {
  const review = new Review(new FakeClient())
  review.view = reviewed('best')
  expect(shown(review, [])).toEqual([])
  expect(target.textContent.trim()).toBe('Well fought.')
})
