// The solution of a puzzle as it is printed: the main line, each other move in a line of its own below the one it replaces. Knows
// no words and no board.
import type { SolutionMove } from '../../client/types'

/** A move by its place in the list; null is the puzzle's position. */
export type At = number | null

/** Moves printed in one go. Those of a greater depth stand further in. */
export interface Block {
  depth: number
  nodes: number[]
}

/** The moves that answer this one, the main line first. */
export function answersTo(moves: readonly SolutionMove[], at: At): number[] {
  return moves.flatMap(({ answers }, place) => (answers === at ? [place] : []))
}

/** The moves that lead to this one, itself the last. */
export function pathTo(moves: readonly SolutionMove[], at: At): number[] {
  const path: number[] = []
  for (let here = at; here !== null; here = moves[here]?.answers ?? null) path.unshift(here)
  return path
}

/** The end of the main line that goes on from here. */
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
