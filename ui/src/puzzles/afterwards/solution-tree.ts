// The solution tree in print: the main line, and each variation on its own line below the move it replaces.
import type { SolutionMove } from '../../client/types'

/** Index of a move in the list; `null` is the puzzle's position. */
export type At = number | null

/** Consecutive moves; a larger depth is indented further. */
export interface Block {
  depth: number
  nodes: number[]
}

/** The replies to a move, main line first. */
export function answersTo(moves: readonly SolutionMove[], at: At): number[] {
  return moves.flatMap(({ answers }, place) => (answers === at ? [place] : []))
}

/** The moves from the start to this one, inclusive. */
export function pathTo(moves: readonly SolutionMove[], at: At): number[] {
  const path: number[] = []
  for (let here = at; here !== null; here = moves[here]?.answers ?? null) path.unshift(here)
  return path
}

/** The last move of the main line from here. */
export function endOf(moves: readonly SolutionMove[], at: At): At {
  let end = at
  for (let next: number | undefined; ([next] = answersTo(moves, end)), next !== undefined;) end = next
  return end
}

/** The whole tree in blocks. */
export function blocksOf(moves: readonly SolutionMove[]): Block[] {
  const blocks: Block[] = []
  const print = (first: number, others: readonly number[], depth: number): void => {
    let block: Block = { depth, nodes: [] }
    blocks.push(block)
    let [at, beside]: [number | undefined, readonly number[]] = [first, others]
    while (at !== undefined) {
      block.nodes.push(at)
      const [next, ...more] = answersTo(moves, at)
      for (const other of beside) print(other, [], depth + 1)
      if (beside.length > 0 && next !== undefined) {
        block = { depth, nodes: [] }
        blocks.push(block)
      }
      ;[at, beside] = [next, more]
    }
  }
  const [first, ...others] = answersTo(moves, null)
  if (first !== undefined) print(first, others, 0)
  return blocks
}
