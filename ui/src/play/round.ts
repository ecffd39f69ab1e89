// One player against several at one device: which games belong together, and which comes next. Knows no rule and draws nothing.
import type { Client } from '../client/client'
import type { GameView, SideView } from '../client/types'
import { settings } from '../shell/settings.svelte'

/** The key under which the round is kept: it outlives the page. */
const KEY = 'round'
/** A round that goes on. */
export interface Round {
  variant: string
  /** How many boards there are to be. */
  boards: number
  /** The games so far, board 1 first; one that is over stays in its place. A game without a move makes room for the next: boards come one by one. */
  games: number[]
  /** What the one player plays on every board. */
  side: SideView
}

/** The round that goes on; null where there is none. */
export function round(): Round | null {
  try {
    const { variant, boards, games, side } = JSON.parse(settings.text(KEY) ?? '') as Round
    const isWhole = Array.isArray(games) && games.length > 0 && games.every(Number.isInteger) && boards >= games.length
    return isWhole ? { variant, boards, games, side: side === 'black' ? 'black' : 'white' } : null
  } catch {
    return null
  }
}

/** The board of a game in the round, 1 the first; null where it is in none. */
export function boardOf(game: number): { board: number; of: number; side: SideView } | null {
  const now = round()
  const place = now?.games.indexOf(game) ?? -1
  return now && place >= 0 ? { board: place + 1, of: now.boards, side: now.side } : null
}

/** Begins a round of so many games of two people; answers the first. */
export function beginRound(client: Client, variant: string, boards: number, side: SideView): Promise<GameView> {
  return addBoard(client, { variant, boards, games: [], side })
}

async function addBoard(client: Client, now: Round): Promise<GameView> {
  const human = { kind: 'human' } as const
  const game = await client.call('newGame', { variant: now.variant, white: human, black: human, handicap: { white: 0, black: 0 } })
  settings.keep(KEY, JSON.stringify({ ...now, games: [...now.games, game.id] }))
  return game
}

/** The games stay where they are; they no longer follow one another. */
export function endRound(): void {
  settings.keep(KEY, '')
}

/** The next board after this one whose game is not over, begun where it is not yet; null where there is no other. */
export async function nextBoard(client: Client, game: number): Promise<GameView | null> {
  const now = round()
  const place = now?.games.indexOf(game) ?? -1
  if (!now || place < 0) return null
  if (place === now.games.length - 1 && now.games.length < now.boards) return addBoard(client, now)
  for (let by = 1; by < now.games.length; by++) {
    const id = now.games[(place + by) % now.games.length]
    // A game that was deleted is passed over.
    const next = id === undefined ? null : await client.call('game', { id }).catch(() => null)
    if (next && !next.outcome) return next
  }
  return null
}
