// Everything that one press can reach, most likely first: the board's choices, answers and the way on, then the page, then the places.
import { m } from '../../i18n/messages'
import { type Choice, group, groupOf } from './choices'
import { controlChoice, controlsIn, grouped, scrolls } from './controls'

/** Answers to a task, and the one button that leads on. */
const FIRST = '[data-answers] button, .button.primary'

/** The part of the page that can be used now: the last sheet, or everything. */
export function scopeOf(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
}

/** The whole list. With choices of a board the other controls of the page are one group; else they are scanned at once. */
export function choicesOf(scope: Element, boards: readonly (readonly Choice[])[]): readonly Choice[] {
  const controls = controlsIn(scope)
  const first = controls.filter((control) => control.matches(FIRST))
  const places = controls.filter((control) => control.closest('nav.places'))
  const page = controls.filter((control) => !first.includes(control) && !places.includes(control))
  const others = (): Choice[] => [...grouped(page), ...scrolls(scope)]
  const [only, another] = boards
  return [
    ...(only && another ? boards.flatMap((choices, index) => group(`board ${index}`, m.board_label(), choices)) : (only ?? [])),
    ...first.map(controlChoice),
    ...(boards.length > 0 ? [groupOf('page', m.switch_page(), others)] : others()),
    ...group('places', m.places(), grouped(places)),
  ]
}
