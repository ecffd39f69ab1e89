import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EngineFailed, type Frame } from '../client/client'
import type { EngineFault, GameView, SearchParams, SearchResult } from '../client/types'
import { language } from '../i18n/language.svelte'
import { computerName } from '../shared/computer-name'
import { FakeClient, game, move, pace, position, settle } from '../shared/fake'
import { PlaySession } from './play.svelte'

const own = move('32-28')
const reply = move('19-23')

let held: GameView
let client: FakeClient
let session: PlaySession
/** Searches requested from the engine, and its answer. */
let asked: { name: string; params: SearchParams }[]
let answer: SearchResult | EngineFault

beforeEach(() => {
  language.now = 'en'
  held = game({ black: { kind: 'computer', level: 'hub:Scan 3.1' } })
  asked = []
  answer = {
    best: reply,
    info: { depth: 9, score: 12, expected: 0.5, nodes: 1, millis: 1, pv: ['19-23'], lines: [] },
    pause: 0,
    offersDraw: false,
  }
  client = new FakeClient()
    .on('game', () => held)
    .on('playMove', ({ path }) => {
      const made = move(path.join('-'))
      held = game({ ...held, moves: [...held.moves, made], position: position(held.position.turn === 'white' ? 'black' : 'white', [own]) })
      return held
    })
  const engines = {
    search: (name: string, params: SearchParams): Promise<SearchResult> => {
      asked.push({ name, params })
      return 'kind' in answer ? Promise.reject(new EngineFailed(answer)) : Promise.resolve(answer)
    },
  }
  Object.assign(client, { frame: { engines } as unknown as Frame })
  session = new PlaySession(client, pace())
})

describe('an engine as an opponent', () => {
  it('is asked by its name and answers like the computer', async () => {
    await session.enter('1')
    await session.play(own)
    await vi.waitFor(() => expect(session.game?.ply).toBe(2))
    expect(asked.map(({ name }) => name)).toEqual(['Scan 3.1'])
    expect(asked[0]?.params).toMatchObject({ moves: ['32-28'], limits: { kind: 'level' } })
    expect(client.searches).toEqual([])
    expect(computerName('international', 'hub:Scan 3.1')).toBe('Scan 3.1')
  })

  it('uses a small part of the time left on its clock', async () => {
    const side = (left: number) => ({ left, movesToGo: null })
    held = { ...held, clock: { white: side(60_000), black: side(60_000), running: 'white', paused: false } }
    await session.enter('1')
    await session.play(own)
    await settle()
    expect(asked[0]?.params.limits).toEqual({ kind: 'time', millis: 2000 })
    session.face.leave()
  })

  it('says in a sentence that it failed, keeps the game and can be asked again', async () => {
    const well = answer
    answer = { kind: 'ended' }
    await session.enter('1')
    await session.play(own)
    await vi.waitFor(() => expect(session.note).toBe('The engine has ended by itself. The game stays as it is.'))
    expect([session.stuck, session.game?.ply, session.failure]).toEqual([true, 1, null])
    answer = well
    session.askAgain()
    await vi.waitFor(() => expect([session.stuck, session.note, session.game?.ply]).toEqual([false, null, 2]))
  })

  it('is named as missing in a browser', async () => {
    Object.assign(client, { frame: undefined })
    await session.enter('1')
    await session.play(own)
    await vi.waitFor(() => expect(session.note).toBe('The engine Scan 3.1 is not on this device, or was removed.'))
  })
})
