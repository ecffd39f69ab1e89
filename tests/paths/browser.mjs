// Drives a browser of this machine: Chromium, or Firefox over WebDriver BiDi. Its pages have the same methods as the window's.
import { existsSync } from 'node:fs'
import puppeteer from 'puppeteer-core'
import { still } from './places.mjs'

const settings = {
  chromium: {
    paths: [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'],
    options: { browser: 'chrome', args: ['--no-sandbox', '--disable-gpu', '--lang=en-GB', '--force-prefers-reduced-motion'] },
  },
  firefox: {
    paths: [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'],
    options: { browser: 'firefox', extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en', 'ui.prefersReducedMotion': 1 } },
  },
}

/** Starts "chromium" or "firefox" with a new profile; `options` are puppeteer's. */
export async function launch(name, options = {}) {
  const { paths, options: own } = settings[name]
  const executablePath = paths.find((path) => path && existsSync(path))
  if (!executablePath) throw new Error(`${name} is not installed: .ci/setup tests`)
  return puppeteer.launch({ ...own, ...options, executablePath, defaultViewport: { width: 1280, height: 800 } })
}

/** Opens an address in a new tab. Its errors are added to `faults`. */
export async function open(browser, address, faults = []) {
  const tab = await browser.newPage()
  tab.on('pageerror', (error) => faults.push(String(error)))
  tab.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await tab.goto(address)

  const page = {
    /** The driver's own tab. */
    tab,

    /** Runs a function in the page and returns its result. */
    run: (code, ...args) => tab.evaluate(`(${code})(...${JSON.stringify(args)})`),

    /** Presses the middle of the element that a function in the page returns, as a finger or mouse would. */
    async press(find, ...args) {
      const { x, y } = await still(page, find, ...args)
      await tab.mouse.click(x, y)
    },

    reload: () => tab.reload(),
    front: () => tab.bringToFront(),
    close: () => tab.close(),
  }
  return page
}
