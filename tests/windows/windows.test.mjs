// `damier.exe` under Wine beside the Linux build: both count, search and write alike, play each other, and serve a program over pipes.
// `.ci/windows` builds both and sets DAMIER, a script that starts `damier.exe`.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const linux = fileURLToPath(new URL('../../target/debug/damier', import.meta.url))
const windows = process.env.DAMIER ?? assert.fail('DAMIER is not set: run .ci/windows')
const run = promisify(execFile)
const output = async (program, ...args) => (await run(program, args)).stdout

/** A path as Wine shows it to programs. */
const onZ = (path) => `Z:${path.replaceAll('/', '\\')}`

test('Moves are counted and positions searched as on Linux', async () => {
  const counts = ['perft', '--depth', '7']
  assert.equal(await output(windows, ...counts), await output(linux, ...counts))
  const nodes = async (program) => (await output(program, 'bench')).split('\n').map((line) => line.replace(/ nodes, .*/, ' nodes'))
  assert.deepEqual(await nodes(windows), await nodes(linux))
})

test('A game file of Windows is imported from its path and exported as on Linux', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'damier windows é #'))
  try {
    const lines = ['[White "Renée"]', '[Black "B"]', '', '1. 32-28 {two', 'lines} 19-23 2. 28x19 14x23 1-1', '']
    const file = join(folder, 'a b%20é.pdn')
    writeFileSync(file, lines.join('\r\n'))
    const [here, there] = [join(folder, 'linux.db'), join(folder, 'windows.db')]
    await output(linux, 'import', '--db', here, file)
    await output(windows, 'import', '--db', onZ(there), onZ(file))
    // Each reads the other's library too.
    const all = [
      await output(linux, 'export', '--db', here),
      await output(windows, 'export', '--db', onZ(there)),
      await output(linux, 'export', '--db', there),
      await output(windows, 'export', '--db', onZ(here)),
    ]
    assert.match(all[0], /Renée[^]*32-28[^]*14x23/)
    for (const other of all) assert.equal(other, all[0])
    await output(windows, 'export', '--db', onZ(there), '-o', onZ(join(folder, 'out.pdn')))
    assert.equal(readFileSync(join(folder, 'out.pdn'), 'utf8'), all[0])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

for (const [name, listens, connects] of [
  ['Windows listens', windows, linux],
  ['Linux listens', linux, windows],
]) {
  test(`Two games over DamExchange: ${name}`, async () => {
    const terms = ['--player', 'nodes:300', '--games', '2']
    const listener = spawn(listens, ['dxp', '--listen', '0', ...terms], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      let there = ''
      listener.stdout.on('data', (data) => {
        there += data
      })
      const ended = new Promise((resolve) => listener.once('close', resolve))
      const port = await new Promise((resolve, reject) => {
        createInterface(listener.stderr).once('line', (line) => resolve(/:(\d+)\s*$/.exec(line)?.[1]))
        listener.once('error', reject)
      })
      const here = await output(connects, 'dxp', '--connect', `127.0.0.1:${port}`, ...terms)
      assert.equal(await ended, 0)
      assert.equal(there, here)
      assert.equal(here.match(/\n1\. \d+-\d+ /g)?.length, 2, here)
    } finally {
      listener.kill('SIGKILL')
    }
  })
}

test('A program with line ends of Windows is answered over pipes', async () => {
  const engine = spawn(windows, ['hub'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface(engine.stdout)[Symbol.asyncIterator]()
    const ask = async (...words) => {
      engine.stdin.write(words.map((word) => `${word}\r\n`).join(''))
      for (;;) {
        const { value } = await lines.next()
        assert.notEqual(value, undefined, 'it has ended')
        if (!/^(info|id|param)/.test(value)) return value
      }
    }
    assert.equal(await ask('hub'), 'wait')
    assert.equal(await ask('init'), 'ready')
    const start = `pos=W${'b'.repeat(20)}${'e'.repeat(10)}${'w'.repeat(20)}`
    assert.match(await ask('new-game', `pos ${start} moves="32-28 19-23"`, 'level nodes=1000', 'go think'), /^done move=28x19x23/)
    // A search without end hears a ping, and stops when told to.
    assert.equal(await ask(`pos ${start}`, 'level infinite', 'go think', 'ping'), 'pong')
    assert.match(await ask('stop'), /^done move=3/)
    const ended = new Promise((resolve) => engine.once('exit', resolve))
    engine.stdin.end('quit\r\n')
    assert.equal(await ended, 0)
  } finally {
    engine.kill('SIGKILL')
  }
})
