// The browser modules under Node: the store's in memory, the search in slices, and with threads. Their workers are tested in the browser.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { run, scenarios } from '../scenarios/run.mjs'
import { App, Engine, call, engine, load, resource } from './load.mjs'

const params = (limits, more = {}) =>
  JSON.stringify({ variant: 'international', fen: 'W:W31-50:B1-20', moves: ['32-28', '19-23'], limits, ...more })

for (const scenario of scenarios()) {
  test(scenario.name, () => {
    const app = App.memory(Date.now())
    run(scenario, (name, given, now) => JSON.parse(call(app, name, JSON.stringify(given), now)))
  })
}

test('a game in a lesson is played by the other module, and judged as everywhere', () => {
  const app = App.memory(0)
  const source = readFileSync(new URL('../web/kinds.toml', import.meta.url), 'utf8')
  const { faults, lesson } = JSON.parse(call(app, 'importLesson', JSON.stringify({ name: 'kinds.toml', source, language: 'en' }), 0))
  assert.deepEqual(faults, [])
  const { steps } = JSON.parse(call(app, 'lesson', JSON.stringify({ id: lesson.id, language: 'en' }), 0))
  const step = steps.findIndex(({ kind }) => kind === 'playOut')
  const asked = { lesson: lesson.id, step, strength: 3, language: 'en' }
  let paths = []
  for (let move = 0; move < 20; move++) {
    const hint = JSON.parse(call(app, 'lessonHint', JSON.stringify({ ...asked, answer: { kind: 'moves', paths } }), 0))
    const route = hint.overlays.find(({ kind }) => kind === 'route').path
    const answer = { kind: 'moves', paths: [...paths, route] }
    const reply = JSON.parse(call(app, 'lessonStep', JSON.stringify({ ...asked, answer, mistakes: 0, hints: 0 }), 0))
    if (reply.verdict === 'done') return
    assert.equal(reply.verdict, 'goOn', reply.text)
    paths = reply.kept
  }
  assert.fail('the goal is not reached')
})

test('a browser without storage plays from memory, and says so', () => {
  const home = JSON.parse(App.memory(Date.now()).call('home', '{}', Date.now()))
  assert.equal(home.storage, 'memory')
})

test('a search takes the forced capture, in short slices, and tells how far it is', () => {
  const searcher = engine.search(params({ kind: 'depth', depth: 7 }))
  let news = 0
  while (searcher.result() === undefined) news += searcher.step(15) === undefined ? 0 : 1
  const { best, info } = JSON.parse(searcher.result())
  assert.equal(best.notation, '28x19')
  assert.equal(info.depth, 7)
  assert.ok(news > 0)
})

test('an endless search hears a stop between two slices, and still has its result', () => {
  const searcher = engine.search(params({ kind: 'infinite' }, { moves: [] }))
  const slices = Array.from({ length: 20 }, () => {
    const start = process.cpuUsage()
    searcher.step(15)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }).toSorted((a, b) => a - b)
  // The median of processor times, so that neither a loaded machine nor the compiler counts.
  assert.ok(slices[10] <= 20, `a slice of 15 ms took ${slices[10].toFixed(1)} ms`)
  assert.equal(searcher.result(), undefined)
  searcher.stop()
  const { best, info } = JSON.parse(searcher.result())
  assert.ok(best.notation && info.depth >= 1)
})

test('a search does without the endgame tables, and knows the end of a game once it has them', () => {
  const searched = () => {
    const searcher = engine.search(params({ kind: 'depth', depth: 1 }, { fen: 'W:WK1,K2:B37', moves: [] }))
    while (searcher.result() === undefined) searcher.step(15)
    return { wants: searcher.missingTables(), score: JSON.parse(searcher.result()).info.score }
  }
  const before = searched()
  assert.ok(before.wants === 'endgame/international.bin' && before.score < 9000)
  engine.install('endgame/international.bin', resource('endgame/international.bin'))
  // Won in nine plies.
  assert.deepEqual(searched(), { wants: undefined, score: 9991 })
})

test('a search by time asks for results of five pieces, and knows them once they are packed and installed', async () => {
  const { packTables } = await load('search')
  const five = new Engine()
  five.install('endgame/english.bin', resource('endgame/english.bin'))
  const asked = (limits) => {
    // Two kings against two, and a man that will be a king: won, but not within a few plies.
    const fen = 'W:WK15,K18,22:BK1,K5'
    const searcher = five.search(JSON.stringify({ variant: 'english', fen, moves: [], limits }))
    const wants = searcher.missingTables()
    while (searcher.result() === undefined) searcher.step(15)
    return { wants, score: JSON.parse(searcher.result()).info.score }
  }
  assert.equal(asked({ kind: 'depth', depth: 1 }).wants, undefined, 'a search that must not depend on what is loaded')
  assert.equal(asked({ kind: 'time', millis: 1 }).wants, 'endgame/english-5.bin')
  const coded = resource('endgame/english-5.bin')
  const packed = packTables(coded)
  assert.ok(packed.length > 3 * coded.length)
  assert.throws(() => packTables(coded.subarray(0, 1000)), /damaged/)
  assert.throws(() => five.install('endgame/spanish-5.bin', packed), { kind: 'missing', resource: 'endgame/spanish-5.bin' })
  const before = asked({ kind: 'depth', depth: 1 }).score
  five.install('endgame/english-5.bin', packed)
  const after = asked({ kind: 'time', millis: 1 })
  assert.equal(after.wants, undefined)
  assert.notEqual(after.score, before)
})

