import { expect, it } from 'vitest'
import type { Calls, PlaceView, OtbGameView } from '../client/types'
import { FakeClient } from '../shared/fake'
import { OverTheBoardSession } from './over-the-board.svelte'

/** The place of a black man. */
const BLACK: PlaceView = [5, 3]

/** The end of a legal move. */
const WHOLE: PlaceView = [1, 5]
const same = (one: PlaceView | undefined, other: PlaceView): boolean => one?.join() === other.join()

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
    heldWhole: same(held.at(-1), WHOLE),
    moves: [],
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

async function begin(unfinished: Calls['unfinishedOtbGame'][1] = null) {
  const client = new FakeClient()
    .on('line', () => ({ board: { squares: [], labels: [], rows: 10 } }) as unknown as Calls['line'][1])
    .on('otbGame', table)
    .on('unfinishedOtbGame', () => unfinished)
    .on('keepOtbGame', () => ({ id: 7 }))
    .on('leaveOtbGame', () => ({}))
  const session = new OverTheBoardSession(client, () => 'en')
  await session.open('international')
  return { client, session }
}

it('serialises quick taps and buttons, each on the board left by the previous one', async () => {
  const { client, session } = await begin()
  // Neither the taps nor the button wait for an answer.
  await Promise.all([session.tap([2, 6]), session.tap([3, 4]), session.tap([3, 5]), session.do('release')])
  expect(client.paramsOf('otbGame').at(-1)?.actions).toEqual([
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
  const { client, session } = await begin()
  await Promise.all([session.tap([2, 6]), session.tap([3, 5]), session.tap(BLACK)])
  expect(
    client
      .paramsOf('otbGame')
      .at(-1)
      ?.actions.map(({ what }) => what),
  ).toEqual(['hold', 'release'])
  expect(session.hand.chosen).toEqual(BLACK)
})

it('lets a man go where a legal move ends', async () => {
  const { client, session } = await begin()
  await Promise.all([session.tap([2, 6]), session.tap(WHOLE)])
  expect(
    client
      .paramsOf('otbGame')
      .at(-1)
      ?.actions.map(({ what }) => what),
  ).toEqual(['hold', 'release'])
})

it('files the game after every action, with its names and remarks', async () => {
  const { client, session } = await begin()
  await session.name('white', 'Ann')
  expect(client.paramsOf('keepOtbGame')).toEqual([])
  client.on('otbGame', (params) => ({
    ...table(params),
    notes: [{ kind: 'incorrect', text: 'noise', side: 'white', place: null, article: '5.1', edition: null }],
  }))
  await session.do('touch', [2, 6])
  await session.do('touch', [2, 6])
  await session.undo()
  const kept = client.paramsOf('keepOtbGame')
  expect(kept.map(({ id, journal }) => [id, journal.white, journal.actions.length, journal.comments.length])).toEqual([
    [undefined, 'Ann', 1, 1],
    [7, 'Ann', 2, 2],
    [7, 'Ann', 1, 1],
  ])
  expect(session.filed).toBe(7)
})

it('goes on with the unfinished game, until a new one is begun', async () => {
  const journal = {
    variant: 'international',
    fen: null,
    arbiter: true,
    actions: [{ what: 'touch' as const, places: [[2, 6] as PlaceView] }],
    white: 'Ann',
    black: 'Ben',
    clock: null,
    comments: [],
  }
  const { client, session } = await begin({ id: 9, journal })
  expect([session.filed, session.arbiter, session.names.black, session.canUndo]).toEqual([9, true, 'Ben', true])
  await session.again()
  expect([session.filed, session.canUndo, client.paramsOf('leaveOtbGame').length]).toEqual([null, false, 1])
})
