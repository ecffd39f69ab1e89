import { afterEach, expect, it } from 'vitest'
import { closeByBack } from './back'

// jsdom has none.
HTMLDialogElement.prototype.close = function close() {
  this.removeAttribute('open')
}

const back = (): boolean => window.dispatchEvent(new Event('back', { cancelable: true }))
const open = (): string[] => [...document.querySelectorAll('dialog[open]')].map(({ id }) => id)

afterEach(() => document.body.replaceChildren())

it('closes one sheet at a time, the last first, and then lets the page be left', () => {
  document.body.innerHTML = '<dialog id="closed"></dialog><dialog id="game" open></dialog><dialog id="share" open></dialog>'
  closeByBack()
  expect([back(), open()]).toEqual([false, ['game']])
  expect([back(), open()]).toEqual([false, []])
  expect(back()).toBe(true)
})
