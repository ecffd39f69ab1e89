// Facts derived from a game of the core: players, side to move, captures. Pure; knows no session.
import type { AidsView, BoardView, GameResultView, GameView, Handicap, LibraryGameView, PositionView, SideView } from '../client/types'
import { inPrint } from './moves/in-text'

export const other = (side: SideView): SideView => (side === 'white' ? 'black' : 'white')

/** The side that makes the move at this index, 0 the first. */
export const moverOf = (index: number, first: SideView): SideView => (index % 2 === 0 ? first : other(first))

/** Colour of the single person; `null` with two people or none. */
export function personOf({ white, black }: Pick<GameView, 'white' | 'black'>): SideView | null {
  if (white.kind === black.kind) return null
  return white.kind === 'human' ? 'white' : 'black'
}

/** Two people at one board. */
export const isForTwo = ({ white, black }: GameView): boolean => white.kind === 'human' && black.kind === 'human'

/** The computer plays against itself. */
export const isItself = ({ white, black }: GameView): boolean => white.kind === 'computer' && black.kind === 'computer'

/** By the official rules, not a house rule: only then can engine and tables evaluate moves. */
export const isByTheBook = ({ terms }: GameView): boolean => !terms.houseRule

/** The winner, if any. */
export function winnerOf(result: GameResultView): SideView | null {
  if (result === 'whiteWins') return 'white'
  return result === 'blackWins' ? 'black' : null
}

/** Amount of help a side has. */
export function aidsOf({ terms }: GameView, side: SideView): AidsView {
  if (terms.serious) return 'none'
  return side === 'white' ? terms.whiteAids : terms.blackAids
}

/** The side that makes the move after `ply` moves. */
export function sideAt({ ply: now, position }: GameView, ply: number): SideView {
  return (now - ply) % 2 === 0 ? position.turn : other(position.turn)
}

/** Tempi of each side: the rows its men have advanced from its base. */
export function tempiOf(board: BoardView, { pieces }: PositionView): { white: number; black: number } {
  const sum = (side: SideView): number =>
    pieces
      .filter((piece) => piece.side === side && piece.role === 'man')
      .map(({ square }) => board.squares[square - 1]?.[1] ?? 0)
      .reduce((total, row) => total + (side === 'white' ? board.rows - 1 - row : row), 0)
  return { white: sum('white'), black: sum('black') }
}

/** Number of the move after `ply` plies, from 1. */
export const moveNumber = (ply: number): number => Math.floor(ply / 2) + 1

/** The moves of a line from the start of a game as printed, "1. 32-28" and "19×23": a number stands before the first of two. */
export const numberedMoves = (moves: readonly string[]): string[] =>
  moves.map((move, ply) => `${ply % 2 === 0 ? `${moveNumber(ply)}.\u00a0` : ''}${inPrint(move)}`)

/** Material lead of a side, in pieces. */
export function leadOf({ pieces }: PositionView, side: SideView): number {
  const own = pieces.filter((piece) => piece.side === side).length
  return own - (pieces.length - own)
}

/** Number of pieces a side has taken up to `ply`, including huffed ones. */
export function takenBy(game: GameView, side: SideView, ply: number): number {
  const huffed = game.huffed.filter((at) => at <= ply && sideAt(game, at) === side).length
  return game.moves.slice(0, ply).reduce((count, move, at) => count + (sideAt(game, at) === side ? move.captured.length : 0), huffed)
}

/** Number of men each side started without: White's stood in the lower half. */
export function handicapOf({ board, removed }: GameView): Handicap {
  const black = removed.filter((square) => (board.squares[square - 1]?.[1] ?? 0) < board.rows / 2).length
  return { white: removed.length - black, black }
}

/** The value of a tag as written; empty without it. */
export const tagOf = (game: Pick<LibraryGameView, 'tags'>, name: string): string => game.tags.find((tag) => tag.name === name)?.value ?? ''

/** The value of a tag; empty if it is unknown ("?"). */
export function knownTag(game: Pick<LibraryGameView, 'tags'>, name: string): string {
  const value = tagOf(game, name)
  return value === '?' ? '' : value
}
