// One player against several on one device: which games belong together, and which comes next. Knows no rules and draws nothing.
import type { Client } from '../../client/client'
import type { BallotChoice, GameView, SideView, TimeControlView } from '../../client/types'
import { settings } from '../../shell/settings.svelte'
import { type BySeat, FRIENDLY, toCore } from '../new-game/new-game'

/** Settings key of the round. */
const KEY = 'round'

export interface RoundPlan {
  variant: string
  /** The computer's level on every board; `null` for people. */
  level: string | null
  /** Clock of each board: the single player's and the others'. It runs only while its board is shown. */
  clock: BySeat<TimeControlView> | null
  /** Drawn opening, the same on every board; `null` for none. */
  ballot: BallotChoice | null
  boards: number
  /** Side of the single player on every board. */
  side: SideView
}

/** A round in progress. */
export interface Round extends RoundPlan {
  /**
   * The games so far, board 1 first; a finished one keeps its place. A game without a move is replaced by the next new game; its board is
   * then started again in the same place.
   */
  games: number[]
}

/** The round in progress; `null` if there is none. */
export function round(): Round | null {
  try {
    const { variant, boards, games, side, level, clock, ballot } = JSON.parse(settings.text(KEY) ?? '') as Partial<Round>
    if (!variant || !boards || !games?.length || !games.every(Number.isInteger) || boards < games.length) return null
    return {
      variant,
      boards,
      games,
      side: side === 'black' ? 'black' : 'white',
      level: level ?? null,
      clock: clock && 'own' in clock ? clock : null,
      ballot: ballot ?? null,
    }
  } catch {
    return null
  }
}

/** The board number of a game in the round, from 1; `null` if it is not in one. */
export function boardOf(game: number): { board: number; of: number; side: SideView } | null {
  const now = round()
  const place = now?.games.indexOf(game) ?? -1
  return now && place >= 0 ? { board: place + 1, of: now.boards, side: now.side } : null
}

/** Starts a round. Resolves to the game of its first board. */
export function beginRound(client: Client, plan: RoundPlan): Promise<GameView> {
  return beginBoard(client, { ...plan, games: [] }, 0)
}

/** Starts the game of a board, replacing a deleted one. */
async function beginBoard(client: Client, now: Round, board: number): Promise<GameView> {
  const { variant, level, side, clock, ballot } = now
  const agreed = clock || ballot ? { ...FRIENDLY, clock, ballot } : FRIENDLY
  const options = { variant, level, colour: side, handicap: { own: 0, opposite: 0 }, agreed }
  const game = await client.call('newGame', toCore(options, side))
  const games = [...now.games]
  games[board] = game.id
  settings.keep(KEY, JSON.stringify({ ...now, games }))
  return game
}

/** Ends the round; its games stay stored but are no longer linked. */
export function endRound(): void {
  settings.keep(KEY, '')
}

/** The game of a board, counted from 0; started if missing. */
export async function gameOfBoard(client: Client, board: number): Promise<GameView | null> {
  const now = round()
  if (!now) return null
  const id = now.games[board]
  const game = id === undefined ? null : await client.call('game', { id }).catch(() => null)
  return game ?? beginBoard(client, now, board)
}

/** The next board whose game is not over, started if missing; `null` if there is none. */
export async function nextBoard(client: Client, game: number): Promise<GameView | null> {
  const now = round()
  const place = now?.games.indexOf(game) ?? -1
  if (!now || place < 0) return null
  for (let by = 1; by < now.boards; by++) {
    const board = (place + by) % now.boards
    // Boards are started in order, so only the first missing one can be next.
    if (board > now.games.length) continue
    const next = await gameOfBoard(client, board)
    if (next && !next.outcome) return next
  }
  return null
}
