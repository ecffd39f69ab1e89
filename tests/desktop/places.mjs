// Where things are on the pages, as functions that run there: with their arguments, for `press`.

export const button = (name) => [
  '(name) => [...document.querySelectorAll("button, a")].find((one) => (one.getAttribute("aria-label") ?? one.textContent).includes(name))',
  name,
]
export const square = (number) => [
  '(number) => [...document.querySelectorAll("[role=gridcell]")].find((one) => one.getAttribute("aria-label").startsWith(`${number},`))',
  number,
]
export const named = (page, number) => page.run(`(number) => (${square(number)[0]})(number)?.getAttribute("aria-label")`, number)
export const moves = (page) => page.run('() => document.querySelectorAll("[data-ply]").length')
/** What a note beside the page says; nothing where there is none. */
export const note = (page) => page.run(`() => document.querySelector("aside[aria-label='Not saved']")?.textContent ?? ""`)
