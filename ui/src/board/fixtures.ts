// Hand-written positions for the tests and the demo page, with their legal moves as a core would give them.
import type { BoardView, MoveView, PieceView, PositionView, SideView } from '../client/types'
import { geometryOf, legsOf } from './geometry'
import { halfBoard } from './half-board'

/** A board on which every square is played. */
export function fullBoard(size: number): BoardView {
  const squares = Array.from({ length: size * size }, (_, index): [number, number] => [index % size, Math.floor(index / size)])
  return {
    columns: size,
    rows: size,
    squares,
    labels: squares.map(([column, row]) => `${'abcdefghijkl'[column]}${size - row}`),
    below: 'white',
    liftsAtOnce: true,
  }
}

export const TEN = halfBoard(10, 10)

/** Parses `W:W31,K5:B19` with its legal moves: `32-28`, `31x22x11`; equivalent routes are joined by `=`. */
export function position(fen: string, moves: readonly string[], board: BoardView = TEN): PositionView {
  const pieces = piecesOf(fen)
  const turn: SideView = fen.startsWith('W') ? 'white' : 'black'
  const legal = moves.map((text) => moveOf(pieces, turn, text, board))
  return {
    variant: 'international',
    fen,
    turn,
    pieces,
    legal,
    mustTake: legal.some((move) => move.captured.length > 0),
  }
}

/** Parses a move; a final `=K` makes it promote. */
export function moveOf(pieces: readonly PieceView[], turn: SideView, text: string, board: BoardView = TEN): MoveView {
  const geometry = geometryOf(board, 'white')
  const promotes = text.endsWith('=K')
  const routes = (promotes ? text.slice(0, -2) : text).split('=').map((route) => route.split(/[-x]/).map(Number))
  const enemies = new Set(pieces.filter((piece) => piece.side !== turn).map((piece) => piece.square))
  const [first = []] = routes
  const captured = legsOf(first).flatMap(([from, to]) => geometry.between(from, to).filter((at) => enemies.has(at)))
  const [origin = 0, target = 0] = [first[0], first.at(-1)]
  const notation = `${origin}${captured.length > 0 ? 'x' : '-'}${target}`
  const taken = [...new Set(captured)]
  const names = { names: first.map(geometry.label), takenNames: taken.map(geometry.label) }
  return { origin, target, captured: taken, routes, notation, promotes, crownedOn: promotes ? [target] : [], ...names }
}

function piecesOf(fen: string): PieceView[] {
  return fen
    .split(':')
    .slice(1)
    .flatMap((part) => {
      const side: SideView = part.startsWith('W') ? 'white' : 'black'
      return part
        .slice(1)
        .split(',')
        .filter((text) => text !== '')
        .map((text): PieceView => {
          const king = text.startsWith('K')
          return { square: Number(king ? text.slice(1) : text), side, role: king ? 'king' : 'man' }
        })
    })
}

const numbers = (from: number, to: number): string => Array.from({ length: to - from + 1 }, (_, index) => from + index).join(',')

/** The start of a game. */
export const START = position(`W:W${numbers(31, 50)}:B${numbers(1, 20)}`, [
  '31-26',
  '31-27',
  '32-27',
  '32-28',
  '33-28',
  '33-29',
  '34-29',
  '34-30',
  '35-30',
])
/** Four men in a square, taken in either direction back to the start: a single move. */
export const LOOP = position('W:W38:B22,23,32,33', ['38x29x18x27x38=38x27x18x29x38'])
/** A man takes four and ends on 13 by two routes with different captures; a loop back to 31 also takes four. */
export const TWO_WAYS = position('W:W31:B19,27,28,29,32,37,38', ['31x22x33x24x13', '31x42x33x24x13', '31x22x33x42x31=31x42x33x22x31'])
/** A king with two routes to 5. */
export const KING_WAYS = position('W:WK3:B8,10,18,27', ['3x12x23x5', '3x21x32x5'])
/** Only the longer of two captures is legal. */
export const MAJORITY = position('W:W31,38,44,49:B3,7,23,27,33', ['38x29x18'])
/** The Turkish stroke (coup turc): the king must take five and stop on 33. */
export const TURKISH = position('B:W29,30,38,39,44,46:B12,22,26,K21', ['21x49x35x24x33'])
