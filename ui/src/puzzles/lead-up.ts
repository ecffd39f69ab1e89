// The moves that led to a puzzle, if its game is in the library.
import type { Client } from '../client/client'
import type { LibraryGameView, MoveView, PositionView } from '../client/types'

/** Number of plies replayed before the puzzle. */
const BEFORE = 6

export interface LeadUp {
  start: PositionView
  moves: MoveView[]
}

/** The main line of a game in notation. */
function mainLine({ first, nodes }: LibraryGameView): string[] {
  const line: string[] = []
  for (let next = first[0]; next !== undefined; next = nodes[next]?.next[0]) line.push(nodes[next]?.notation ?? '')
  return line
}

/** The moves before this position in the first library game that contains it; `null` if none does or it starts there. */
export async function leadUp(client: Client, { variant, fen }: Pick<PositionView, 'variant' | 'fen'>): Promise<LeadUp | null> {
  let search = await client.call('findGames', { filter: { variant, position: fen }, order: 'added' })
  while (!search.done && search.found === 0) search = await client.call('findMore', { search: search.search })
  const rows = search.found > 0 ? await client.call('foundGames', { search: search.search, from: 0, limit: 20 }) : []
  const row = rows.find(({ at, turned }) => at !== null && at > 0 && !turned)
  if (!row?.at) return null
  const game = await client.call('libraryGame', { id: row.id })
  const played = mainLine(game).slice(0, row.at)
  const earlier = played.splice(0, Math.max(0, played.length - BEFORE))
  const { position } = await client.call('line', { variant, fen: game.start.fen, moves: earlier })
  const { moves } = await client.call('line', { variant, fen: position.fen, moves: played })
  return { start: position, moves }
}
