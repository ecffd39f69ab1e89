// The packages: checked by the system's own programs; the .deb installed, started, a move played, a file and a link opened by
// their type, uninstalled. Needs root, and a machine without Damier.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { button, moves, named, square, until } from '../paths/places.mjs'
import { open, pressCross, processes, screen } from '../desktop/webdriver.mjs'

const built = fileURLToPath(new URL('../../target/package/', import.meta.url))
const packed = (end) => join(built, readdirSync(built).find((name) => name.endsWith(end)) ?? `no${end}`)
const binary = '/usr/bin/damier-app'
const id = 'org.damier.app'

const ask = (program, args, options = {}) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options })
const asRoot = (...command) => {
  const [program, ...args] = process.getuid() === 0 ? command : ['sudo', ...command]
  return ask(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}

/** Every path that a package could leave behind. */
const paths = () =>
  ask('find', ['/usr', '/etc', '/opt', '/var/lib', '/var/cache', '-xdev', '-not', '-path', '*/apt/*', '-not', '-path', '*.pyc'])
    .split('\n')
    .toSorted()

test('the packages pass the system’s own checks', () => {
  const root = mkdtempSync(join(tmpdir(), 'damier-package-'))
  try {
    ask('dpkg-deb', ['--extract', packed('.deb'), root])
    ask('desktop-file-validate', [join(root, `usr/share/applications/${id}.desktop`)])
    ask('appstreamcli', ['validate', '--no-net', join(root, `usr/share/metainfo/${id}.metainfo.xml`)])
    ask('bash', ['-n', join(root, 'usr/share/bash-completion/completions/damier')])
    const pages = readdirSync(join(root, 'usr/share/man/man1'))
    assert.ok(pages.includes('damier.1.gz') && pages.includes('damier-app.1.gz') && pages.includes('damier-perft.1.gz'))
    const field = (name) => ask('dpkg-deb', ['--field', packed('.deb'), name]).trim()
    assert.equal(field('Package'), 'damier')
    assert.match(field('Depends'), /libwebkit2gtk-4\.1-0/)
    // The .rpm is not installed: it has the same files, with its own names for documentation and completions.
    const own = /\/(doc|licenses|zsh)\//
    const files = (list) =>
      list
        .split('\n')
        .filter((path) => path !== '' && !path.endsWith('/') && !own.test(path))
        .toSorted()
    const inDeb = ask('dpkg-deb', ['--fsys-tarfile', packed('.deb')], { encoding: 'buffer' })
    const listed = ask('tar', ['t'], { input: inDeb }).replaceAll(/^\./gm, '')
    assert.deepEqual(files(ask('rpm', ['-qpl', packed('.rpm')])), files(listed))
    assert.match(ask('rpm', ['-qpR', packed('.rpm')]), /libwebkit2gtk-4\.1\.so/)
  } finally {
    rmSync(root, { recursive: true })
  }
})

test('installed, played, opened by type, uninstalled: only the games stay', { timeout: 600_000 }, async (t) => {
  if (spawnSync('dpkg-query', ['--status', 'damier']).status === 0) throw new Error('Damier is installed here: uninstall it first')
  const before = paths()
  t.after(() => existsSync(binary) && asRoot('dpkg', '--purge', 'damier'))
  asRoot('apt-get', 'install', '--yes', '--quiet', '--no-install-recommends', packed('.deb'))

  const x = await screen()
  t.after(() => x.close())
  assert.match(ask(binary, ['--version'], { env: x.env }), /^Damier \d/)
  assert.match(ask('damier', ['perft', '--depth', '3'], { env: x.env }), /^3 658$/m)
  const pdn = join(x.home, 'a game.pdn')
  writeFileSync(pdn, '[White "Ann"]\n[Black "Ben"]\n[Result "1-1"]\n1. 32-28 19-23 2. 28x19 14x23 1-1\n')
  assert.match(ask('gio', ['info', '--attributes', 'standard::content-type', pdn], { env: x.env }), /application\/x-draughts-pdn/)
  const handler = (type) => ask('xdg-mime', ['query', 'default', type], { env: x.env }).trim()
  assert.equal(handler('application/x-draughts-pdn'), `${id}.desktop`)
  assert.equal(handler('x-scheme-handler/damier'), `${id}.desktop`)

  const page = await open(binary, x.env)
  await page.press(...button('In a club'))
  await until('the board', () => named(page, 32).then((name) => name?.includes('white man')))
  await page.press(...square(32))
  await page.press(...square(28))
  await until('the computer’s reply', () => moves(page).then((count) => count === 2))

  // The open window gets both.
  ask('gio', ['open', pdn], { env: x.env })
  const written = () => page.run('() => document.querySelectorAll("[aria-label=\\"The moves of the game\\"] button").length')
  await until('the moves of the file', () => written().then((count) => count === 4))
  const what = { kind: 'position', variant: 'international', fen: 'W:WK47:B14,19,29,31,42', moves: [] }
  const { code } = await page.run('(what) => __TAURI_INTERNALS__.invoke("call", { name: "makeLink", params: { what } })', what)
  ask('xdg-open', [`damier://link/${code}`], { env: x.env })
  await until('the position of the link', () => page.run('() => location.hash').then((hash) => hash.startsWith('#/editor')))
  assert.equal(processes(binary, x.env.DISPLAY).length, 1)

  pressCross(x.env)
  await page.ended()
  page.abandon()

  const games = join(x.env.XDG_DATA_HOME, id, 'damier.db')
  assert.match(ask('damier', ['export', '--db', games], { env: x.env }), /\[White "Ann"\]/)
  asRoot('dpkg', '--purge', 'damier')
  assert.deepEqual(
    paths().filter((path) => !before.includes(path)),
    [],
  )
  assert.ok(existsSync(games))
})
