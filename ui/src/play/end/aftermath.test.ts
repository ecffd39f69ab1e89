import { beforeEach, describe, expect, it } from 'vitest'
import type { MiningView } from '../../client/types'
import { Aftermath } from './aftermath.svelte'
import { FakeClient, game, move, reviewed, reviewing, settle } from '../../shared/fake'

const moves = ['32-28', '19-23', '37-32', '14-19', '41-37', '10-14'].map((text) => move(text))
const lost = game({
  moves,
  outcome: { winner: 'white', reason: 'resignation', result: '2-0', article: null, about: 'black', number: null },
})
const judged = { ...reviewed(...moves.map(() => null)), turning: 3 }
const mined: MiningView = {
  mining: 1,
  progress: 1,
  games: 1,
  others: [],
  positions: 40,
  outcomes: [],
  found: 0,
  missed: 0,
  known: 0,
  set: null,
  shots: [],
  done: true,
}

let client: FakeClient
let aftermath: Aftermath

/** Answers the search of every position, and the deeper ones around the turning point. */
async function search(): Promise<void> {
  for (let at = 0; at < client.searches.length; at++) {
    client.searches[at]?.finish(client.searches[at]?.params.moves?.length === 3 ? move('20-24') : null)
    await settle()
  }
}

beforeEach(() => {
  client = new FakeClient()
    .on('reviewGame', reviewing(judged))
    .on('keptReview', () => null)
    .on('keepReview', () => ({}))
    .on('beginMining', () => mined)
    .on('missedWin', () => null)
  aftermath = new Aftermath(client)
})

describe('the turning point', () => {
  it('comes from the review of the game, once that is complete', async () => {
    void aftermath.look(lost)
    await settle()
    expect(aftermath.turning).toBeNull()
    await search()
    expect(client.paramsOf('reviewGame').at(-1)).toMatchObject({ winner: 'white' })
    expect(aftermath.turning).toEqual({ ply: 3, move: moves[3], better: move('20-24') })
    // The review of this game is already complete.
    expect(aftermath.reviewOf(lost.id)?.complete).toBe(true)
    expect(aftermath.reviewOf(2)).toBeNull()
  })

  it('is hidden for a changed line and for another game', async () => {
    void aftermath.look(lost)
    await settle()
    await search()
    aftermath.review.turn({ variant: lost.position.variant, fen: lost.startFen, moves: ['32-28'], winner: 'white', drawn: false })
    expect(aftermath.turning).toBeNull()
    aftermath.clear()
    expect(aftermath.reviewOf(lost.id)).toBeNull()
  })

  it('of the previous game is hidden in a short game', async () => {
    void aftermath.look(lost)
    await settle()
    await search()
    expect(aftermath.turning).not.toBeNull()
    await aftermath.look({ ...lost, id: 7, ply: 5 })
    expect(aftermath.turning).toBeNull()
    expect(aftermath.reviewOf(7)).toBeNull()
  })

  it('is not searched in a short game', async () => {
    await aftermath.look({ ...lost, moves: moves.slice(0, 5), ply: 5 })
    expect(client.searches).toEqual([])
  })
})

describe('the firsts of a game', () => {
  const won = { ...lost, id: 4, ply: 2 }
  const shot = (key: string, of: number) => ({ key, game: of, ply: 0 })
  const seen = (...shots: { key: string; game: number; ply: number }[]) =>
    client.on('playedShots', ({ after }) => ({ shots: shots.filter((one) => one.game > after), last: 4, next: null }))

  beforeEach(() => {
    client.on('firsts', () => ({ win: true, king: false })).on('afterLoss', () => ({ lesson: null, theme: null, losses: 1 }))
  })

  it('are its win, its king, and a shot that no other game has', async () => {
    seen(shot('mazette', 2), shot('mazette', 4), shot('turkish', 4))
    await aftermath.look(won)
    expect(aftermath.firsts).toEqual({ win: true, king: false, shot: 'turkish' })
    aftermath.clear()
    expect(aftermath.firsts).toBeNull()
  })

  it('are asked of this game alone if it has no shot', async () => {
    seen(shot('mazette', 2))
    await aftermath.look(won)
    expect(aftermath.firsts?.shot).toBeNull()
    expect(client.paramsOf('playedShots')).toEqual([{ after: 3 }])
  })

  it('are not asked between two people', async () => {
    await aftermath.look({ ...won, black: { kind: 'human' } })
    expect(client.paramsOf('firsts')).toEqual([])
  })
})

describe('help after a loss', () => {
  const black = { ...lost, black: { kind: 'computer', level: '1' } as const, white: { kind: 'human' } as const }
  const beaten = { ...black, ply: 2, outcome: lost.outcome && { ...lost.outcome, winner: 'black' as const } }

  it('is found for a short game too, and if the store does not answer', async () => {
    client.on('afterLoss', () => {
      throw new Error('the store is gone')
    })
    await aftermath.look(beaten)
    expect(aftermath.help).toEqual({ kind: 'easier' })
    // A winner needs no help.
    await aftermath.look({ ...beaten, outcome: lost.outcome })
    expect(aftermath.help).toBeNull()
  })
})
