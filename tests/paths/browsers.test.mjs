// The main paths in Chromium and Firefox: just enough to know that the app works there. `web` tests the rest in Chromium.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import test, { after, before } from 'node:test'
import { launch, open } from './browser.mjs'
import { browserPaths, paths } from './paths.mjs'
import { button, text, until } from './places.mjs'
import { Site, bareServer, buildAgain, dist } from './site.mjs'

let newer
before(async () => {
  newer = await buildAgain()
})
after(() => rm(newer, { recursive: true }))

/**
 * Leaves out messages about the stopped server, and Firefox's about files that a page was fetching when it was left: a page that needs such
 * a file reports the failed import as well.
 */
function serious(faults) {
  const stopped = /ERR_CONNECTION_REFUSED|ERR_FAILED|NS_ERROR|NetworkError/
  const font = /downloadable font: download failed .* status=2152398850 /
  const left = /A ServiceWorker intercepted the request and encountered an unexpected error/
  return faults.filter((fault) => ![stopped, font, left].some((noise) => noise.test(fault)))
}

for (const name of ['chromium', 'firefox']) {
  test(name, { timeout: 300_000 }, async (t) => {
    const site = await Site.of(dist)
    t.after(() => site.close())
    const browser = await launch(name)
    t.after(() => browser.close())
    const faults = []
    const page = await open(browser, site.address, faults)
    const visit = {
      site,
      newer,
      open: (hash) => open(browser, site.address + hash, faults),
    }
    let failed = false
    for (const [path, walk] of [...paths, ...browserPaths]) {
      // After a failure the following paths would fail too.
      await t.test(path, { skip: failed }, async () => {
        failed = true
        await walk(page, visit)
        failed = false
      })
    }
    if (failed) return t.diagnostic(await text(page).catch(String))
    assert.deepEqual(serious(faults), [])
  })
}

/** The names of the workers that a page and its workers have started. */
const workers = ({ tab }) => tab.workers().map((worker) => /([^/]+)-[^/]+\.js$/.exec(worker.url())?.[1])

for (const name of ['chromium', 'firefox']) {
  test(
    `${name}: a bare file server gets one thread at first, and several once the service worker isolates the page`,
    { timeout: 300_000 },
    async (t) => {
      const server = await bareServer()
      t.after(() => server.close())
      const browser = await launch(name)
      t.after(() => browser.close())
      const faults = []
      const page = await open(browser, `${server.address}#/analysis`, faults)
      const searches = async () => {
        await page.press(...button('Engine'))
        await until('a depth', async () => /depth \d/.test(await text(page)))
      }
      await searches()
      assert.equal(await page.run('() => crossOriginIsolated'), false)
      assert.ok(!workers(page).includes('helper.worker'))
      await until('that it is kept', () => page.run('() => navigator.serviceWorker.controller !== null'))
      await page.reload()
      assert.equal(await page.run('() => crossOriginIsolated'), true)
      await searches()
      const processors = await page.run('() => navigator.hardwareConcurrency')
      const helpers = () => workers(page).filter((worker) => worker === 'helper.worker').length
      // The driver hears of a worker a moment after the page has started it.
      if (processors > 1) await until('the helpers', () => helpers() > 0)
      assert.ok(helpers() < Math.min(processors, 8))
      assert.deepEqual(serious(faults), [])
    },
  )
}
