import { describe, expect, it } from 'vitest'
import type { NodeView } from '../../client/types'
import { position } from '../../shared/fake'
import { blocksOf, chunksOf, endOf, moveOf, nextOf, pathTo, printedNode, siblingsOf, signsOf, signsText } from './game-tree'

function node(parent: number | null, next: number[], more: Partial<NodeView> = {}): NodeView {
  return {
    parent,
    next,
    ply: 0,
    number: 1,
    second: false,
    notation: '32-28',
    path: [32, 28],
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
  }
}

// 0 1 2; beside 1 the variation 3 4, with 5 beside 4; and another first move 6.
const game = {
  first: [0, 6],
  nodes: [node(null, [1]), node(0, [2]), node(1, []), node(null, []), node(null, []), node(null, []), node(null, [])],
}
game.nodes[0] = node(null, [1, 3])
game.nodes[3] = node(0, [4, 5])
game.nodes[4] = node(3, [])
game.nodes[5] = node(3, [])

describe('a tree', () => {
  it('is walked from move to move', () => {
    expect(nextOf(game, null)).toEqual([0, 6])
    expect(nextOf(game, 0)).toEqual([1, 3])
    expect(siblingsOf(game, 3)).toEqual([1, 3])
    expect(endOf(game, null)).toBe(2)
    expect(endOf(game, 3)).toBe(4)
    expect(pathTo(game, 4)).toEqual([0, 3, 4])
    expect(pathTo(game, null)).toEqual([])
  })

  it('is printed with each variation after the move it replaces', () => {
    expect(blocksOf(game)).toEqual([
      { depth: 0, nodes: [0] },
      { depth: 1, nodes: [6] },
      { depth: 0, nodes: [1] },
      { depth: 1, nodes: [3, 4] },
      { depth: 2, nodes: [5] },
      { depth: 0, nodes: [2] },
    ])
    expect(blocksOf({ first: [], nodes: [] })).toEqual([])
  })

  it('is printed even with ten thousand nested variations', () => {
    // Each move has a reply, and an alternative that starts the next variation.
    const nodes: NodeView[] = []
    for (let i = 0; i < 10_000; i++) {
      nodes.push(node(i === 0 ? null : 2 * (i - 1), i === 9999 ? [] : [2 * i + 1, 2 * i + 2]), node(2 * i, []))
    }
    expect(blocksOf({ first: [0], nodes }).at(-1)?.depth).toBeGreaterThan(9000)
  })
})

describe('a move', () => {
  const labels = Array.from({ length: 50 }, (_, index) => String(index + 1))
  const take = node(null, [], { notation: '38x18', path: [38, 29, 18], captured: [33, 23], second: true, signs: '!?' })

  it('is printed as in files and as in French books', () => {
    expect(printedNode(take, labels, 'pdn')).toBe('38×18!?')
    expect(printedNode(take, labels, 'french')).toBe('(38×29×18!?)')
    expect(printedNode(node(null, []), labels, 'french')).toBe('32-28')
  })

  it('crowns if a man left and a king arrived', () => {
    const [before, after] = [position('white'), position('black')]
    const there = (role: 'man' | 'king', square: number) => [{ square, side: 'white' as const, role }]
    const mv = moveOf(take, { ...before, pieces: there('man', 38) }, { ...after, pieces: there('king', 18) }, [])
    expect(mv).toMatchObject({ origin: 38, target: 18, captured: [33, 23], promotes: true })
    expect(moveOf(node(null, [], { path: [] }), before, after, [])).toBeNull()
  })

  it('has signs that are split and joined again', () => {
    for (const text of ['', '!', '!!', '?', '??', '!?', '?!', '*', '?*', '+', '=', '+1', '-2', '!*+2'])
      expect(signsText(signsOf(text))).toBe(text)
    expect(signsOf('!?*-1')).toEqual({ strength: '!?', forced: true, verdict: '-1' })
  })
})

it('a very long game is drawn in chunks, a short one in one', () => {
  const line = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index)
  const blocks = [
    { depth: 0, nodes: line(0, 450) },
    { depth: 1, nodes: line(450, 30) },
    { depth: 0, nodes: line(480, 100) },
  ]
  const chunks = chunksOf(blocks, 200)
  expect(chunks.map((chunk) => chunk.map(({ depth, nodes, before }) => [depth, nodes.length, before]))).toEqual([
    [[0, 200, null]],
    [[0, 200, 199]],
    [
      [0, 50, 399],
      [1, 30, null],
      [0, 100, null],
    ],
  ])
  expect(chunks.flat().flatMap(({ nodes }) => nodes)).toEqual(line(0, 580))
  expect(chunksOf(blocks.slice(1))).toHaveLength(1)
  // Ten thousand variations of one move each.
  const many = Array.from({ length: 10_000 }, (_, index) => ({ depth: 1, nodes: [index] }))
  expect(chunksOf(many).flat()).toHaveLength(10_000)
  expect(Math.max(...chunksOf(many).map((chunk) => chunk.length))).toBeLessThanOrEqual(200)
})
