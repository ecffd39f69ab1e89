// What a first visit loads, compressed, by part: `node weigh.mjs` reads dist. Fails where it is too much.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** A first visit in all, compressed: 1.5 MB is wanted and kept; another toolchain's standard library may add a little. */
const MOST = 1_520_000

const dist = new URL('dist/', import.meta.url)
// What the service worker keeps is what a visit loads; it lists the page as its folder.
const [, list] = /\[("\.\/".*?)\]/s.exec(readFileSync(new URL('sw.js', dist), 'utf8')) ?? []
const files = JSON.parse(`[${list}]`).map((file) => (file === './' ? 'index.html' : file))

const packed = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length
// And the files of one language: those of the longest.
const ofLanguage = (language) => readdirSync(new URL('assets/', dist)).filter((name) => name.startsWith(`${language}-`)).map((name) => `assets/${name}`)
const weight = (some) => some.reduce((sum, file) => sum + packed(file), 0)
files.push(...['en', 'fr', 'nl'].map(ofLanguage).toSorted((a, b) => weight(b) - weight(a))[0])

const parts = [
  ['the app (SQLite, rules, lessons)', /damier_app.*\.wasm$/],
  ['texts of the lessons, in the longest language', /\.toml$/],
  ['the engine', /damier_search.*\.wasm$/],
  ['pages', /\.(js|css|html|json|webmanifest|svg)$/],
  ['fonts', /\.woff2$/],
  ['pictures', /./],
]
const sizes = new Map(parts.map(([name]) => [name, 0]))
for (const file of files) {
  const [name] = parts.find(([, what]) => what.test(file))
  // Fonts and pictures are packed already.
  const size = /\.(woff2|png)$/.test(file) ? statSync(new URL(file, dist)).size : packed(file)
  sizes.set(name, sizes.get(name) + size)
}
const all = [...sizes.values()].reduce((sum, size) => sum + size, 0)
const line = (name, size) => process.stdout.write(`${(size / 1e6).toFixed(2).padStart(6)} MB  ${name}\n`)
for (const [name, size] of sizes) if (size > 0) line(name, size)
line('a first visit, compressed', all)
if (all > MOST) {
  process.stderr.write(`more than ${MOST / 1e6} MB\n`)
  process.exit(1)
}
