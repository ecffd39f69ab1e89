// Layout of a printed game: runs of moves with annotations, and a diagram after each annotated move of the main line. Knows no rules.
import type { LibraryGameView, NodeView } from '../../client/types'
import { blocksOf, printedNode } from '../viewer/game-tree'

export type Part =
  /** A run of moves; 0 is the main line, larger depths are variations. */
  | { kind: 'moves'; depth: number; nodes: number[] }
  /** The position after a move. */
  | { kind: 'diagram'; node: number }

/** Limit on diagrams of one game. */
export const MOST_DIAGRAMS = 40

/** True if the move has a comment, drawing or evaluation. */
export function isAnnotated({ comment, marks, signs, nags }: NodeView): boolean {
  return comment !== '' || marks.length > 0 || /[!?]/.test(signs) || nags.length > 0
}

export function partsOf(game: LibraryGameView): Part[] {
  const parts: Part[] = []
  let diagrams = 0
  for (const { depth, nodes } of blocksOf(game)) {
    let run: number[] = []
    const end = (): void => {
      if (run.length > 0) parts.push({ kind: 'moves', depth, nodes: run })
      run = []
    }
    for (const node of nodes) {
      run.push(node)
      const view = game.nodes[node]
      if (depth > 0 || !view || !isAnnotated(view) || diagrams === MOST_DIAGRAMS) continue
      end()
      parts.push({ kind: 'diagram', node })
      diagrams++
    }
    end()
  }
  return parts
}

/** A move of a run, with its number before White's moves and at the start of the run. */
export function printedMove(game: LibraryGameView, { nodes }: { nodes: readonly number[] }, index: number): string {
  const node = game.nodes[nodes[index] ?? -1]
  if (!node) return ''
  const words = printedNode(node, game.board.labels, 'pdn')
  if (node.setup !== null) return words
  if (!node.second) return `${node.number}.\u00a0${words}`
  const last = game.nodes[nodes[index - 1] ?? -1]
  return !last || last.comment !== '' || last.setup !== null ? `${node.number}.\u00a0… ${words}` : words
}
