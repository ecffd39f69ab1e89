// Takes the pictures for stores and for links in every language: `node ui/frames/take.mjs OUT`. Needs Chromium and the packages of tests.
import { mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { launch } from '../../tests/paths/browser.mjs'

const ui = fileURLToPath(new URL('..', import.meta.url))
const [out = 'target/frames'] = process.argv.slice(2)
const texts = new URL('../../app-tauri/stores/texts/', import.meta.url)

/** A size that both stores take: 1242 × 2208 pixels. */
const STORE = { width: 414, height: 736, deviceScaleFactor: 3 }
const LINK = { width: 1280, height: 640 }
/** The picture for links in Google Play's size, 1024 × 500 pixels, without its outermost rows. */
const FEATURE = { viewport: { ...LINK, deviceScaleFactor: 0.8 }, clip: { x: 0, y: 7.5, width: 1280, height: 625 } }

const server = await createServer({ configFile: join(ui, 'vite.config.ts'), root: ui, mode: 'web', server: { port: 0 }, logLevel: 'error' })
await server.listen()
const browser = await launch('chromium')
try {
  const tab = await browser.newPage()
  tab.on('pageerror', (error) => {
    throw error
  })
  for (const file of readdirSync(texts)) {
    const language = file.replace('.json', '')
    const { frames } = JSON.parse(readFileSync(new URL(file, texts), 'utf8'))
    mkdirSync(join(out, language), { recursive: true })
    for (const [place, name] of ['link', ...Object.keys(frames)].entries()) {
      await tab.setViewport(name === 'link' ? LINK : STORE)
      // A new address is no new page as long as only its hash differs.
      await tab.goto('about:blank')
      await tab.goto(`${server.resolvedUrls.local[0]}frames/index.html#${language}/${name}`)
      await tab.waitForSelector('.drawn')
      await tab.screenshot({ path: join(out, language, name === 'link' ? 'link.jpg' : `${place}.png`) })
      if (name !== 'link') continue
      await tab.setViewport(FEATURE.viewport)
      await tab.screenshot({ path: join(out, language, 'feature.png'), clip: FEATURE.clip })
    }
    process.stdout.write(`${language}\n`)
  }
} finally {
  await browser.close()
  await server.close()
}
