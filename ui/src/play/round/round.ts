// One player against several at one device: which games belong together, and which comes next. Knows no rule and draws nothing.
import type { Client } from '../../client/client'
import type { GameView, SideView, TimeControlView } from '../../client/types'
import { settings } from '../../shell/settings.svelte'
import { type BySeat, FRIENDLY, toCore } from '../new-game/new-game'

/** The key under which the round is kept: it outlives the page. */
const KEY = 'round'

/** What a round is to be. */
export interface RoundPlan {
  variant: string
  /** The computer's level on every board; null for people. */
  level: string | null
  /** The clock of each board: that of the one player, and that of the others. It runs only while its board is shown. */
  clock: BySeat<TimeControlView> | null
  /** How many boards there are to be. */
  boards: number
  /** What the one player plays on every board. */
  side: SideView
}

/** A round that goes on. */
export interface Round extends RoundPlan {
  /** The games so far, board 1 first; one that is over stays in its place. A game without a move makes room for the next, whatever that
   * is: its board is then begun anew, in its place. */
  games: number[]
}

/** The round that goes on; null where there is none. */
export function round(): Round | null {
  try {
    const { variant, boards, games, side, level, clock } = JSON.parse(settings.text(KEY) ?? '') as Partial<Round>
    if (!variant || !boards || !games?.length || !games.every(Number.isInteger) || boards < games.length) return null
    return {
      variant,
      boards,
      games,
      side: side === 'black' ? 'black' : 'white',
      level: level ?? null,
      clock: clock && 'own' in clock ? clock : null,
    }
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

/** Begins a round; answers the game of its first board. */
export function beginRound(client: Client, plan: RoundPlan): Promise<GameView> {
  return beginBoard(client, { ...plan, games: [] }, 0)
}

/** Begins the game of a board, in the place of one that is gone. */
async function beginBoard(client: Client, now: Round, board: number): Promise<GameView> {
  const { variant, level, side, clock } = now
  const agreed = clock ? { ...FRIENDLY, clock } : FRIENDLY
  const options = { variant, level, colour: side, handicap: { own: 0, opposite: 0 }, agreed }
  const game = await client.call('newGame', toCore(options, side))
  const games = [...now.games]
  games[board] = game.id
  settings.keep(KEY, JSON.stringify({ ...now, games }))
  return game
}

/** The games stay where they are; they no longer follow one another. */
export function endRound(): void {
  settings.keep(KEY, '')
}

/** The game of a board, 0 the first; begun where it is not there. */
export async function gameOfBoard(client: Client, board: number): Promise<GameView | null> {
  const now = round()
  if (!now) return null
  const id = now.games[board]
  const game = id === undefined ? null : await client.call('game', { id }).catch(() => null)
  return game ?? beginBoard(client, now, board)
}

/** The next board after this one whose game is not over, begun where it is not there; null where there is no other. */
export async function nextBoard(client: Client, game: number): Promise<GameView | null> {
  const now = round()
  const place = now?.games.indexOf(game) ?? -1
  if (!now || place < 0) return null
  for (let by = 1; by < now.boards; by++) {
    const board = (place + by) % now.boards
    // Boards are begun in order: behind the first that is not, there is none.
    if (board > now.games.length) continue
    const next = await gameOfBoard(client, board)
    if (next && !next.outcome) return next
  }
  return null
}
