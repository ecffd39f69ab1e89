// The window as host: it shows an address, a browser plays against it, and after the end the address is closed.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { button, moves, named, square, until } from '../paths/places.mjs'
import { open, screen } from './webdriver.mjs'

const binary = process.env.DAMIER_APP ?? fileURLToPath(new URL('../../target/debug/damier-app', import.meta.url))
const results = new URL('results/', import.meta.url)

async function picture(page, name) {
  mkdirSync(results, { recursive: true })
  writeFileSync(new URL(`${name}.png`, results), await page.picture())
}

test('the window and a browser play a game, and the address closes with the host', { timeout: 240_000 }, async (t) => {
  const x = await screen()
  t.after(() => x.close())
  const page = await open(binary, x.env)
  t.after(() => page.close())
  await page.press(...button('In a club'))
  await until('the board', () => named(page, 32))
  await page.run('() => void (location.hash = "#/together")')
  await page.press(...button('Let others in'))
  const address = await until('the address', () => page.run('() => document.querySelector("main input[readonly]")?.value'))
  assert.match(address, /^http:\/\/[\d.]+:\d+\/together\.html#\/together\/[\w-]{22}$/)
  await page.press(...button('Open a table'))
  await page.press('() => [...document.querySelectorAll("dialog label")].find((one) => one.textContent.trim() === "White")')
  await page.press(...button('Wait for an opponent'))
  await until('the window waits', () => page.run('() => document.querySelector("main").textContent.includes("waiting for an opponent")'))
  await picture(page, 'together-on')

  const browser = await chromium.launch({ executablePath: process.env.CHROME ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  t.after(() => browser.close())
  const guest = await browser.newPage({ locale: 'en-GB' })
  await guest.goto(address)
  await guest.getByRole('textbox', { name: 'Your name' }).fill('Bram')
  await guest.getByRole('button', { name: 'Come in' }).click()
  await guest.getByRole('button', { name: /^Play with/ }).click()
  await guest.getByRole('grid').waitFor()

  await until('the board of the window', () => named(page, 32).then((name) => name?.includes('white man')))
  await page.press(...square(32))
  await page.press(...square(28))
  await guest.getByRole('button', { name: '1. 32 to 28' }).waitFor()
  for (const number of [19, 23]) {
    const box = await guest.getByRole('gridcell', { name: new RegExp(`^${number},`) }).boundingBox()
    await guest.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  await until('the reply', () => moves(page).then((count) => count === 2))
  await picture(page, 'together-board')

  await page.run('() => void (location.hash = "#/together")')
  await page.press(...button('Turn off'))
  await guest.getByText('The evening is over.').first().waitFor()
  await assert.rejects(fetch(address))
})
