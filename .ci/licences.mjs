// Writes the list of everything that goes into the app, by licence: `node .ci/licences.mjs` (with --check it only compares).
// From what Cargo and npm have locked; what is used to build or test alone is not in it.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const top = new URL('../', import.meta.url)
const list = new URL('ui/src/settings/licences.json', top)
/** What is delivered: the window, and the modules of the page. */
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
  // Our own have no source.
  const theirs = packages.filter(({ id, source }) => source && found.has(id))
  return theirs.map(({ name, version, license, license_file, manifest_path }) => ({
    name,
    version,
    license: license ?? titled(join(dirname(manifest_path), license_file)),
  }))
}

/** Some name a file instead: "MIT License" is its first line. */
function titled(file) {
  const [title = ''] = readFileSync(file, 'utf8').trim().split('\n')
  return title.replace(/ License$/, '')
}

function modules() {
  const { packages } = JSON.parse(readFileSync(new URL('ui/package-lock.json', top), 'utf8'))
  const { dependencies } = packages['']
  // Svelte is a tool to npm; its runtime goes into the page.
  return [...Object.keys(dependencies), 'svelte'].map((name) => ({ name, ...packages[`node_modules/${name}`] }))
}

/** "MIT/Apache-2.0" and "Apache-2.0 OR MIT" are one: "Apache-2.0 OR MIT". */
function spelled(license) {
  if (/AND|\(/.test(license)) return license
  return license
    .split(/ OR | ?\/ ?/)
    .toSorted()
    .join(' OR ')
}

const by = {}
for (const { name, version, license } of [...crates(), ...modules()]) (by[spelled(license)] ??= new Set()).add(`${name} ${version}`)
const sorted = Object.keys(by).toSorted((a, b) => by[b].size - by[a].size || (a < b ? -1 : 1))
const text = `${JSON.stringify(Object.fromEntries(sorted.map((name) => [name, [...by[name]].toSorted()])), null, 1)}\n`

if (process.argv.includes('--check')) {
  if (readFileSync(list, 'utf8') !== text) {
    process.stderr.write('ui/src/settings/licences.json is stale: make licences\n')
    process.exit(1)
  }
} else writeFileSync(list, text)
