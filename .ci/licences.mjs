// Writes the list of all delivered packages by licence, and their licence texts: `node .ci/licences.mjs`. With --check it only compares
// names and versions. Reads the lock files of Cargo and npm; build and test tools are left out.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const top = new URL('../', import.meta.url)
const list = new URL('ui/src/settings/licences.json', top)
const textsFile = new URL('ui/src/settings/licence-texts.json', top)
/** Delivered crates: the window and the modules of the page. */
const delivered = ['damier-app', 'damier-wasm-app', 'damier-wasm-search']

function crates() {
  const told = execFileSync('cargo', ['metadata', '--locked', '--format-version', '1'], {
    cwd: top,
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { packages, resolve } = JSON.parse(told.toString())
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]))
  const wanted = packages.filter(({ name }) => delivered.includes(name)).map(({ id }) => id)
  const found = new Set()
  while (wanted.length > 0) {
    const id = wanted.pop()
    if (found.has(id)) continue
    found.add(id)
    const normal = nodes.get(id).deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null))
    wanted.push(...normal.map(({ pkg }) => pkg))
  }
  // Our own crates have no source.
  const theirs = packages.filter(({ id, source }) => source && found.has(id))
  return theirs.map(({ name, version, license, license_file, manifest_path, authors }) => ({
    name,
    version,
    license: license ?? titled(join(dirname(manifest_path), license_file)),
    folder: dirname(manifest_path),
    authors,
  }))
}

/** Some packages name a file instead: its first line is "MIT License". */
function titled(file) {
  const [title = ''] = readFileSync(file, 'utf8').trim().split('\n')
  return title.replace(/ License$/, '')
}

function modules() {
  const { packages } = JSON.parse(readFileSync(new URL('ui/package-lock.json', top), 'utf8'))
  const { dependencies } = packages['']
  // Development dependencies whose runtime code goes into the page; clsx is Svelte's, modern-palette belongs to modern-gif.
  const runtimes = ['svelte', 'clsx', '@inlang/paraglide-js', 'modern-palette']
  return [...Object.keys(dependencies), ...runtimes].map((name) => ({
    name,
    ...packages[`node_modules/${name}`],
    folder: fileURLToPath(new URL(`ui/node_modules/${name}`, top)),
    authors: [],
  }))
}

/** Normalises "MIT/Apache-2.0" to "Apache-2.0 OR MIT". */
function spelled(license) {
  if (/AND|\(/.test(license)) return license
  return license
    .split(/ OR | ?\/ ?/)
    .toSorted()
    .join(' OR ')
}

const packages = [...crates(), ...modules()]
const named = ({ name, version }) => `${name} ${version}`

const by = {}
for (const one of packages) (by[spelled(one.license)] ??= new Set()).add(named(one))
const sorted = Object.keys(by).toSorted((a, b) => by[b].size - by[a].size || (a < b ? -1 : 1))
const text = `${JSON.stringify(Object.fromEntries(sorted.map((name) => [name, [...by[name]].toSorted()])), null, 1)}\n`

/**
 * Returns the licence texts in a package. If the MIT licence is one of several choices, only its text is taken, as it asks for the least.
 */
function shipped({ folder, license }) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile())
  const all = files.map(({ name }) => name).filter((name) => /^(licen[cs]e|copying|unlicense|notice)(?!.*\.spdx$)/i.test(name))
  const mit = all.filter((name) => /mit/i.test(name))
  const chosen = mit.length > 0 && spelled(license).split(' OR ').includes('MIT') ? mit : all
  return chosen.toSorted().map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r', '').trim())
}

/** Returns each licence text once, with its packages. */
function texts() {
  const found = new Map()
  const add = (license, words, one) => {
    const key = words.replaceAll(/\s+/g, ' ')
    const entry = found.get(key) ?? { licence: license, packages: new Set(), text: words }
    found.set(key, entry)
    entry.packages.add(named(one))
  }
  const bare = packages.filter((one) => {
    const words = shipped(one)
    for (const each of words) add(one.license, each, one)
    return words.length === 0
  })
  // A package without a text gets the most common text of its licence, with its own authors.
  for (const one of bare) {
    const license = /\bMIT\b/.test(one.license) ? 'MIT' : one.license
    const others = [...found.values()].filter(({ licence }) => licence === license)
    const [usual] = others.toSorted((a, b) => b.packages.size - a.packages.size || (a.text < b.text ? -1 : 1))
    if (!usual) throw new Error(`${named(one)}: no text of ${license} is known`)
    const authors = one.authors.length > 0 ? one.authors.join(', ') : `the authors of ${one.name}`
    const notice = usual.text.replace(/^copyright .*$(\n^copyright .*$)*/im, `Copyright (c) ${authors}`)
    add(license, notice, one)
  }
  const entries = [...found.values()].map((entry) => ({ packages: [...entry.packages].toSorted(), text: entry.text }))
  return entries.toSorted((a, b) => b.packages.length - a.packages.length || (a.packages[0] < b.packages[0] ? -1 : 1))
}

if (process.argv.includes('--check')) {
  const covered = new Set(JSON.parse(readFileSync(textsFile, 'utf8')).flatMap((entry) => entry.packages))
  const same = covered.size === new Set(packages.map(named)).size && packages.every((one) => covered.has(named(one)))
  if (readFileSync(list, 'utf8') !== text || !same) {
    process.stderr.write('ui/src/settings/licences.json or licence-texts.json is stale: make licences\n')
    process.exit(1)
  }
} else {
  writeFileSync(list, text)
  writeFileSync(textsFile, `${JSON.stringify(texts(), null, 1)}\n`)
}
