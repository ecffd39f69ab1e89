// Prints the size of a first visit by part: `node weigh.mjs` reads dist. Fails if the visit is far too large.
import { existsSync, readFileSync, statSync } from 'node:fs'

/** Most bytes of a first visit, compressed with brotli. */
const ALARM = 2_050_000

const dist = new URL('dist/', import.meta.url)
const worker = readFileSync(new URL('sw.js', dist), 'utf8')
const listed = (pattern) => JSON.parse(pattern.exec(worker)?.[0] ?? '[]')
// A visit loads the files that the service worker caches at install; the worker lists the page as its folder.
const files = listed(/\["\.\/".*?\]/s).map((file) => (file === './' ? 'index.html' : file))
const stock = listed(/\[\{"name":"assets.*?\]/s)

/** Bytes sent to a browser that accepts the encoding: those of the compressed file, if there is one. */
function weight(file, end) {
  const packed = new URL(file + end, dist)
  return statSync(existsSync(packed) ? packed : new URL(file, dist)).size
}
const weigh = (some) => ['.br', '.gz'].map((end) => some.reduce((sum, file) => sum + weight(file, end), 0))
if (!existsSync(new URL('index.html.br', dist))) throw new Error('dist holds no compressed files: npm run build')

// The files of one language, the largest, belong to the visit.
const texts = stock.filter(({ part, of }) => part === 'texts' && of)
const languages = [...new Set(texts.map(({ of }) => of))].map((code) => texts.filter(({ of }) => of === code).map(({ name }) => name))
files.push(...languages.toSorted((a, b) => weigh(b)[0] - weigh(a)[0])[0])

const parts = [
  ['the app (SQLite, rules, lessons)', /damier_app.*\.wasm$/],
  ['texts of the lessons, in the largest language', /\.toml$/],
  ['the engine', /damier_threads.*\.wasm$/],
  ['pages, with the messages of the largest language', /\.(js|css|html|json|webmanifest|svg)$/],
  ['fonts', /\.woff2$/],
  ['pictures', /./],
]
const partOf = (file) => parts.find(([, names]) => names.test(file))[0]

const line = (name, ...bytes) => process.stdout.write(`${bytes.map((n) => (n / 1e6).toFixed(2).padStart(6)).join('')} MB  ${name}\n`)
process.stdout.write('brotli  gzip\n')
for (const [name] of parts) {
  const some = files.filter((file) => partOf(file) === name)
  if (some.length > 0) line(name, ...weigh(some))
}
const [visit, gzip] = weigh(files)
line(`a first visit, compressed (${files.length} files, ${visit} bytes by brotli)`, visit, gzip)
const stored = (some) => some.reduce((sum, { bytes }) => sum + bytes, 0)
const weights = stock.filter(({ part }) => part === 'weights')
line('fetched later in quiet minutes, as stored: other languages, lessons, puzzles, tables', stored(stock) - stored(weights))
line('weights, fetched when their game is played, as stored', stored(weights))

if (visit > ALARM) {
  process.stderr.write(`a first visit is ${visit} bytes by brotli, more than ${ALARM}\n`)
  process.exit(1)
}
