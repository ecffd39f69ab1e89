import { beforeEach, describe, expect, it } from 'vitest'
import { language } from '../../i18n/language.svelte'
import type { Choice } from './choices'
import { choicesOf } from './whole-list'

const names = (choices: readonly Choice[]): string[] => choices.map(({ name }) => name)
const inside = (choices: readonly Choice[], name: string): readonly Choice[] =>
  choices.find((choice) => choice.name === name)?.inside?.() ?? []
const buttons = (...texts: string[]): string => texts.map((text) => `<button>${text}</button>`).join('')
const move: Choice = { key: 'move', name: '32 to 28', place: () => null, act: () => undefined }

/** The whole list of a page. */
function listOf(html: string, ...boards: Choice[][]): readonly Choice[] {
  document.body.innerHTML = html
  return choicesOf(document.body, boards)
}

beforeEach(async () => {
  // The test's document draws nothing.
  Element.prototype.checkVisibility = () => true
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 100, 20)
  await language.choose('en')
})

describe('the whole list', () => {
  const places = `<nav class="places">${buttons('Today', 'Play')}</nav>`

  it('has the moves first, then the way on, the page and the places', () => {
    const list = listOf(`${places}<main>${buttons('Back', 'Hint')}<button class="button primary">Continue</button></main>`, [move])
    expect(names(list)).toEqual(['32 to 28', 'Continue', 'This page', 'Places'])
    expect(names(inside(list, 'Places'))).toEqual(['Today', 'Play'])
  })

  it('has the answers to a task first, and the page without a board at once', () => {
    const list = listOf(`${places}<main>${buttons('Back')}<div data-answers>${buttons('True', 'False')}</div>${buttons('Hint')}</main>`)
    expect(names(list)).toEqual(['True', 'False', 'Back', 'Hint', 'Places'])
  })

  it('leaves out what cannot be used or repeats the board', () => {
    const list = listOf(`<main>${buttons('Back')}<button disabled>Take back</button><div data-unscanned>${buttons('Moves')}</div></main>`)
    expect(names(list)).toEqual(['Back'])
  })

  it('has one group a board where there are several', () => {
    const list = listOf('<main></main>', [move, { ...move, key: 'other' }], [move, { ...move, key: 'other' }])
    expect(names(list).slice(0, 2)).toEqual(['The board', 'The board'])
  })
})

describe('a long page', () => {
  it('is grouped as it stands, each group by its heading or its ends', () => {
    const section = (title: string, ...texts: string[]): string => `<section><h2>${title}</h2>${buttons(...texts)}</section>`
    const list = listOf(
      `<main>${buttons('Back')}<div>${section('Board', 'a', 'b', 'c', 'd', 'e', 'f', 'g')}${section('Sound', 'h', 'i', 'j', 'k', 'l', 'm')}</div></main>`,
    )
    expect(names(list)).toEqual(['Back', 'Board', 'Sound'])
    expect(names(inside(list, 'Board'))).toEqual(['a – d', 'e – g'])
    expect(names(inside(inside(list, 'Board'), 'a – d'))).toEqual(['a', 'b', 'c', 'd'])
  })

  it('of a hundred links is reached by few presses', () => {
    const links = Array.from({ length: 100 }, (_, index) => `<li><a href="#/${index}">${index}</a></li>`).join('')
    const depth = (choices: readonly Choice[]): number =>
      1 + Math.max(...choices.map((choice) => (choice.inside ? depth(choice.inside()) : 0)))
    const list = listOf(`<main><ul>${links}</ul></main>`)
    expect(list.length).toBeLessThanOrEqual(9)
    expect(depth(list)).toBeLessThanOrEqual(3)
  })
})

describe('a field', () => {
  it('takes a value of its list, and tells the page', () => {
    const list = listOf('<main><label>Row <select><option value="1">one</option><option value="2">two</option></select></label></main>')
    const select = document.querySelector('select')
    let told = 0
    select?.addEventListener('change', () => told++)
    const [field] = list
    field
      ?.inside?.()
      .find(({ name }) => name === 'two')
      ?.act?.()
    expect([select?.value, told]).toEqual(['2', 1])
  })

  it('goes up and down by its step', () => {
    const [field] = listOf('<main><input type="range" min="0" max="100" step="10" value="50" aria-label="Volume"></main>')
    field?.inside?.()[1]?.act?.()
    expect(document.querySelector('input')?.value).toBe('40')
  })

  it('is written letter by letter', () => {
    const [field] = listOf('<main><label>Move <input type="text"></label></main>')
    const letter = (row: string, sign: string): void =>
      inside(field?.inside?.() ?? [], row)
        .find(({ name }) => name === sign)
        ?.act?.()
    letter('1 – 7', '3')
    letter('1 – 7', '2')
    letter('8 – ,', '-')
    letter('1 – 7', '2')
    letter('8 – ,', '8')
    letter('a – g', 'b')
    field
      ?.inside?.()
      .find(({ name }) => name === 'Delete the last letter')
      ?.act?.()
    expect(document.querySelector('input')?.value).toBe('32-28')
  })
})
