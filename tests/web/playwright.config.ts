// The built pages in a real browser: Chromium of the system, where there is one without windows of its own, served by ui/serve.mjs.
import { existsSync } from 'node:fs'
import { defineConfig, devices } from '@playwright/test'

// Set once, by the first process; the workers inherit it.
process.env.DAMIER_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000))
const address = `http://localhost:${process.env.DAMIER_PORT}/`

const browsers = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chromium-browser'].map((name) => `/usr/bin/${name}`)
const executablePath = process.env.CHROME ?? browsers.find((path) => existsSync(path))

export default defineConfig({
  testDir: '.',
  outputDir: './results',
  reporter: 'list',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // A machine that stalls for seconds gets a second try; what needed one is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: address,
    locale: 'en-GB',
    // What is not there by then does not come: a long test must not wait for it to its end.
    actionTimeout: 30_000,
    // Keeping the whole app for later costs each first visit a second; the tests of that allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // The core is not compiled a second time, for speed: few tests ask much of it, and each begins it anew.
      args: ['--no-sandbox', '--disable-gpu', '--js-flags=--liftoff-only', '--host-resolver-rules=MAP damier.test 127.0.0.1'],
    },
    // The board's moves are cut short; what moves and how long is the board's own test.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // What a finger and a mouse do otherwise, and what a small and a large screen lay out otherwise, is tried on both.
    { name: 'desktop', testIgnore: /\/(play|lesson|puzzle|school)\.spec\.ts/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testMatch:
        /\/(axe|blind|boards?|correspondence|editor|library|photo|repertoire|report|search|session|steps|study|play|lesson|puzzle|school)\.spec\.ts/,
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 640 } },
    },
  ],
  webServer: {
    command: `node ../../ui/serve.mjs --port ${process.env.DAMIER_PORT}`,
    url: address,
    reuseExistingServer: false,
  },
})
