// What a first visit loads, compressed, by part: `node weigh.mjs` reads dist. Fails where it is too much.
import { readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** A first visit in all, compressed by gzip; by brotli it is a sixth less. Another toolchain's standard library may add a little. */
const MOST = 1_600_000

const dist = new URL('dist/', import.meta.url)
// What the service worker keeps is what a visit loads; it lists the page as its folder. What comes later it lists beside.
const listed = (pattern) => JSON.parse(pattern.exec(readFileSync(new URL('sw.js', dist), 'utf8'))?.[0] ?? '[]')
const files = listed(/\["\.\/".*?\]/s).map((file) => (file === './' ? 'index.html' : file))
const stock = listed(/\[\{"name":"assets.*?\]/s)

const packed = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length
// And the files of one language: those of the longest.
const ofLanguage = (language) => stock.filter(({ part, of }) => part === 'texts' && of === language).map(({ name }) => name)
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
const sum = (some) => some.reduce((bytes, file) => bytes + file.bytes, 0)
const asked = stock.filter(({ part }) => part === 'weights')
line('afterwards without being asked, as it lies on the device: all languages, puzzles, tables', sum(stock) - sum(asked))
line('and the weights of games once played, or of all by a button', sum(asked))
if (all > MOST) {
  process.stderr.write(`more than ${MOST / 1e6} MB\n`)
  process.exit(1)
}
