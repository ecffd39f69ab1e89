// A game tree in print: blocks of moves, one for each variation, and navigation between moves. Knows no rules.
import type { LibraryGameView, MoveView, NodeView, PositionView } from '../../client/types'
import { inPrint } from '../../shared/moves/in-text'

/** A run of consecutive moves. */
export interface Block {
  /** 0 = main line, 1 = a variation of it, 2 = a variation of that … */
  depth: number
  /** Indices of the game's nodes. */
  nodes: number[]
}

/** Index of a move, or `null` for the start of the game. */
export type At = number | null

type Tree = Pick<LibraryGameView, 'nodes' | 'first'>

/** Continuations after a move, main continuation first. */
export function nextOf(game: Tree, at: At): readonly number[] {
  return at === null ? game.first : (game.nodes[at]?.next ?? [])
}

/** Alternatives to a move, including itself. */
export function siblingsOf(game: Tree, at: number): readonly number[] {
  return nextOf(game, game.nodes[at]?.parent ?? null)
}

/** The last move of the line that continues from here. */
export function endOf(game: Tree, at: At): At {
  let end = at
  for (let next = nextOf(game, end)[0]; next !== undefined; next = nextOf(game, end)[0]) end = next
  return end
}

/** The main line, up to a set-up position. */
export function mainLine(game: Tree): number[] {
  const line: number[] = []
  for (let next = nextOf(game, null)[0]; next !== undefined && game.nodes[next]?.setup === null; next = nextOf(game, next)[0])
    line.push(next)
  return line
}

/** The moves from the start to this one, inclusive. */
export function pathTo(game: Tree, at: At): number[] {
  const path: number[] = []
  for (let node: At = at; node !== null; node = game.nodes[node]?.parent ?? null) path.push(node)
  return path.toReversed()
}

/** The node of `after` that the moves to `at` in `before` lead to; the last one left if the edit between removed some. */
export function sameNode(before: Tree, after: Tree, at: At): At {
  if (before === after) return at
  let there: At = null
  for (const step of pathTo(before, at)) {
    const wanted = before.nodes[step]
    const next: number | undefined = nextOf(after, there).find((index) => {
      const node = after.nodes[index]
      return node?.path.join() === wanted?.path.join() && node?.captured.join() === wanted?.captured.join() && node?.setup === wanted?.setup
    })
    if (next === undefined) return there
    there = next
  }
  return there
}

/** The blocks in reading order. Not recursive, so that variations may be arbitrarily deep. */
export function blocksOf(game: Tree): Block[] {
  const blocks: Block[] = []
  const [begin] = game.first
  const waiting = begin === undefined ? [] : [{ node: begin, depth: 0 }]
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    const { depth } = task
    const block: Block = { depth, nodes: [] }
    blocks.push(block)
    for (let node: number | undefined = task.node; node !== undefined;) {
      block.nodes.push(node)
      const [main, ...others] = siblingsOf(game, node)
      const next: number | undefined = game.nodes[node]?.next[0]
      if (main === node && others.length > 0) {
        if (next !== undefined) waiting.push({ node: next, depth })
        waiting.push(...others.toReversed().map((other) => ({ node: other, depth: depth + 1 })))
        break
      }
      node = next
    }
  }
  return blocks
}

/** A run of moves within a chunk: a block, or a part of a long one. */
export interface Piece extends Block {
  /** The preceding move in the same block. */
  before: At
}

/** Moves per chunk: a game of usual length is one chunk. */
export const CHUNK = 200

/** The blocks in order, in chunks of about `most` moves: only visible chunks of a very long game are drawn. */
export function chunksOf(blocks: readonly Block[], most = CHUNK): Piece[][] {
  const chunks: Piece[][] = []
  let room = 0
  for (const { depth, nodes } of blocks) {
    for (let from = 0; from < nodes.length;) {
      if (room === 0) {
        chunks.push([])
        room = most
      }
      const piece = nodes.slice(from, from + room)
      chunks.at(-1)?.push({ depth, nodes: piece, before: nodes[from - 1] ?? null })
      from += piece.length
      room -= piece.length
    }
  }
  return chunks
}

/** Converts a node to a move for the board, given the positions before and after it. */
export function moveOf(node: NodeView, before: PositionView | null, after: PositionView, labels: readonly string[]): MoveView | null {
  const [origin, target] = [node.path[0], node.path.at(-1)]
  if (origin === undefined || target === undefined) return null
  const was = before?.pieces.find(({ square }) => square === origin)
  const is = after.pieces.find(({ square }) => square === target)
  const promotes = was?.role === 'man' && is?.role === 'king'
  const { captured, notation, path } = node
  const name = (square: number): string => labels[square - 1] ?? String(square)
  const known = before?.legal.find((move) => move.origin === origin && move.target === target && move.notation === notation)
  const crownedOn = known?.crownedOn ?? (promotes ? [target] : [])
  return { origin, target, captured, routes: [path], notation, promotes, crownedOn, names: path.map(name), takenNames: captured.map(name) }
}

/** Styles of printed moves: as in files, or as in French books with Black's moves in parentheses and every landing of a capture. */
export type MovesStyle = 'pdn' | 'french'

/** A move printed in a style, with its signs. */
export function printedNode(node: NodeView, labels: readonly string[], style: MovesStyle): string {
  if (node.setup !== null) return '⊕'
  const plain = inPrint(node.notation)
  if (style === 'pdn') return plain + node.signs
  const stops = node.path.map((square) => labels[square - 1] ?? String(square))
  const whole = node.captured.length > 0 ? stops.join('×') : plain
  return node.second ? `(${whole}${node.signs})` : whole + node.signs
}

/** The signs of a move, split into the groups of the federation's specification. */
export interface Signs {
  /** "!", "!!", "?", "??", "!?", "?!" or empty. */
  strength: string
  forced: boolean
  /** "+", "=", "+1", "-2" or empty. */
  verdict: string
}

export function signsOf(text: string): Signs {
  const [, strength = '', forced = '', verdict = ''] = /^([!?]{1,2})?(\*)?(\+|=|[+-]\d+)?$/.exec(text) ?? []
  return { strength, forced: forced !== '', verdict }
}

export function signsText({ strength, forced, verdict }: Signs): string {
  return strength + (forced ? '*' : '') + verdict
}
