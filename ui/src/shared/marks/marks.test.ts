import { describe, expect, it } from 'vitest'
import type { EditGame, LibraryGameView, MarkView, NodeView } from '../../client/types'
import { FakeClient, failed, settle } from '../fake'
import { KeptMarks } from './kept-marks.svelte'
import { withStroke } from './own-marks.svelte'

const ring = { origin: 28, target: 28 }
const mark = (tone: 1 | 2 | 3 | 4) => ({ ...ring, tone })

describe('a stroke', () => {
  it('of a mouse removes the same mark and changes another tone', () => {
    expect(withStroke([], mark(2))).toEqual([mark(2)])
    expect(withStroke([mark(2)], mark(2))).toEqual([])
    expect(withStroke([mark(2)], mark(3))).toEqual([mark(3)])
  })

  it('of a finger cycles through the four tones before it is removed', () => {
    const next = { ...ring, tone: 'next' } as const
    expect(withStroke([], next)).toEqual([mark(1)])
    expect(withStroke([mark(1)], next)).toEqual([mark(2)])
    expect(withStroke([mark(4), { origin: 1, target: 7, tone: 1 }], next)).toEqual([{ origin: 1, target: 7, tone: 1 }])
  })
})

/** A store with one game of three moves: the second has a variation, the last follows a set-up position. */
function store(): { client: FakeClient; marks: Map<number | null, MarkView[]>; stale: () => void; edits: () => EditGame[] } {
  const marks = new Map<number | null, MarkView[]>([[0, [mark(4)]]])
  let revision = 3
  let away = 0
  const nodes = [
    [1, 2], // 0: the first move
    [3], // 1: the second move
    [], // 2: its variation
    [4], // 3: a set-up position
    [], // 4: the third move
  ].map((next, at) => ({ next, setup: at === 3 ? 'W:W31:B5' : null, marks: marks.get(at) ?? [] }) as unknown as NodeView)
  const view = (): LibraryGameView =>
    ({
      revision,
      first: [0],
      marks: marks.get(null) ?? [],
      nodes: nodes.map((node, at) => ({ ...node, marks: marks.get(at) ?? [] })),
    }) as unknown as LibraryGameView
  const client = new FakeClient().on('libraryGame', view).on('editGame', ({ revision: at, edit }) => {
    if (away-- > 0) revision++
    if (at !== revision) throw failed('stale')
    if (edit.kind === 'marks') marks.set(edit.node ?? null, edit.marks)
    revision++
    return { game: view(), node: null }
  })
  return { client, marks, stale: () => (away = 1), edits: () => client.paramsOf('editGame') }
}

describe('marks on a game in progress', () => {
  it('are loaded from the game move by move, and saved with it', async () => {
    const { client, marks } = store()
    const kept = new KeptMarks(client, 7)
    await kept.read()
    expect([kept.of(0), kept.of(1), kept.of(2)]).toEqual([[], [mark(4)], []])
    await Promise.all([kept.draw(0, mark(1)), kept.draw(3, mark(2)), kept.draw(3, { origin: 32, target: 28, tone: 3 })])
    expect(marks.get(null)).toEqual([mark(1)])
    // The third move follows a set-up position, which does not count as a ply.
    expect(marks.get(4)).toEqual([mark(2), { origin: 32, target: 28, tone: 3 }])
  })

  it('are saved again if a move was played meanwhile', async () => {
    const { client, marks, stale, edits } = store()
    const kept = new KeptMarks(client, 7)
    stale()
    await kept.draw(1, mark(2))
    expect(edits().map(({ revision }) => revision)).toEqual([3, 4])
    expect(marks.get(0)).toEqual([mark(2)])
  })

  it('stay if drawn during loading, and go with moves that are taken back', async () => {
    const { client } = store()
    const kept = new KeptMarks(client, 7)
    const reading = kept.read()
    void kept.draw(1, mark(1))
    await reading
    await settle()
    expect(kept.of(1)).toEqual([mark(1)])
    kept.cut(0)
    expect(kept.of(1)).toEqual([])
  })
})
