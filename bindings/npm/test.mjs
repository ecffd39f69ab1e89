// Tests the example page in a browser: `node test.mjs PACKAGE` plays a move and waits for the reply. Needs the packages of
// tests/.
import assert from 'node:assert/strict'
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join, normalize } from 'node:path'

const { chromium } = createRequire(new URL('../../tests/package.json', import.meta.url))('@playwright/test')
const folder = process.argv[2]
const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }

const server = createServer((request, response) => {
  const file = join(folder, normalize(new URL(request.url, 'http://x').pathname))
  if (!existsSync(file)) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
  createReadStream(file).pipe(response)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))

const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  const faults = []
  page.on('pageerror', (fault) => faults.push(fault))
  page.on('console', (line) => line.type() === 'error' && !/favicon/.test(line.location().url) && faults.push(line.text()))
  await page.goto(`http://127.0.0.1:${server.address().port}/example/index.html`)
  await page.getByRole('button', { name: '46, white man', exact: true }).click()
  await page.getByText('46: inTheWay').or(page.getByText('46: cannotMove')).waitFor()
  await page.getByRole('button', { name: '32, white man', exact: true }).click()
  await page.getByRole('button', { name: '28', exact: true }).click()
  await page.getByText(/^32-28 \d+-\d+$/).waitFor({ timeout: 30_000 })
  if (process.argv[3]) await page.screenshot({ path: process.argv[3] })
  assert.deepEqual(faults, [])
  console.log('npm: a move and its reply on the example page')
} finally {
  await browser.close()
  server.close()
}
