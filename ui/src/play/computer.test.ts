import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GameView } from '../client/types'
import { STRONGEST } from '../shared/engines/key'
import { FakeClient, game, move, pace, position, settle } from '../shared/fake'
import { settings } from '../shell/settings.svelte'
import { Computer } from './computer.svelte'

const after = (...moves: string[]): GameView =>
  game({
    black: { kind: 'computer', level: STRONGEST },
    moves: moves.map((text) => move(text)),
    position: position('black', [move('19-23')]),
  })

let client: FakeClient
let computer: Computer
let played: string[]

beforeEach(() => {
  client = new FakeClient()
  computer = new Computer(client, pace())
  played = []
})
afterEach(() => settings.set('ponder', 'off'))

const answer = (to: GameView): Promise<boolean> =>
  computer.move(to, STRONGEST, (best) => {
    played.push(best.notation)
    return Promise.resolve()
  })

/** Answers 32-28 with 19-23 and expects 28x19. */
async function begin(): Promise<void> {
  const first = answer(after('32-28'))
  client.searches[0]?.finish(move('19-23'), { pv: ['19-23', '28x19'] })
  await first
}

describe('the strongest level in the time of the person', () => {
  it('does nothing unless it is wished', async () => {
    await begin()
    expect(client.searches.length).toBe(1)
  })

  it('searches its answer to the expected reply, and plays it when the reply comes', async () => {
    settings.set('ponder', 'on')
    await begin()
    expect(client.searches[1]?.params.moves).toEqual(['32-28', '19-23', '28x19'])
    const second = answer(after('32-28', '19-23', '28x19'))
    await settle()
    expect(client.searches.length).toBe(2)
    client.searches[1]?.finish(move('14x23'))
    await second
    expect(played).toEqual(['19-23', '14x23'])
  })

  it('drops that search after another reply, or when the game is left', async () => {
    settings.set('ponder', 'on')
    await begin()
    const second = answer(after('32-28', '19-23', '37-32'))
    expect(client.searches[1]?.stopped).toBe(true)
    expect(client.searches[2]?.params.moves).toEqual(['32-28', '19-23', '37-32'])
    client.searches[2]?.finish(move('14-19'), { pv: ['14-19', '28-22'] })
    await second
    expect(client.searches[3]?.stopped).toBe(false)
    computer.cancel()
    expect(client.searches[3]?.stopped).toBe(true)
  })
})
