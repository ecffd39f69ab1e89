// Random edits, moves and walks with random delays, against a model: nothing is lost, and nothing lands elsewhere.
import { expect, it } from 'vitest'
import type { LibraryGameView, NodeView } from '../../client/types'
import { FakeClient, board, failed, move, position } from '../../shared/fake'
import { type At, pathTo } from './game-tree'
import { ViewerSession } from './viewer.svelte'

const RUNS = 150
const STEPS = 60

/** Random numbers below a bound, the same for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Kept {
  parent: number | null
  path: number[]
  comment: string
}

/** The core's side: a tree whose nodes are numbered anew after each move, as the core does. */
class Core {
  readonly nodes: Kept[] = []
  revision = 0

  children(parent: number | null): number[] {
    return this.nodes.flatMap((node, id) => (node.parent === parent ? [id] : []))
  }

  /** Ids in display order. */
  order(parent: number | null = null): number[] {
    return this.children(parent).flatMap((id) => [id, ...this.order(id)])
  }

  view(): LibraryGameView {
    const order = this.order()
    const at = (id: number): number => order.indexOf(id)
    const nodes = order.map((id): NodeView => {
      const { parent, path, comment } = this.nodes[id] as Kept
      const about = { ply: 0, number: 1, second: false, captured: [], signs: '', nags: [], before: '', marks: [], clock: null, setup: null }
      return {
        ...about,
        parent: parent === null ? null : at(parent),
        next: this.children(id).map(at),
        notation: path.join('-'),
        path,
        comment,
        unread: null,
      }
    })
    const facts = { result: 'open' as const, tags: [], comment: '', marks: [], note: '', collections: [], unread: null }
    const states = { played: false, goingOn: false, canUndo: false, repertoire: null, own: null, level: null }
    const first = this.children(null).map(at)
    return { ...facts, ...states, id: 9, revision: this.revision, variant: 'international', board, start: position('white'), nodes, first }
  }
}

/** A node by the moves that lead to it. */
const keyOf = (game: LibraryGameView, at: At): string =>
  pathTo(game, at)
    .map((node) => game.nodes[node]?.notation)
    .join(' ')

/** Runs one random evening; returns the number of moves it left. */
async function run(seed: number): Promise<number> {
  const below = random(seed)
  const wait = async (most: number): Promise<void> => {
    for (let turns = below(most); turns > 0; turns--) await Promise.resolve()
  }
  const core = new Core()
  const client = new FakeClient()
    .on('libraryGame', () => core.view())
    .on('libraryPosition', async () => {
      await wait(6)
      return position('white')
    })
    .on('editGame', async ({ edit, revision }) => {
      await wait(8)
      if (revision !== core.revision) throw failed('stale')
      const id = 'node' in edit ? (core.order()[edit.node ?? -1] ?? null) : null
      core.revision++
      let node = id
      if (edit.kind === 'play') node = core.nodes.push({ parent: id, path: [...edit.path], comment: '' }) - 1
      else if (edit.kind === 'comment' && id !== null) (core.nodes[id] as Kept).comment = edit.text
      const answer = { game: core.view(), node: node === null ? null : core.order().indexOf(node) }
      await wait(8)
      return answer
    })
  const viewer = new ViewerSession(client)
  await viewer.open(9)

  const moves = new Set<string>()
  const comments = new Map<string, string>()
  const pending: Promise<unknown>[] = []
  let playing = false
  let stands = ''
  for (let step = 0; step < STEPS; step++) {
    const game = viewer.game as LibraryGameView
    const here = keyOf(game, viewer.at)
    const what = below(3)
    if (what === 0 && game.nodes.length > 0) {
      const at = below(game.nodes.length)
      stands = keyOf(game, at)
      pending.push(viewer.go(at))
    } else if (what === 1 && viewer.at !== null) {
      comments.set(here, `comment ${step}`)
      pending.push(viewer.comment(`comment ${step}`))
    } else if (!playing) {
      // The board takes the next move once the last one stands on it.
      const path = [step + 1, step + 100]
      const key = [here, path.join('-')].filter(Boolean).join(' ')
      moves.add(key)
      stands = key
      playing = true
      pending.push(viewer.play(move(path.join('-')), path).then(() => (playing = false)))
    }
    await wait(12)
    expect(viewer.refused, `seed ${seed}, step ${step}`).toBe('')
  }
  await Promise.all(pending)
  const game = viewer.game as LibraryGameView
  expect(game, `seed ${seed}`).toEqual(core.view())
  const keys = game.nodes.map((_, at) => keyOf(game, at))
  expect(new Set(keys), `seed ${seed}`).toEqual(moves)
  expect(Object.fromEntries(keys.map((key, at) => [key, game.nodes[at]?.comment])), `seed ${seed}`).toEqual(
    Object.fromEntries(keys.map((key) => [key, comments.get(key) ?? ''])),
  )
  expect(keyOf(game, viewer.at), `seed ${seed}`).toBe(stands)
  return keys.length
}

// In tests of their own: the time limit of a test holds for ten runs, also on a slow machine.
it.each(Array.from({ length: RUNS / 10 }, (_, block) => 10 * block + 1))(
  'keeps every comment and every move where the reader stood, however fast the reader is: runs from %i',
  async (first) => {
    for (let seed = first; seed < first + 10; seed++) expect(await run(seed)).toBeGreaterThan(0)
  },
)
