import { beforeEach, describe, expect, it } from 'vitest'
import type { GameView, SideView } from '../client/types'
import { FakeClient, failed, game, move, pace, position, settle } from '../shared/fake'
import { PlaySession } from './play.svelte'
import { beginRound, boardOf, endRound, nextBoard } from './round'

const human = { kind: 'human' } as const
const over = { winner: 'white', reason: 'blocked', result: '2-0', article: '7.2', about: 'black', number: null } as const
let held: Map<number, GameView>
let client: FakeClient

beforeEach(() => {
  held = new Map()
  client = new FakeClient()
    .on('newGame', ({ white, black }) => {
      const id = held.size + 1
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

/** So many boards with a move each. */
async function begun(boards: number, side: SideView = 'white'): Promise<void> {
  let last = await beginRound(client, 'international', boards, side)
  for (let board = 1; board < boards; board++) last = (await nextBoard(client, last.id)) ?? last
}

describe('one against several', () => {
  it('begins the boards one by one, for two people each, and names them', async () => {
    await beginRound(client, 'frisian', 3, 'black')
    expect(client.paramsOf('newGame')).toEqual([{ variant: 'frisian', white: human, black: human, handicap: { white: 0, black: 0 } }])
    expect((await nextBoard(client, 1))?.id).toBe(2)
    expect(boardOf(2)).toEqual({ board: 2, of: 3, side: 'black' })
    expect(boardOf(9)).toBeNull()
    endRound()
    expect(boardOf(2)).toBeNull()
  })

  it('passes over boards that are over or gone, and comes round', async () => {
    await begun(4)
    held.set(2, game({ id: 2, outcome: over }))
    held.delete(3)
    expect((await nextBoard(client, 1))?.id).toBe(4)
    expect((await nextBoard(client, 4))?.id).toBe(1)
    held.set(1, game({ id: 1, outcome: over }))
    expect(await nextBoard(client, 4)).toBeNull()
  })

  it('goes to the next board after a move of the one, and stays after one of the others', async () => {
    await beginRound(client, 'international', 2, 'white')
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
})
