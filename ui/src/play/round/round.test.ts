import { beforeEach, describe, expect, it } from 'vitest'
import type { GameView, SideView, TimeControlView } from '../../client/types'
import { FakeClient, failed, game, move, pace, position, settle } from '../../shared/fake'
import { PlaySession } from '../play.svelte'
import { type RoundPlan, beginRound, boardOf, endRound, nextBoard } from './round'

const human = { kind: 'human' } as const
const over = { winner: 'white', reason: 'blocked', result: '2-0', article: '7.2', about: 'black', number: null } as const
let held: Map<number, GameView>
let client: FakeClient
let newest = 0

beforeEach(() => {
  held = new Map()
  newest = 0
  client = new FakeClient()
    .on('newGame', ({ white, black }) => {
      const id = ++newest
      held.set(id, game({ id, white, black }))
      return held.get(id) ?? game()
    })
    .on('game', ({ id }) => {
      const found = held.get(id ?? 0)
      if (!found) throw failed('notFound')
      return found
    })
    .on('playMove', ({ game: id, path }) => {
      const now = held.get(id) ?? game()
      const made = game({
        ...now,
        moves: [...now.moves, move(path.join('-'))],
        position: position(now.position.turn === 'white' ? 'black' : 'white', [move('19-23')]),
      })
      held.set(id, made)
      return made
    })
  endRound()
})

const plan = (some: Partial<RoundPlan>): RoundPlan => ({
  variant: 'international',
  boards: 2,
  side: 'white',
  level: null,
  clock: null,
  ballot: null,
  ...some,
})

/** Starts a number of boards with one move each. */
async function begun(boards: number, side: SideView = 'white'): Promise<void> {
  let last = await beginRound(client, plan({ boards, side }))
  for (let board = 1; board < boards; board++) last = (await nextBoard(client, last.id)) ?? last
}

describe('one against several', () => {
  it('begins every board with the drawn opening', async () => {
    const ballot = { list: 'moves', number: '1-I' } as const
    await beginRound(client, plan({ variant: 'russian', ballot }))
    await nextBoard(client, 1)
    expect(client.paramsOf('newGame').map(({ terms }) => terms?.ballot)).toEqual([ballot, ballot])
  })

  it('starts the boards one by one, for two people each, and names them', async () => {
    await beginRound(client, plan({ variant: 'frisian', boards: 3, side: 'black' }))
    expect(client.paramsOf('newGame')).toEqual([{ variant: 'frisian', white: human, black: human, handicap: { white: 0, black: 0 } }])
    expect((await nextBoard(client, 1))?.id).toBe(2)
    expect(boardOf(2)).toEqual({ board: 2, of: 3, side: 'black' })
    expect(boardOf(9)).toBeNull()
    endRound()
    expect(boardOf(2)).toBeNull()
  })

  it('skips finished boards, starts deleted ones again, and wraps around', async () => {
    await begun(4)
    held.set(2, game({ id: 2, outcome: over }))
    held.delete(3)
    // Another game replaced the unmoved game of board 3; that board is started again in its place.
    expect((await nextBoard(client, 1))?.id).toBe(5)
    expect(boardOf(5)).toEqual({ board: 3, of: 4, side: 'white' })
    expect((await nextBoard(client, 5))?.id).toBe(4)
    expect((await nextBoard(client, 4))?.id).toBe(1)
    for (const id of [1, 5]) held.set(id, game({ id, outcome: over }))
    expect(await nextBoard(client, 4)).toBeNull()
  })

  it('goes to the next board after a move of the single player, and stays after one of the others', async () => {
    await beginRound(client, plan({ boards: 2 }))
    const session = new PlaySession(client, pace())
    await session.goOn(1)
    await session.play(move('32-28'))
    await settle()
    expect(session.game?.id).toBe(2)
    await session.play(move('32-28'))
    await settle()
    expect(session.game?.id).toBe(1)
    await session.play(move('19-23'))
    await settle()
    expect(session.game?.id).toBe(1)
    expect(session.game?.position.turn).toBe('white')
  })

  it('against the computer: shows its reply first, then the next board', async () => {
    await beginRound(client, plan({ level: '3' }))
    const computer = { kind: 'computer', level: '3' }
    expect(client.paramsOf('newGame')[0]).toMatchObject({ white: human, black: computer })
    const session = new PlaySession(client, pace())
    await session.goOn(1)
    const played = session.play(move('32-28'))
    await settle()
    expect(session.game?.id).toBe(1)
    client.searches.at(-1)?.finish(move('19-23'))
    await played
    expect(held.get(1)?.moves).toHaveLength(2)
    expect(session.game?.id).toBe(2)
  })

  it('pauses the clock of a hidden board, and resumes it when shown', async () => {
    const minutes = (count: number): TimeControlView => ({ periods: [{ moves: null, seconds: count * 60 }], increment: 0, delay: 0 })
    const clock = { own: minutes(60), opposite: minutes(5) }
    await beginRound(client, plan({ boards: 2, side: 'black', clock }))
    // The single player has more time in either colour; the players asked for get it in the game.
    expect(client.paramsOf('newGame')[0]?.terms?.clock).toEqual({ white: minutes(5), black: minutes(60) })
    const left = { left: 60_000, movesToGo: null }
    const ticking = (id: number, running: SideView | null, paused: boolean): GameView => {
      const now = game({ ...held.get(id), clock: { white: left, black: left, running, paused } })
      held.set(id, now)
      return now
    }
    client.on('clock', ({ game: id, action }) => {
      const now = held.get(id) ?? game()
      return ticking(id, action === 'go' ? now.position.turn : null, action !== 'go')
    })
    const session = new PlaySession(client, pace())
    ticking(1, null, false)
    await session.goOn(1)
    await beginBoardTwo(session)
    ticking(1, 'white', false)
    ticking(2, null, true)
    session.game = null
    await session.goOn(1)
    // After the app was closed the clock is paused.
    expect(client.paramsOf('clock')).toEqual([{ game: 1, action: 'wake' }])
    await session.setClock('go')
    await session.goOn(2)
    expect(client.paramsOf('clock').slice(2)).toEqual([
      { game: 1, action: 'pause' },
      { game: 2, action: 'go' },
    ])
    expect([session.face.running, session.face.paused]).toEqual(['white', false])
    await session.goOn(1)
    expect(client.paramsOf('clock').slice(4)).toEqual([
      { game: 2, action: 'pause' },
      { game: 1, action: 'go' },
    ])
    // Returning to the board already shown changes nothing.
    await session.goOn(1)
    expect(client.paramsOf('clock')).toHaveLength(6)
    session.face.leave()
  })
})

/** Starts the second board of the round. */
async function beginBoardTwo(session: PlaySession): Promise<void> {
  if (session.game) await nextBoard(client, session.game.id)
}
