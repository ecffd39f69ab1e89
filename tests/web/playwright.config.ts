// The built pages in Chromium, without a window of its own where the system has such a build, served by ui/serve.mjs.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, devices } from '@playwright/test'

// Set once, by the first process; the workers inherit it.
process.env.DAMIER_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000))
const address = `http://localhost:${process.env.DAMIER_PORT}/`

const browsers = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chromium-browser'].map((name) => `/usr/bin/${name}`)
const executablePath = process.env.CHROME ?? browsers.find((path) => existsSync(path))

export default defineConfig({
  testDir: '.',
  testIgnore: 'measures/**',
  outputDir: './results',
  reporter: [['list'], ['./every-test-runs.ts'], ...(process.env.JUNIT ? [['junit', { outputFile: process.env.JUNIT }] as const] : [])],
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Both only end a test that hangs, also on a machine several times slower than usual.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: address,
    locale: 'en-GB',
    actionTimeout: 60_000,
    // Keeping the whole app for later costs each first visit a second; the tests of that allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // The core is compiled once only, not again for speed: few tests ask much of it, and each starts it anew.
      args: ['--no-sandbox', '--disable-gpu', '--js-flags=--liftoff-only', '--host-resolver-rules=MAP damier.test 127.0.0.1'],
    },
    // Cuts the board's moves short; their motion has a test of its own.
    contextOptions: { reducedMotion: 'reduce' },
  },
  // A test runs once: on the desktop, or on the phone if tagged @phone. A test that depends on the input or the layout is tagged @both.
  // @main marks the main paths (`npm run web:main`), @deep the long tests that only `make test-deep` runs.
  projects: [
    { name: 'desktop', grepInvert: process.env.DEEP ? /@phone/ : /@phone|@deep/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone|@both/,
      grepInvert: process.env.DEEP ? [] : /@deep/,
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 640 }, deviceScaleFactor: 1 },
    },
  ],
  webServer: {
    command: `node ${fileURLToPath(new URL('../../ui/serve.mjs', import.meta.url))} --port ${process.env.DAMIER_PORT}`,
    url: address,
    reuseExistingServer: false,
  },
})
