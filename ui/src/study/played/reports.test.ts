import { describe, expect, it } from 'vitest'
import type { LibraryGameView, PlayedReport } from '../../client/types'
import { FakeClient, reviewed, reviewing, settle } from '../../shared/fake'
import { Reports } from './reports.svelte'

const report = { game: 3 } as PlayedReport
const node = (notation: string, next: number[]) => ({ notation, next, setup: null })
const stored = {
  variant: 'international',
  start: { fen: 'start' },
  first: [0],
  nodes: [node('32-28', [1]), node('19-23', [])],
  result: 'draw',
}

function begin(waiting: number[]): { client: FakeClient; reports: Reports } {
  const client = new FakeClient()
    .on('playedReports', ({ after }) =>
      after === 0
        ? { games: [report], waiting: waiting.toReversed(), next: 3 }
        : { games: [{ ...report, game: 5 }], waiting: [], next: null },
    )
    .on('libraryGame', () => stored as unknown as LibraryGameView)
    .on('keptReview', () => null)
    .on('keepReview', () => ({}))
    .on('reviewGame', reviewing(reviewed('best', 'best')))
  return { client, reports: new Reports(client, { variant: 'international', language: 'en' }) }
}

describe('the reports of the reader’s games', () => {
  it('are loaded in steps', async () => {
    const { client, reports } = begin([9])
    await reports.open()
    expect(reports.games.map(({ game }) => game)).toEqual([3, 5])
    expect([reports.read, reports.waiting]).toEqual([true, [9]])
    expect(client.paramsOf('playedReports').map(({ after }) => after)).toEqual([0, 3])
  })

  it('are made in order, and saved with their games', async () => {
    const { client, reports } = begin([9, 8])
    await reports.open()
    const making = reports.make()
    for (let at = 0; at < 3; at++) {
      await settle()
      expect(client.searches[at]?.params.moves.length).toBe(at)
      client.searches[at]?.finish(null)
      await settle()
    }
    for (let turn = 0; turn < 5; turn++) await settle()
    // The second game has the same moves: it is not searched again, but its review is saved as well.
    await making
    expect(client.paramsOf('keepReview').map(({ game }) => game)).toEqual([9, 8])
    expect([client.searches.length, reports.making]).toEqual([3, null])
  })

  it('stop on request', async () => {
    const { client, reports } = begin([9])
    await reports.open()
    const making = reports.make()
    await settle()
    reports.stop()
    client.searches[0]?.finish(null)
    await making
    expect([reports.making, client.searches[0]?.stopped, client.searches.length]).toEqual([null, true, 1])
  })

  it('show a failure', async () => {
    const { client, reports } = begin([])
    client.on('playedReports', () => {
      throw new Error('no store')
    })
    await reports.open()
    expect([reports.read, reports.failure === null]).toEqual([false, false])
  })
})
