import { beforeEach, describe, expect, it } from 'vitest'
import type { LibraryGameView, NodeView } from '../../client/types'
import { FakeClient, board, failed, move, position } from '../../shared/fake'
import { ViewerSession } from './viewer.svelte'

function node(parent: number | null, next: number[], path: number[]): NodeView {
  return {
    parent,
    next,
    ply: 0,
    number: 1,
    second: false,
    notation: path.join('-'),
    path,
    captured: [],
    signs: '',
    nags: [],
    before: '',
    comment: '',
    marks: [],
    clock: null,
    setup: null,
    unread: null,
  }
}

/** 32-28 19-23, and the variation 18-23. */
const game = (change: Partial<LibraryGameView> = {}): LibraryGameView => ({
  id: 9,
  revision: 4,
  variant: 'international',
  board,
  start: position('white'),
  result: 'open',
  tags: [],
  comment: '',
  marks: [],
  nodes: [node(null, [1, 2], [32, 28]), node(0, [], [19, 23]), node(0, [], [18, 23])],
  first: [0],
  unread: null,
  note: '',
  collections: [],
  played: false,
  goingOn: false,
  canUndo: false,
  repertoire: null,
  own: null,
  level: null,
  ...change,
})

let client: FakeClient
let viewer: ViewerSession

beforeEach(async () => {
  client = new FakeClient().on('libraryGame', () => game()).on('libraryPosition', ({ node: at }) => position(at === 0 ? 'black' : 'white'))
  viewer = new ViewerSession(client)
  await viewer.open(9)
})

describe('navigation', () => {
  it('goes forward, back, across and to both ends; a move forward is animated', async () => {
    expect([viewer.at, viewer.canGoBack, viewer.canGoOn]).toEqual([null, false, true])
    await viewer.next()
    expect(viewer.scene?.via.map(({ notation }) => notation)).toEqual(['32-28'])
    await viewer.last()
    expect([viewer.at, viewer.canGoOn]).toEqual([1, false])
    await viewer.across(1)
    expect(viewer.at).toBe(2)
    expect(viewer.scene?.via).toEqual([])
    await viewer.across(1)
    expect(viewer.at).toBe(2)
    await viewer.back()
    expect(viewer.at).toBe(0)
    await viewer.first()
    expect(viewer.at).toBeNull()
  })
})

describe('a game found by a search', () => {
  it('opens at the match, once', async () => {
    const found = new ViewerSession(client)
    found.wantAt(9, 2)
    await found.open(9)
    expect([found.at, found.scene?.position.turn]).toEqual([1, 'white'])
    await found.first()
    await found.open(9)
    expect(found.at).toBeNull()
  })
})

describe('editing', () => {
  it('goes to an existing move, and starts a variation with a new one', async () => {
    await viewer.next()
    await viewer.play(move('18-23'), [18, 23])
    expect([viewer.at, client.paramsOf('editGame')]).toEqual([2, []])
    await viewer.back()
    client.on('editGame', () => ({ game: game({ revision: 5, canUndo: true }), node: 1 }))
    await viewer.play(move('20-25'), [20, 25])
    expect(client.paramsOf('editGame')).toEqual([{ id: 9, revision: 4, edit: { kind: 'play', node: 0, path: [20, 25] } }])
    expect([viewer.at, viewer.game?.revision]).toEqual([1, 5])
  })

  it('goes to the previous move after a cut', async () => {
    await viewer.last()
    client.on('editGame', () => ({ game: game({ revision: 5 }), node: 0 }))
    await viewer.cut()
    expect(viewer.at).toBe(0)
  })

  it('reports rejected signs, and reloads a game changed elsewhere', async () => {
    await viewer.next()
    client.on('editGame', () => {
      throw failed('badParams')
    })
    expect(await viewer.signs('nonsense')).toBe(false)
    expect(viewer.refused).not.toBe('')
    client
      .on('editGame', () => {
        throw failed('stale')
      })
      .on('libraryGame', () => game({ revision: 7 }))
    expect(await viewer.comment('well played')).toBe(false)
    expect([viewer.game?.revision, viewer.at]).toEqual([7, 0])
  })

  it('leaves a reader where they went while a comment was saved', async () => {
    await viewer.last()
    let answer = (): void => {}
    const answered = new Promise<void>((done) => (answer = done))
    client.on('editGame', async ({ edit, revision }) => {
      await answered
      const nodes = game().nodes.map((one, at) => ('text' in edit && at === edit.node ? { ...one, comment: edit.text } : one))
      return { game: game({ revision: revision + 1, nodes }), node: 'node' in edit ? (edit.node ?? null) : null }
    })
    const saved = viewer.comment('well played')
    await viewer.back()
    expect(viewer.at).toBe(0)
    answer()
    expect(await saved).toBe(true)
    expect([viewer.at, viewer.game?.nodes[1]?.comment]).toEqual([0, 'well played'])
  })

  it('makes edits in quick succession one after the other, each from the revision before', async () => {
    await viewer.last()
    client.on('editGame', async ({ edit, revision }) => {
      await Promise.resolve()
      if (revision !== viewer.game?.revision) throw failed('stale')
      return { game: game({ revision: revision + 1 }), node: 'node' in edit ? (edit.node ?? null) : null }
    })
    const all = [viewer.comment('a'), viewer.signs('!'), viewer.comment('b'), viewer.draw({ origin: 1, target: 2, tone: 1 })]
    await Promise.all(all)
    expect(viewer.refused).toBe('')
    expect(client.paramsOf('editGame').map(({ revision, edit }) => [revision, edit.kind])).toEqual([
      [4, 'comment'],
      [5, 'signs'],
      [6, 'comment'],
      [7, 'marks'],
    ])
  })

  it('saves a comment although another game is opened at once', async () => {
    await viewer.last()
    client
      .on('libraryGame', ({ id }) => game({ id }))
      .on('editGame', ({ revision }) => ({ game: game({ revision: revision + 1 }), node: 1 }))
    const saved = [viewer.comment('a'), viewer.signs('!')]
    await viewer.open(10)
    expect(await Promise.all(saved)).toEqual([true, true])
    expect(client.paramsOf('editGame').map(({ id, revision }) => [id, revision])).toEqual([
      [9, 4],
      [9, 5],
    ])
    expect([viewer.game?.id, viewer.game?.revision, viewer.at]).toEqual([10, 4, null])
  })

  it('follows a move to its new index, also for the edits that wait', async () => {
    await viewer.last()
    // The variation is promoted: its index changes.
    const turned = [node(null, [1, 2], [32, 28]), node(0, [], [18, 23]), node(0, [], [19, 23])]
    client.on('editGame', ({ revision }) => ({ game: game({ revision: revision + 1, nodes: turned }), node: null }))
    await Promise.all([viewer.promote(), viewer.comment('still of 19-23')])
    expect(client.paramsOf('editGame')[1]?.edit).toEqual({ kind: 'comment', node: 2, text: 'still of 19-23' })
    expect(viewer.at).toBe(2)
  })
})
