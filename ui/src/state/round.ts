// One player against several at one device: which games belong together, and which comes next. Knows no rule and draws nothing.
import type { Client } from '../client/client'
import type { GameView, SideView } from '../client/types'
import { settings } from './settings.svelte'

/** The key under which the round is kept: it outlives the page. */
const KEY = 'round'
/** The most boards of a round. */
export const MOST_BOARDS = 20

/** A round that goes on. */
export interface Round {
  /** The games, board 1 first; one that is over stays in its place. */
  games: number[]
  /** What the one player plays on every board. */
  side: SideView
}

/** The round that goes on; null where there is none. */
export function round(): Round | null {
  try {
    const { games, side } = JSON.parse(settings.text(KEY) ?? '') as Round
    return Array.isArray(games) && games.length > 0 && games.every(Number.isInteger) ? { games, side: side === 'black' ? 'black' : 'white' } : null
  } catch {
    return null
  }
}

/** The board of a game in the round, 1 the first; null where it is in none. */
export function boardOf(game: number): { board: number; of: number; side: SideView } | null {
  const now = round()
  const place = now?.games.indexOf(game) ?? -1
  return now && place >= 0 ? { board: place + 1, of: now.games.length, side: now.side } : null
}

/** Begins a round of so many games of two people. */
export async function beginRound(client: Client, variant: string, boards: number, side: SideView): Promise<Round> {
  const games: number[] = []
  for (let board = 0; board < Math.min(boards, MOST_BOARDS); board++) {
    const human = { kind: 'human' } as const
    games.push((await client.call('newGame', { variant, white: human, black: human, handicap: { white: 0, black: 0 } })).id)
  }
  const begun = { games, side }
  settings.keep(KEY, JSON.stringify(begun))
  return begun
}

/** The games stay where they are; they no longer follow one another. */
export function endRound(): void {
  settings.keep(KEY, '')
}

/** The next board after this one whose game is not over; null where there is no other. */
export async function nextBoard(client: Client, game: number): Promise<GameView | null> {
  const now = round()
  const place = now?.games.indexOf(game) ?? -1
  if (!now || place < 0) return null
  for (let by = 1; by < now.games.length; by++) {
    const id = now.games[(place + by) % now.games.length]
    // A game that was deleted is passed over.
    const next = id === undefined ? null : await client.call('game', { id }).catch(() => null)
    if (next && !next.outcome) return next
  }
  return null
}
