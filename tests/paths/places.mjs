// Where things are on the pages, as functions that run there: with their arguments, for `press`. And how long a test waits for them.
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits are long: on a loaded machine the first answer of the window took eight seconds. */
export const PATIENCE = 30_000

/** A button or link whose name has this in it; in the dialog, where one is open. */
export const button = (name) => [
  `(name) => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll('button, a')]
     .find((one) => !one.disabled && (one.getAttribute('aria-label') ?? one.textContent).includes(name))`,
  name,
]
/** One of several choices, by what stands beside it. */
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
/** Everything that is written or announced on the page. */
export const text = (page) => page.run('() => document.body.textContent')
/** What a note beside the page says; nothing where there is none. */
export const note = (page) => page.run(`() => document.querySelector("aside[aria-label='Not saved']")?.textContent ?? ""`)

/** The middle of what a function of the page points out, brought into sight; null as long as it is not shown. */
export const middle = (find) => `(...args) => {
  const found = (${find})(...args)
  if (!found) return null
  const seen = () => found.getBoundingClientRect()
  if (seen().top < 0 || seen().bottom > innerHeight) found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = seen()
  return width ? { x: Math.round(x + width / 2), y: Math.round(y + height / 2) } : null
}`

/** Asks again until the answer is true; an error counts as no. */
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
