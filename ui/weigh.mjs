// What a first visit loads, compressed, by part: `node weigh.mjs` reads dist. Fails where it is too much.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { ENCODINGS } from './compress.mjs'

/** A first visit in all, by brotli and by gzip, and of it the JavaScript that the first page waits for, by brotli. */
const MOST = { br: 1_500_000, gzip: 1_900_000, script: 80_000 }
/** So much more where Rust's own standard library went in, which is not compiled to be small as that from the system packages is. */
const READY = process.env.WASM_STD === 'apt' ? { br: 0, gzip: 0 } : { br: 60_000, gzip: 80_000 }

const dist = new URL('dist/', import.meta.url)
const read = (file) => readFileSync(new URL(file, dist))
// What the service worker keeps is what a visit loads; it lists the page as its folder. What comes later it lists beside.
const listed = (pattern) => JSON.parse(pattern.exec(read('sw.js').toString())?.[0] ?? '[]')
const files = listed(/\["\.\/".*?\]/s).map((file) => (file === './' ? 'index.html' : file))
const stock = listed(/\[\{"name":"assets.*?\]/s)

/** The bytes that come over the wire: what lies beside the file, else the file. */
function weight(file, end) {
  const packed = new URL(file + end, dist)
  return statSync(existsSync(packed) ? packed : new URL(file, dist)).size
}
const weightOf = (some, end) => some.reduce((sum, file) => sum + weight(file, end), 0)
const [br, gz] = ENCODINGS.map(({ end }) => end)
if (!existsSync(new URL(`index.html${br}`, dist))) throw new Error('nothing lies there compressed: npm run build')

// And the files of one language: those of the longest.
const ofLanguage = (language) => stock.filter(({ part, of }) => part === 'texts' && of === language).map(({ name }) => name)
const longest = ['en', 'fr', 'nl', 'de'].map(ofLanguage).toSorted((a, b) => weightOf(b, br) - weightOf(a, br))[0]
files.push(...longest)

/** A script with all that it imports before it begins. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const [, name] of read(file)
    .toString()
    .matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    withImports(`assets/${name}`, found)
  return found
}
const [entry] = /assets\/[^"]+\.js/.exec(read('index.html').toString()) ?? []
const start = files.filter((file) => /\/today-[^/]+\.js$/.test(file))
if (!entry || start.length !== 1) throw new Error('the first page has other files than this knows')
const script = [entry, ...start, ...longest.filter((file) => file.endsWith('.js') && !file.includes('/rest-'))].reduce(
  (found, file) => withImports(file, found),
  new Set(),
)

const parts = [
  ['the app (SQLite, rules, lessons)', /damier_app.*\.wasm$/],
  ['texts of the lessons, in the longest language', /\.toml$/],
  ['the engine', /damier_search.*\.wasm$/],
  ['pages', /\.(js|css|html|json|webmanifest|svg)$/],
  ['fonts', /\.woff2$/],
  ['pictures', /./],
]
const sizes = new Map(parts.map(([name]) => [name, [0, 0]]))
for (const file of files) {
  const size = sizes.get(parts.find(([, what]) => what.test(file))[0])
  size[0] += weight(file, br)
  size[1] += weight(file, gz)
}
const mb = (bytes) => (bytes / 1e6).toFixed(2).padStart(6)
const line = (name, ...sums) => process.stdout.write(`${sums.map(mb).join('')} MB  ${name}\n`)
process.stdout.write('brotli  gzip\n')
for (const [name, both] of sizes) if (both[0] > 0) line(name, ...both)
const visit = [...sizes.values()].reduce(([one, other], both) => [one + both[0], other + both[1]], [0, 0])
line('a first visit, compressed', ...visit)
const scripts = weightOf([...script], br)
line(`of it JavaScript of the first page (${scripts} bytes by brotli)`, scripts, weightOf([...script], gz))
const sum = (some) => some.reduce((bytes, file) => bytes + file.bytes, 0)
line(
  'pages that come one by one while nothing else is to be done, compressed',
  ...ENCODINGS.map(({ end }) =>
    weightOf(
      stock.filter(({ part }) => part === 'pages').map(({ name }) => name),
      end,
    ),
  ),
)
const asked = stock.filter(({ part }) => part === 'weights')
line('afterwards without being asked, as it lies on the device: all languages, puzzles, tables', sum(stock) - sum(asked))
line('and the weights of games once played, or of all by a button', sum(asked))

const over = [
  [visit[0], MOST.br + READY.br, 'a first visit by brotli'],
  [visit[1], MOST.gzip + READY.gzip, 'a first visit by gzip'],
  [scripts, MOST.script, 'JavaScript of the first page by brotli'],
].filter(([is, most]) => is > most)
for (const [is, most, what] of over) process.stderr.write(`${what}: ${is} bytes, more than ${most}\n`)
if (over.length > 0) process.exit(1)
