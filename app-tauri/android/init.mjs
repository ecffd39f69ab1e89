// Writes gen/android, the project that Android's tools build: Tauri's template with the files of `app` laid over it, the icons, and the
// list of languages. Needs ANDROID_HOME and NDK_HOME as Tauri does:
//   node app-tauri/android/init.mjs [OPTION of `tauri android init` …]
// TAURI is Tauri's command; the Makefile pins its version.
import { execSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const project = here('../gen/android')
const resources = join(project, 'app/src/main/res')
const tauri = (words) => execSync(`${process.env.TAURI ?? 'tauri'} ${words}`, { cwd: here('..'), stdio: ['ignore', 'inherit', 'inherit'] })

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The icon of every system, cut into the two layers that Android moves against each other, and its one-coloured shape. */
function icons() {
  const folder = mkdtempSync(join(tmpdir(), 'damier-icons-'))
  const whole = readFileSync(here('../icons/icon.svg'), 'utf8')
  const part = (pattern) => pattern.exec(whole)?.[0] ?? fail(`icons/icon.svg has nothing like ${pattern}`)
  const defs = part(/<defs>.*?<\/defs>/s)
  const layer = (name, box, content) =>
    write(join(folder, name), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="768" height="768">${defs}${content}</svg>`)
  layer('ground.svg', '0 0 512 512', part(/<g id="ground">.*?<\/g>/s))
  // The system shows the middle 72 of 108 parts of a layer.
  layer('king.svg', '-128 -128 768 768', part(/<g id="king">.*<\/g>/s))
  cpSync(here('monochrome.svg'), join(folder, 'shape.svg'))
  cpSync(here('../icons/icon.svg'), join(folder, 'icon.svg'))
  const layers = { android_bg: 'ground.svg', android_fg: 'king.svg', android_fg_scale: 100, android_monochrome: 'shape.svg' }
  write(join(folder, 'icon.json'), JSON.stringify({ default: 'icon.svg', ...layers }))
  tauri(`icon ${join(folder, 'icon.json')} -o ${join(folder, 'out')}`)
  // Every Android that runs the app has icons of layers.
  const layered = (path) => !/ic_launcher(?:_round)?\.png$/.test(path)
  cpSync(join(folder, 'out/android'), resources, { recursive: true, filter: layered })
  rmSync(folder, { recursive: true })
}

function fail(sentence) {
  throw new Error(sentence)
}

rmSync(project, { recursive: true, force: true })
tauri(`android init --ci ${process.argv.slice(2).join(' ')}`)
// The template’s icon, its layout without a web view, and its second theme.
const replaced = /^(?:mipmap|drawable|layout|values-night)/
for (const name of readdirSync(resources)) if (replaced.test(name)) rmSync(join(resources, name), { recursive: true })
cpSync(here('app'), join(project, 'app'), { recursive: true })
icons()
const { locales } = JSON.parse(readFileSync(here('../../ui/project.inlang/settings.json'), 'utf8'))
const lines = locales.map((language) => `    <locale android:name="${language}" />\n`).join('')
write(
  join(resources, 'xml/locales.xml'),
  `<?xml version="1.0" encoding="utf-8"?>
<locale-config xmlns:android="http://schemas.android.com/apk/res/android">
${lines}</locale-config>
`,
)