test('the same level, seed and position give the same move', () => {
  const level = JSON.parse(App.memory(0).call('levels', JSON.stringify({ variant: 'international' }), 0))[0].key
  const moves = [1, 2].map(() => {
    const searcher = engine.search(params({ kind: 'level', level, seed: 5 }, { moves: [] }))
    while (searcher.result() === undefined) searcher.step(15)
    return JSON.parse(searcher.result()).best.notation
  })
  assert.equal(moves[0], moves[1])
})

test('a game is searched without its weights, and otherwise once they are installed', () => {
  const score = () => {
    const searcher = engine.search(params({ kind: 'depth', depth: 1 }, { fen: 'W:W27,28,32,33,38,43:B13,16,17,18,22,24', moves: [] }))
    while (searcher.result() === undefined) searcher.step(15)
    return JSON.parse(searcher.result()).info.score
  }
  assert.equal(engine.missingWeights('frysk'), 'weights/frysk.bin')
  assert.equal(engine.missingWeights('killer'), 'weights/international.bin', 'borrowed')
  assert.equal(engine.missingWeights('international'), 'weights/international.bin')
  const before = score()
  assert.throws(() => engine.install('weights/international.bin', new Uint8Array(40)), {
    kind: 'missing',
    resource: 'weights/international.bin',
  })
  engine.install('weights/international.bin', resource('weights/international.bin'))
  assert.equal(engine.missingWeights('international'), undefined)
  assert.notEqual(score(), before)
})

/** A thread for the module with threads, as the page's worker starts one. */
const HELPER = `
  const { readFileSync } = require('node:fs')
  const { workerData: { folder, memory } } = require('node:worker_threads')
  import(folder + 'damier_threads.js').then(async ({ default: init, help }) => {
    await init({ module_or_path: readFileSync(new URL(folder + 'damier_threads_bg.wasm')), memory })
    help()
  })`

test('helpers search with the module with threads, which is as good without them', async () => {
  const { Engine: Threaded, memory } = await load('threads')
  const threaded = new Threaded()
  const folder = new URL('../../ui/src/wasm/threads/', import.meta.url).href
  /** Positions that two threads visit in so many milliseconds, of which the first thread visits at most a thousand. */
  const visited = async (millis) => {
    const searcher = threaded.search(params({ kind: 'infinite' }, { moves: [], threads: 2 }))
    searcher.step(0)
    await sleep(millis)
    searcher.stop()
    const { best, info } = JSON.parse(searcher.result())
    assert.ok(best.notation)
    searcher.free()
    return info.nodes
  }
  assert.ok((await visited(0)) <= 1000, 'no thread has come')
  const helper = new Worker(HELPER, { eval: true, workerData: { folder, memory } })
  // However slow the machine is, the helper begins some time.
  for (let millis = 20; (await visited(millis)) <= 1000; millis *= 2);
  await helper.terminate()
})

test('what is no search is refused with its kind', () => {
  const kinds = ['no JSON', params({ kind: 'depth', depth: 1 }, { fen: 'W:' }), params({ kind: 'depth', depth: 1 }, { variant: 'x' })].map(
    (given) => {
      try {
        return engine.search(given)
      } catch (error) {
        return error.kind
      }
    },
  )
  assert.deepEqual(kinds, ['badParams', 'badPosition', 'unknownVariant'])
})

test('what was freed refuses to be freed or used again, and others go on', () => {
  const searcher = engine.search(params({ kind: 'infinite' }))
  const app = App.memory(0)
  const [other, another] = [engine.search(params({ kind: 'infinite' })), App.memory(0)]
  searcher.step(5)
  searcher.free()
  app.free()
  for (const use of [
    () => searcher.free(),
    () => searcher.step(5),
    () => searcher.result(),
    () => app.free(),
    () => app.call('home', '{}', 0),
  ]) {
    assert.throws(use, /null pointer/)
  }
  other.step(5)
  other.stop()
  assert.ok(other.result())
  assert.equal(JSON.parse(another.call('home', '{}', 0)).storage, 'memory')
})
