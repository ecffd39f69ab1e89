import { expect, it } from 'vitest'
import type { SolutionMove } from '../../client/types'
import { move, position } from '../../shared/fake'
import { answersTo, blocksOf, endOf, pathTo } from './solution-tree'

/** 0 is the key move; it is answered by 1 or 4, each with its own end. */
const moves: SolutionMove[] = [null, 0, 1, 2, 0, 4].map((answers) => ({ played: move('32-28'), position: position('black', []), answers }))

it('a variation stands below the move it replaces, and the main line continues after it', () => {
  expect(blocksOf(moves)).toEqual([
    { depth: 0, nodes: [0, 1] },
    { depth: 1, nodes: [4, 5] },
    { depth: 0, nodes: [2, 3] },
  ])
  expect(blocksOf([])).toEqual([])
})

it('the tree follows its main line, and each move knows its path', () => {
  expect(answersTo(moves, 0)).toEqual([1, 4])
  expect(endOf(moves, null)).toBe(3)
  expect(endOf(moves, 4)).toBe(5)
  expect(pathTo(moves, 5)).toEqual([0, 4, 5])
})
