import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClaimView, GameView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { FakeClient, failed, game, move, pace, position, settle } from '../../shared/fake'
import { settings } from '../../shell/settings.svelte'
import { PlaySession } from '../play.svelte'
import { claimText } from './claim-words'

const own = move('32-28')
const loses: ClaimView = { kind: 'loses', side: 'black', men: 1, line: ['19-23', '28x19', '14x23'] }

let client: FakeClient
let session: PlaySession
let held: GameView
let claim: ClaimView | null

beforeEach(() => {
  language.now = 'en'
  claim = loses
  held = game()
  client = new FakeClient()
    .on('game', () => held)
    .on('countHint', () => ({}))
    .on('coachMove', () => claim)
    .on('playMove', ({ path }) => {
      const made = move(path.join('-'))
      held = game({ ...held, moves: [...held.moves, made], position: position(held.position.turn === 'white' ? 'black' : 'white', [own]) })
      return held
    })
    .on('takeBack', () => (held = game({ ...held, moves: [], position: position('white', [own]) })))
  session = new PlaySession(client, pace())
})
afterEach(() => settings.set('coach', 'off'))

describe('a coach', () => {
  it('speaks about the move in the position before it, and what it says counts as a hint', async () => {
    settings.set('coach', 'on')
    await session.enter('1')
    await session.play(own)
    await settle()
    expect(client.paramsOf('coachMove')).toEqual([{ variant: 'international', fen: 'white', played: '32-28', onlyLoss: false }])
    expect(session.coach.said).toBe('Black can win 1 man: 19-23 28×19 14×23.')
    expect(client.paramsOf('countHint')).toHaveLength(1)
    // It stays until the next move, and goes with a move taken back.
    client.searches[0]?.finish(move('19-23'))
    await settle()
    expect([session.game?.ply, session.coach.said]).toEqual([2, expect.stringContaining('1 man')])
    await session.takeBack()
    expect(session.coach.said).toBe('')
  })

  it('is silent if nothing is proved, if the core fails, and if nobody asked for it', async () => {
    await session.enter('1')
    await session.play(own)
    await settle()
    expect([session.coach.said, client.paramsOf('coachMove')]).toEqual(['', []])
    settings.set('coach', 'on')
    claim = null
    await session.takeBack()
    await session.play(own)
    await settle()
    expect([session.coach.said, client.paramsOf('countHint')]).toEqual(['', []])
    client.on('coachMove', () => {
      throw failed('internal')
    })
    await session.takeBack()
    await session.play(own)
    await settle()
    expect([session.coach.said, session.failure, held.moves.length]).toEqual(['', null, 1])
  })

  it('holds a move that loses back, and plays any other at once', async () => {
    settings.set('coach', 'look')
    await session.enter('1')
    session.made(own)
    await settle()
    expect([held.moves.length, session.confirming.pending?.move, session.coach.warns]).toEqual([0, own, true])
    session.confirming.confirm()
    await settle()
    expect(held.moves).toHaveLength(1)
    await session.takeBack()
    claim = null
    session.made(own)
    await settle()
    expect([held.moves.length, session.coach.warns]).toEqual([1, false])
  })

  it('does not lose a move while the clock is saved', async () => {
    settings.set('coach', 'look')
    let answer: (claim: null) => void = () => undefined
    client.on('coachMove', () => new Promise((resolve) => (answer = resolve)))
    await session.enter('1')
    session.made(own)
    session.game = game({ ...held })
    answer(null)
    await settle()
    expect(held.moves).toHaveLength(1)
  })

  it('says each kind of claim', () => {
    const kinds = ['wins', 'loses', 'misses', 'threatens'] as const
    const of = (kind: ClaimView['kind'], men: number | null = null): string => claimText({ kind, side: 'white', men, line: ['28-22'] })
    expect(kinds.map((kind) => of(kind, 2)).every((text) => text.includes('2 men'))).toBe(true)
    expect(kinds.map((kind) => of(kind)).every((text) => text.includes('material'))).toBe(true)
    expect([of('letsWinGo'), of('letsDrawGo')].every((text) => text.includes('28-22'))).toBe(true)
    expect(claimText({ ...loses, line: Array.from({ length: 12 }, () => '28-22') })).toMatch(/28-22 …\.$/)
  })
})
