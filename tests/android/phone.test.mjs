// The app on an Android phone or emulator that `adb` reaches: the main paths, the way back, and what other apps open and share.
//   cd tests && APK=….apk npm run --silent android
// A debug build, whose web view lets itself be driven.
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { _android } from '@playwright/test'
import { button, still, text, until } from '../paths/places.mjs'
import { GAMES, paths } from '../paths/paths.mjs'

const APP = 'org.damier.app'

let device
/** The page, with the methods that the paths use. */
const page = {
  tab: undefined,
  run: (code, ...args) => page.tab.evaluate(`(${code})(...${JSON.stringify(args)})`),
  async press(find, ...args) {
    const { x, y } = await still(page, find, ...args)
    await page.tab.mouse.click(x, y)
  },
  reload: () => page.tab.reload(),
}

const shell = async (command) => String(await device.shell(command))
/** Sends an intent to the app, as another app does. */
const intend = (words) => shell(`am start -W -n ${APP}/.MainActivity ${words}`)
const back = () => shell('input keyevent KEYCODE_BACK')
const inFront = async () => /ResumedActivity.*org\.damier\.app/.test(await shell('dumpsys activity activities'))
const hash = () => page.run('() => location.hash')
const sheets = () => page.run('() => document.querySelectorAll("dialog[open]").length')
const says = (what) => until(`“${what}”`, () => text(page).then((all) => all.includes(what)))

before(async () => {
  ;[device] = await _android.devices()
  assert.ok(device, 'adb reaches no phone')
  await shell(`pm uninstall ${APP}`)
  await device.installApk(process.env.APK)
  await intend('')
  page.tab = await (await device.webView({ pkg: APP })).page()
})
after(() => device?.close())

let failed = false
for (const [path, walk] of paths) {
  // After a failure the following paths would fail too.
  test(path, { timeout: 300_000, skip: failed }, async () => {
    failed = true
    await walk(page)
    failed = false
  })
}

test('back closes a sheet, then leaves the page, then the app, which goes on where it was', async () => {
  await page.run('() => void (location.hash = "#/")')
  await until('the first page', () => page.run('() => document.querySelector("nav.places a[aria-current=page]") !== null'))
  await page.run('() => void (location.hash = "#/study")')
  await says('Endgames')
  await page.press(...button('The game'))
  await until('a sheet', sheets)
  await back()
  await until('no sheet', async () => (await sheets()) === 0)
  assert.equal(await hash(), '#/study')
  await back()
  await until('the page before', async () => (await hash()) !== '#/study')
  for (let left = 20; left > 0 && (await inFront()); left--) {
    await back()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  assert.ok(!(await inFront()), 'back never leaves the app')
  await intend('')
  assert.ok(await inFront())
  await until('the same page', () => page.run('() => document.querySelector("main") !== null'))
})

test('a link of the app, a shared position and a file of games open', async () => {
  await intend("-a android.intent.action.SEND -t text/plain --es android.intent.extra.TEXT 'W:WK3:B8,10,18,27'")
  await until('the board', async () => (await hash()).startsWith('#/editor/international/'))

  await intend("-a android.intent.action.VIEW -d 'damier://link/no-such-link'")
  await until('the page of links', async () => (await hash()).startsWith('#/link'))

  const file = join(mkdtempSync(join(tmpdir(), 'damier-')), 'one game.pdn')
  // The paths have imported the game under another name.
  writeFileSync(file, GAMES.split('\n\n[')[0].replace('Anna Bakker', 'Dora Smit'))
  await device.push(file, '/sdcard/Download/one game.pdn')
  await shell("content call --method scan_file --uri content://media --arg '/sdcard/Download/one game.pdn'")
  const row = await shell(`content query --uri content://media/external/file --projection _id --where "_display_name='one game.pdn'"`)
  const [, id] = /_id=(\d+)/.exec(row) ?? assert.fail(row)
  await intend(
    `-a android.intent.action.VIEW --grant-read-uri-permission -t application/octet-stream -d content://media/external/file/${id}`,
  )
  await until('its game', async () => /^#\/library\/\d+$/.test(await hash()))
  await says('Dora Smit')
})

test('a saved file lies among the downloads of the phone', async () => {
  await page.run('() => void (location.hash = "#/settings")')
  await page.press(...button('Export the games'))
  await says('Games saved as Download/')
  await until('the file', async () => /damier.*\.pdn/.test(await shell('ls /sdcard/Download')))
})

test('a running clock keeps the screen on', async () => {
  await page.run('() => navigator.wakeLock.request("screen").then(() => null)')
  await until('the flag', async () => /KEEP_SCREEN_ON/.test(await shell(`dumpsys window windows | grep -A 20 ${APP}`)))
})
