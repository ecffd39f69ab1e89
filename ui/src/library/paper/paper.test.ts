import { describe, expect, it } from 'vitest'
import type { LibraryGameView, NodeView } from '../../client/types'
import { board, position } from '../../shared/fake'
import { MOST_DIAGRAMS, partsOf, printedMove } from './paper'

const node = (parent: number | null, next: number[], ply: number, notation: string, more: Partial<NodeView> = {}): NodeView => ({
  parent,
  next,
  ply,
  number: Math.floor(ply / 2) + 1,
  second: ply % 2 === 1,
  notation,
  path: [],
  captured: [],
  signs: '',
  nags: [],
  before: '',
  comment: '',
  marks: [],
  clock: null,
  setup: null,
  unread: null,
  ...more,
})

const game = (nodes: NodeView[]): LibraryGameView => ({
  id: 1,
  revision: 0,
  variant: 'international',
  board,
  start: position('white'),
  result: 'draw',
  tags: [],
  comment: '',
  marks: [],
  nodes,
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
})

describe('a printed game', () => {
  // 1. 32-28 {good} 19-23 (1... 18-23) 2. 28x19
  const annotated = game([
    node(null, [1, 2], 0, '32-28', { comment: 'good' }),
    node(0, [3], 1, '19-23'),
    node(0, [], 1, '18-23', { comment: 'no diagram here' }),
    node(1, [], 2, '28x19', { signs: '!' }),
  ])

  it('has a diagram after each annotated move of the main line, and none in variations', () => {
    expect(partsOf(annotated)).toEqual([
      { kind: 'moves', depth: 0, nodes: [0] },
      { kind: 'diagram', node: 0 },
      { kind: 'moves', depth: 0, nodes: [1] },
      { kind: 'moves', depth: 1, nodes: [2] },
      { kind: 'moves', depth: 0, nodes: [3] },
      { kind: 'diagram', node: 3 },
    ])
  })

  it('numbers White’s moves, and Black’s at the start of a run', () => {
    expect(printedMove(annotated, { nodes: [0, 1] }, 0)).toBe('1.\u00a032-28')
    // A comment stands between the two moves.
    expect(printedMove(annotated, { nodes: [0, 1] }, 1)).toBe('1.\u00a0… 19-23')
    expect(printedMove(annotated, { nodes: [2] }, 0)).toBe('1.\u00a0… 18-23')
    expect(printedMove(annotated, { nodes: [1, 3] }, 1)).toBe('2.\u00a028×19!')
  })

  it('limits the number of diagrams', () => {
    const long = Array.from({ length: 100 }, (_, at) =>
      node(at === 0 ? null : at - 1, at === 99 ? [] : [at + 1], at, '32-28', { signs: '!' }),
    )
    const diagrams = partsOf(game(long)).filter(({ kind }) => kind === 'diagram')
    expect(diagrams).toHaveLength(MOST_DIAGRAMS)
    const moves = partsOf(game(long)).flatMap((part) => (part.kind === 'moves' ? part.nodes : []))
    expect(moves).toHaveLength(100)
  })
})
