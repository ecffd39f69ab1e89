// Fields by one switch: a value out of a list, a number by steps, a text letter by letter.
import { m } from '../../i18n/messages'
import { type Choice, inRows } from './choices'

/** Input types that a press clicks. */
const CLICKED = ['button', 'submit', 'reset', 'checkbox', 'radio', 'color', 'image']
/** Signs of moves and numbers. */
const DIGITS = '1234567890-x,'

/** The choices inside a field; `undefined` for a control that is clicked. */
export function fieldChoices(element: HTMLElement, name: string): (() => readonly Choice[]) | undefined {
  if (element instanceof HTMLSelectElement) return () => inRows(optionsOf(element))
  if (element instanceof HTMLTextAreaElement) return () => letters(element, name)
  if (!(element instanceof HTMLInputElement) || CLICKED.includes(element.type)) return undefined
  if (element.readOnly) return () => []
  return element.type === 'range' || element.type === 'number' ? () => steps(element) : () => letters(element, name)
}

/** Tells the page of a changed value, as typing does. */
function changed(element: HTMLElement): void {
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
}

/** A choice that changes a field and is framed on it. */
function change(element: HTMLElement, key: string, name: string, act: () => void, leaves = false): Choice {
  return {
    key,
    name,
    place: () => element.getBoundingClientRect(),
    gone: () => !element.isConnected,
    leaves,
    act: () => {
      act()
      changed(element)
    },
  }
}

function optionsOf(element: HTMLSelectElement): Choice[] {
  return [...element.options].map((option) =>
    change(element, option.value, option.text.trim(), () => {
      element.value = option.value
    }),
  )
}

function steps(element: HTMLInputElement): Choice[] {
  return [
    change(element, 'more', m.switch_more(), () => element.stepUp()),
    change(element, 'less', m.switch_less(), () => element.stepDown()),
  ]
}

/** The signs in rows; each is added at the end of the text. */
function letters(element: HTMLInputElement | HTMLTextAreaElement, name: string): Choice[] {
  const sign = (text: string): Choice =>
    change(
      element,
      text,
      text,
      () => {
        element.value += text
      },
      true,
    )
  const row = (signs: string): Choice => ({
    key: signs,
    name: `${signs[0]} – ${signs.at(-1)}`,
    place: () => element.getBoundingClientRect(),
    gone: () => !element.isConnected,
    inside: () => [...signs].map(sign),
  })
  const rowsOf = (signs: string): Choice[] =>
    [...signs]
      .reduce<string[]>((rows, text, index) => (index % 7 === 0 ? [...rows, text] : [...rows.slice(0, -1), rows.at(-1) + text]), [])
      .map(row)
  const isNumeric = ['numeric', 'decimal'].includes(element.inputMode)
  const erase = change(element, 'erase', m.switch_erase(), () => {
    element.value = [...element.value].slice(0, -1).join('')
  })
  const space = change(element, 'space', m.switch_space(), () => {
    element.value += ' '
  })
  const enter: Choice = {
    key: 'enter',
    name: m.switch_enter({ name }),
    place: () => element.getBoundingClientRect(),
    gone: () => !element.isConnected,
    act: () => element.form?.requestSubmit(),
  }
  return [...rowsOf(DIGITS), ...(isNumeric ? [] : rowsOf(m.switch_letters())), space, erase, ...(element.form ? [enter] : [])]
}
