import { expect, it } from 'vitest'
import type { Calls, PlaceView, OtbGameView } from '../client/types'
import { FakeClient } from '../shared/fake'
import { OverTheBoardSession } from './over-the-board.svelte'

/** The place of a black man. */
const BLACK: PlaceView = [5, 3]

/** A board with a white man, held from its first place to the last one, until it is released. */
function table({ actions }: Calls['otbGame'][0]): OtbGameView {
  const held = actions.at(-1)?.what === 'release' ? [] : actions.flatMap(({ places }) => places.slice(-1))
  const place: PlaceView = held.at(-1) ?? [2, 6]
  return {
    pieces: [
      { place, side: 'white', role: 'man' },
      { place: BLACK, side: 'black', role: 'man' },
    ],
    turn: 'white',
    held,
    toLift: [],
    uncrowned: [],
    pending: [],
    decides: null,
    notes: [],
    done: actions.length,
    refused: null,
    begun: false,
    outcome: null,
  }
}

it('serialises quick taps and buttons, each on the board left by the previous one', async () => {
  const client = new FakeClient()
    .on('line', () => ({ board: { squares: [], labels: [], rows: 10 } }) as unknown as Calls['line'][1])
    .on('otbGame', table)
  const session = new OverTheBoardSession(client, () => 'en')
  await session.open('international')
  // Neither the taps nor the button wait for an answer.
  await Promise.all([session.tap([2, 6]), session.tap([3, 4]), session.tap([3, 5]), session.do('release')])
  const { params } = client.asked.at(-1) ?? {}
  expect((params as Calls['otbGame'][0]).actions).toEqual([
    {
      what: 'hold',
      places: [
        [2, 6],
        [3, 4],
      ],
    },
    {
      what: 'hold',
      places: [
        [3, 4],
        [3, 5],
      ],
    },
    { what: 'release', places: [] },
  ])
})

it('touching another piece releases the held one', async () => {
  const client = new FakeClient()
    .on('line', () => ({ board: { squares: [], labels: [], rows: 10 } }) as unknown as Calls['line'][1])
    .on('otbGame', table)
  const session = new OverTheBoardSession(client, () => 'en')
  await session.open('international')
  await Promise.all([session.tap([2, 6]), session.tap([3, 5]), session.tap(BLACK)])
  const { params } = client.asked.at(-1) ?? {}
  expect((params as Calls['otbGame'][0]).actions.map(({ what }) => what)).toEqual(['hold', 'release'])
  expect(session.hand.chosen).toEqual(BLACK)
})
