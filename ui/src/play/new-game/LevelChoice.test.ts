import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LevelView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import LevelChoice from './LevelChoice.svelte'

const level = (key: string, number: number, rating: number | null = null): LevelView => ({ key, number, rating, proposedFor: null })
const levels = [level('0a', 1), level('1', 2, 900), level('6', 3, 2100)]

let target: HTMLElement
let gone: (() => void) | undefined

beforeEach(() => {
  language.now = 'en'
  target = document.createElement('div')
  document.body.append(target)
})
afterEach(() => {
  gone?.()
  target.remove()
})

function shown(value: string): { chosen: string[]; radios: HTMLInputElement[] } {
  const chosen: string[] = []
  const one = mount(LevelChoice, { target, props: { label: 'Level', levels, value, onchoose: (key: string) => void chosen.push(key) } })
  flushSync()
  gone = () => void unmount(one)
  return { chosen, radios: [...target.querySelectorAll<HTMLInputElement>('input[type=radio]')] }
}

it('every level is a radio button of one group, with its name and its character', () => {
  const { radios } = shown('1')
  expect(target.querySelector('legend')?.textContent).toBe('Level')
  expect(radios.map((radio) => radio.labels?.[0]?.querySelector('.text')?.textContent)).toEqual([
    'First steps',
    'Sunday player',
    'Club player',
  ])
  // One name makes the arrow keys go from one to the next.
  expect(new Set(radios.map(({ name }) => name)).size).toBe(1)
  expect(radios.map(({ checked }) => checked)).toEqual([false, true, false])
  const description = radios[2]?.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent).toBe('Sees nearly every short shot.')
})

it('a level is chosen by its button', () => {
  const { chosen, radios } = shown('1')
  radios[2]?.click()
  expect(chosen).toEqual(['6'])
})

it('the chosen opponent is shown large, with its place', () => {
  shown('1')
  const words = (): string[] => [...target.querySelectorAll('.words > :not(.hidden)')].map((one) => one.textContent ?? '')
  expect(words()).toHaveLength(1)
  expect(words()[0]).toContain('Level 2 of 3 ')
  expect(words()[0]).toContain('Sunday player')
  expect(target.querySelectorAll('.large path').length).toBe(2)
})

it('a level that the game does not have shows the first', () => {
  const { radios } = shown('8')
  expect(radios[0]?.checked).toBe(true)
})
