// Finds elements of the pages: functions with their arguments, which run in the page for `press`. Also the wait for a condition.
import { setTimeout as sleep } from 'node:timers/promises'

/** The longest wait; milliseconds. On a loaded machine the window's first reply took eight seconds. */
export const PATIENCE = 30_000

/** A button or link whose name contains a text; in the dialog if one is open. */
export const button = (name) => [
  `(name) => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('button, a')]
     .find((one) => !one.disabled && (one.getAttribute('aria-label') ?? one.textContent).includes(name))`,
  name,
]
/** A radio button or checkbox by its label. */
export const choice = (name) => [
  `(name) => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('label')].find((one) => one.textContent.includes(name))`,
  name,
]
export const square = (number) => [
  '(number) => [...document.querySelectorAll("[role=gridcell]")].find((one) => one.getAttribute("aria-label").startsWith(`${number},`))',
  number,
]
export const named = (page, number) => page.run(`(number) => (${square(number)[0]})(number)?.getAttribute("aria-label")`, number)
export const moves = (page) => page.run('() => document.querySelectorAll("[data-ply]").length')
/** All text of the page, announcements included. */
export const text = (page) => page.run('() => document.body.textContent')
/** The text of a note beside the page; empty if there is none. */
export const note = (page) => page.run(`() => document.querySelector("aside[aria-label='Not saved']")?.textContent ?? ""`)

/** Scrolls to the element that a function returns, if a press on its middle would meet another, and gives its middle; null while it is not
    shown. */
export const middle = (find) => `(...args) => {
  const found = (${find})(...args)
  if (!found) return null
  const seen = () => found.getBoundingClientRect()
  const { x: left, y: top, width: across, height: down } = seen()
  const met = document.elementFromPoint(left + across / 2, top + down / 2)
  if (!met || !(found.contains(met) || met.contains(found))) found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = seen()
  return width ? { x: Math.round(x + width / 2), y: Math.round(y + height / 2) } : null
}`

/** The middle of the element that a function returns, once it stays where it is: a sheet rises, and what loads late moves what stands below. */
export const still = (page, find, ...args) =>
  until('a place to press', async () => {
    const at = await page.run(middle(find), ...args)
    if (!at) return null
    await sleep(50)
    const then = await page.run(middle(find), ...args)
    return then && then.x === at.x && then.y === at.y && then
  })

/** Repeats a question until the answer is true; an error counts as false. */
export async function until(what, question, patience = PATIENCE) {
  const end = Date.now() + patience
  let failure
  while (Date.now() < end) {
    try {
      const answer = await question()
      if (answer) return answer
      failure = undefined
    } catch (error) {
      failure = error
    }
    await sleep(100)
  }
  throw new Error(`waited ${patience / 1000} s in vain for ${what}`, { cause: failure })
}
