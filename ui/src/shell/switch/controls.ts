// The controls of a page or sheet as choices, in reading order, grouped as they stand in the page.
import { m } from '../../i18n/messages'
import { beginning } from '../../i18n/text'
import { type Choice, MOST, group, inRows, span } from './choices'
import { fieldChoices } from './fields'

/** Elements that a press can use. A file dialog belongs to the system, and cannot be scanned. */
const CONTROLS = 'a[href], button, select, textarea, summary, [role="option"], input:not([type="hidden"], [type="file"])'
/** Parts of the page that duplicate the choices of the board, or shorten the way of the Tab key. */
const LEFT_OUT = '[inert], [data-unscanned]'

/** Most groups of a page: with more, the frame would be long on its way to the last. */
const MOST_GROUPS = 9

/** Most letters of a name. */
const LONGEST = 60

/** Enabled and drawn. */
function isShown(element: Element): boolean {
  if (!element.isConnected || element.matches(':disabled, [aria-disabled="true"]') || element.closest(LEFT_OUT)) return false
  if (!element.checkVisibility({ visibilityProperty: true })) return false
  const { width, height } = element.getBoundingClientRect()
  return width > 3 && height > 3
}

/** The usable controls within an element, in reading order. */
export function controlsIn(scope: ParentNode): HTMLElement[] {
  return [...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter(isShown)
}

/** The usable control that an element belongs to. */
export function controlUnder(element: Element): HTMLElement | null {
  const label = element.closest('label')?.control
  const control = label ?? element.closest<HTMLElement>(CONTROLS)
  return control && isShown(control) ? control : null
}

/** The name of a control, as a screen reader says it. */
export function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement
  const name =
    element.getAttribute('aria-label') ??
    (ids.map((id) => textOf(document.getElementById(id))).join(' ') ||
      (labels ? textOf(element.labels?.[0]) || element.getAttribute('placeholder') : textOf(element)) ||
      element.getAttribute('title'))
  return beginning(name?.trim().replaceAll(/\s+/g, ' ') ?? '', LONGEST)
}

/** The lines of a text in one. Only the inner text of an element that is drawn knows its lines. */
function textOf(element: Element | null | undefined): string {
  const text = (element as Partial<HTMLElement> | null | undefined)?.innerText ?? element?.textContent ?? ''
  return text.trim().replaceAll(/\s*\n\s*/g, ', ')
}

/** A control as a choice: a press clicks it, or opens the ways to change its value. */
export function controlChoice(element: HTMLElement): Choice {
  const name = nameOf(element)
  const fields = fieldChoices(element, name)
  return {
    key: element,
    name,
    // A radio button lies under its label.
    place: () => (element.closest('label') ?? element).getBoundingClientRect(),
    gone: () => !isShown(element),
    show: () => {
      element.scrollIntoView({ block: 'nearest' })
      // A focused field would open a phone's keyboard.
      if (!fields) element.focus({ preventScroll: true })
      return undefined
    },
    ...(fields ? { inside: fields } : { act: () => element.click() }),
  }
}

/** Controls as a short list: those that stand together in the page are together in a group. */
export function grouped(controls: readonly HTMLElement[]): readonly Choice[] {
  const isEven = childrenOf(controls).every(({ length }) => length === 1)
  if (controls.length <= MOST || isEven) return inRows(controls.map(controlChoice))
  let parts: (readonly HTMLElement[])[] = [controls]
  // The largest part without a title of its own is taken apart, while the list stays short.
  for (;;) {
    const split = parts
      .filter((part) => part.length > MOST && (part === controls || titleOf(part) === undefined))
      .toSorted((a, b) => b.length - a.length)
      .map((part) => ({ part, into: partsOf(part) }))
      .find(({ into }) => into.length > 1 && parts.length - 1 + into.length <= MOST_GROUPS)
    if (!split) break
    parts = parts.flatMap((part) => (part === split.part ? split.into : [part]))
  }
  if (parts.length > 1) return parts.flatMap(named)
  const many = partsOf(controls)
  // Controls within a control have no parts.
  return inRows(many.length > 1 ? many.flatMap(named) : controls.map(controlChoice))
}

function named(controls: readonly HTMLElement[]): Choice[] {
  const [first, last] = [controls[0], controls.at(-1)]
  return first && last ? group(first, titleOf(controls) ?? span(nameOf(first), nameOf(last)), grouped(controls)) : []
}

/** Controls by the child of their closest common ancestor that holds them. */
function childrenOf(controls: readonly HTMLElement[]): HTMLElement[][] {
  const ancestor = commonAncestor(controls)
  const children = new Map<Element | undefined, HTMLElement[]>()
  for (const control of controls) {
    const child = [...(ancestor?.children ?? [])].find((one) => one.contains(control))
    children.set(child, [...(children.get(child) ?? []), control])
  }
  return [...children.values()]
}

/** The same, but small neighbours share a part. */
function partsOf(controls: readonly HTMLElement[]): HTMLElement[][] {
  const parts: HTMLElement[][] = []
  for (const child of childrenOf(controls)) {
    const last = parts.at(-1)
    if (last && last.length + child.length <= MOST) last.push(...child)
    else parts.push([...child])
  }
  return parts
}

function commonAncestor(controls: readonly HTMLElement[]): Element | null {
  let ancestor: Element | null = controls[0]?.parentElement ?? null
  while (ancestor && !controls.every((control) => ancestor?.contains(control))) ancestor = ancestor.parentElement
  return ancestor
}

/** The label or heading of the element that holds exactly these controls. */
function titleOf(controls: readonly HTMLElement[]): string | undefined {
  const holder = commonAncestor(controls)
  if (!holder || holder.matches('main, body') || controlsIn(holder).length !== controls.length) return undefined
  const title = holder.getAttribute('aria-label') ?? textOf(holder.querySelector(':scope > :is(legend, h2, h3)'))
  return beginning(title, LONGEST) || undefined
}

/** Ways to read on where the page is longer than the window. */
export function scrolls(scope: Element): Choice[] {
  const boxes = [document.scrollingElement, ...scope.querySelectorAll('main, div, section, ul, ol')].filter(
    (element): element is Element => element instanceof Element && isScrollable(element),
  )
  const box = boxes.toSorted((a, b) => b.clientHeight * b.clientWidth - a.clientHeight * a.clientWidth)[0]
  if (!box) return []
  const by = (way: 1 | -1, name: string): Choice => ({
    key: `scroll ${way}`,
    name,
    place: () => {
      const { left, top, width, height } =
        box === document.scrollingElement ? new DOMRect(0, 0, innerWidth, innerHeight) : box.getBoundingClientRect()
      return new DOMRect(left, way > 0 ? top + height * 0.85 : top, width, height * 0.15)
    },
    gone: () => !canScroll(box, way),
    act: () => box.scrollBy({ top: way * box.clientHeight * 0.8 }),
  })
  return [by(1, m.switch_down()), by(-1, m.switch_up())].filter((choice) => !choice.gone?.())
}

function isScrollable(element: Element): boolean {
  if (element.scrollHeight < element.clientHeight + 8 || element.clientHeight < 80) return false
  return element === document.scrollingElement || /auto|scroll/.test(getComputedStyle(element).overflowY)
}

function canScroll(box: Element, way: 1 | -1): boolean {
  return way > 0 ? box.scrollTop + box.clientHeight < box.scrollHeight - 2 : box.scrollTop > 2
}
