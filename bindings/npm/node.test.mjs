// Tests the package under Node as a program uses it: `node --test node.test.mjs`, with the package's folder in PACKAGE.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import test, { after } from 'node:test'

const project = mkdtempSync(join(tmpdir(), 'damier-'))
after(() => rmSync(project, { recursive: true }))
mkdirSync(join(project, 'node_modules'))
symlinkSync(resolve(process.env.PACKAGE ?? 'target/bindings/npm'), join(project, 'node_modules/damier'))

/** First lines of every program. */
const BEGIN = `
  import { call, search, CallFailed } from 'damier'
  const variant = 'international', human = { kind: 'human' }, handicap = { white: 0, black: 0 }
  const params = (limits) => ({ variant, fen: 'W:W31-50:B1-20', moves: ['32-28'], limits })
`

/** Runs a program to its end and returns its output. */
function run(source, begin = BEGIN) {
  writeFileSync(join(project, 'program.mjs'), begin + source)
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], {
    cwd: project,
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.deepEqual({ status, signal, stderr }, { status: 0, signal: null, stderr: '' })
  return stdout.trim()
}

test('games are played, searched and explained, and the program ends by itself', () => {
  const said = run(`
    let game = await call('newGame', { variant, white: human, black: human, handicap })
    game = await call('playMove', { game: game.id, ply: game.ply, path: [32, 28] })
    const why = await call('whyNot', { variant, fen: 'W:W31-50:B1-20', origin: 32, target: 23 })
    const { best } = await search(params({ kind: 'depth', depth: 3 }), () => undefined)
    const { storage } = await call('home', {})
    console.log(game.ply, why.rule, /^\\d+[-x]\\d+$/.test(best.notation), storage)
  `)
  assert.equal(said, '1 tooFar true memory')
})

test('what is fetched in a browser is read from disk: texts, puzzles, weights, tables', () => {
  const said = run(`
    const lessons = await call('lessons', { variant, language: 'nl' })
    const puzzles = await call('puzzles', { variant })
    const { info } = await search({ variant, fen: 'W:WK1,K2:B37', moves: [], limits: { kind: 'depth', depth: 2 } }, () => undefined)
    console.log(lessons.length > 0, puzzles.length > 0, info.depth >= 1)
  `)
  assert.equal(said, 'true true true')
})

test('a search is stopped, and one that nobody stops does not keep a program that exits', () => {
  const said = run(`
    const stop = new AbortController()
    const running = search(params({ kind: 'infinite' }), () => stop.abort(), stop.signal)
    console.log((await running).best.notation.length > 0)
    await new Promise((resolve) => void search(params({ kind: 'infinite' }), resolve))
    process.exit(0)
  `)
  assert.equal(said, 'true')
})

test('a worker that is lost fails what was asked of it, and what is asked next has another', () => {
  const said = run(`
    const workers = []
    globalThis.Worker = class extends globalThis.Worker {
      constructor(...given) { super(...given); workers.push(this) }
    }
    const lost = search(params({ kind: 'infinite' }), () => workers[0].terminate())
    console.log(await lost.catch((failed) => failed instanceof CallFailed && failed.kind))
    const { best } = await search(params({ kind: 'depth', depth: 2 }), () => undefined)
    const asked = call('home', {})
    while (workers.length < 3) await null
    workers.at(-1).terminate()
    console.log(await asked.catch((failed) => failed.kind), best.notation.length > 0, (await call('home', {})).storage, workers.length)
  `)
  assert.equal(said, 'internal\ninternal true memory 4')
})

test('what fails says what it is', () => {
  const said = run(`
    const kinds = []
    for (const [name, given] of [['game', { id: 5 }], ['noSuchCall', {}], ['levels', { variant: 'chess' }]])
      await call(name, given).catch((failed) => kinds.push(failed instanceof CallFailed && failed.kind))
    await search({ ...params({ kind: 'depth', depth: 1 }), moves: ['1-2'] }, () => undefined).catch((failed) => kinds.push(failed.kind))
    console.log(kinds.join(' '))
  `)
  assert.equal(said, 'notFound unknownCall unknownVariant illegalMove')
})

const [, sample] = /```js\n([\s\S]*?)```/.exec(readFileSync(new URL('README.md', import.meta.url), 'utf8'))

test('the sample of the README does what it says', () => {
  const promised = [...sample.matchAll(/console\.log\(.*\) \/\/ '(.*)'/g)].map(([, said]) => said)
  assert.deepEqual(run(sample, '').split('\n').slice(0, promised.length), promised)
  assert.ok(promised.length > 0)
})

test('a program in TypeScript knows every call, and what the core does not take is refused before it runs', () => {
  const compiler = new URL('../../ui/node_modules/typescript/bin/tsc', import.meta.url).pathname
  const compilerOptions = { noEmit: true, strict: true, target: 'es2022', module: 'nodenext', types: ['node'] }
  const typeRoots = [new URL('../../ui/node_modules/@types', import.meta.url).pathname]
  const programs = {
    // The sample as printed, except for literals that TypeScript infers as `string`.
    'sample.mts': sample
      .replace("kind: 'human' }", "kind: 'human' } as const")
      .replace("kind: 'time'", "kind: 'time' as const")
      .replace("variant = 'international'", "variant = 'international' as const"),
    'wrong.mts': `import { call, type MoveView } from 'damier'
      export const moves: MoveView[] = (await call('gameAt', { game: 1, ply: 0 })).legal
      await call('noSuchCall', {})
      await call('game', { id: 'five' })
      await call('playMove', { game: 1, ply: 0, path: '32-28' })
      console.log((await call('home', {})).noSuchField)`,
  }
  for (const [name, source] of Object.entries(programs)) writeFileSync(join(project, name), source)
  const files = Object.keys(programs)
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, typeRoots }, files }))
  const { stdout } = spawnSync(process.execPath, [compiler, '--pretty', 'false'], { cwd: project, encoding: 'utf8' })
  const faults = [...stdout.matchAll(/^(\w+\.mts)\((\d+),\d+\): error/gm)].map(([, file, line]) => `${file}:${line}`)
  assert.deepEqual(faults, ['wrong.mts:3', 'wrong.mts:4', 'wrong.mts:5', 'wrong.mts:6'], stdout)
})
