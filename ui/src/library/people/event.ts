// The table of an event, made from its games.
import type { EventGameView, EventPageView, GameResultView } from '../../client/types'

/** A result in a cell of the table, from the player of the row. */
export interface Cell {
  game: EventGameView
  /** Points won; "*" for a game without a result. */
  points: string
}

const white: Record<GameResultView, string> = { whiteWins: '2', draw: '1', blackWins: '0', bothLose: '0', open: '*' }
const black: Record<GameResultView, string> = { ...white, whiteWins: '0', blackWins: '2' }

/** The results of each player (row) against each other one (column). */
export function cellsOf({ players, games }: Pick<EventPageView, 'players' | 'games'>): Cell[][][] {
  const cells: Cell[][][] = players.map(() => players.map(() => []))
  for (const game of games) {
    cells[game.white]?.[game.black]?.push({ game, points: white[game.result] })
    cells[game.black]?.[game.white]?.push({ game, points: black[game.result] })
  }
  return cells
}

/** The games by round, in the order in which they come. */
export function roundsOf(games: readonly EventGameView[]): { round: string; games: EventGameView[] }[] {
  const rounds = new Map<string, EventGameView[]>()
  for (const game of games) {
    const known = rounds.get(game.round)
    if (known) known.push(game)
    else rounds.set(game.round, [game])
  }
  return [...rounds].map(([round, of]) => ({ round, games: of }))
}
