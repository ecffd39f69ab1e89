// Moves that do not count at once: planned while the computer thinks, or waiting for confirmation.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GameView, MoveView } from '../client/types'
import { FakeClient, board, game, move, pace, position, settle } from '../shared/fake'
import { settings } from '../shell/settings.svelte'
import { PlaySession } from './play.svelte'

const own = move('32-28')
const next = move('37-31')

let client: FakeClient
let session: PlaySession
let held: GameView
/** White's legal moves on its next turn. */
let legal: MoveView[]

/** Places Black's men where they block no white man, and sets the moves White would have if it were its turn. */
function reaches(...moves: MoveView[]): void {
  client.on('line', ({ fen }) => ({
    board,
    start: position('white'),
    moves: [],
    position: { ...position('white', fen?.startsWith('W') ? moves : []), fen: fen ?? '' },
  }))
}

beforeEach(() => {
  legal = [next]
  held = game()
  client = new FakeClient()
    .on('game', () => held)
    .on('whyNot', () => null)
    .on('playMove', ({ path }) => {
      const turn = held.position.turn === 'white' ? 'black' : 'white'
      const moves = [...held.moves, move(path.join('-'))]
      held = game({ ...held, moves, position: { ...position(turn, legal), fen: `${turn === 'white' ? 'W' : 'B'}:W32:B19` } })
      return held
    })
  session = new PlaySession(client, pace())
})
afterEach(() => settings.set('confirmMoves', 'off'))

/** Lets the computer think. */
async function thinks(): Promise<void> {
  await session.enter('1')
  await session.play(own)
}

async function replies(): Promise<void> {
  client.searches.at(-1)?.finish(move('19-23'))
  await settle()
}

describe('a move planned while the computer thinks', () => {
  it('may start with its target if a single piece reaches it now', async () => {
    await thinks()
    reaches(next, move('36-32'))
    await session.plan(31)
    expect(session.premove.path).toEqual([37, 31])
    await replies()
    expect(held.moves.map(({ notation }) => notation)).toEqual(['32-28', '19-23', '37-31'])
  })

  it('asks for the piece if several reach the target, or none: no touch is lost', async () => {
    await thinks()
    reaches(next, move('36-31'))
    await session.plan(31)
    expect([session.premove.path, session.note]).toEqual([[], expect.any(String)])
    // The next touch answers the note.
    await session.plan(32)
    expect([session.premove.path, session.note]).toEqual([[32], null])
    await session.plan(32)
    await session.plan(5)
    expect(session.note).not.toBeNull()
  })

  it('is reported if no longer legal', async () => {
    await thinks()
    await session.plan(32)
    await session.plan(27)
    await replies()
    await settle()
    expect(held.moves).toHaveLength(2)
    expect(client.paramsOf('whyNot')).toMatchObject([{ origin: 32, target: 27 }])
    expect(session.note).toContain('32-27')
  })
})

describe('with confirmation of moves', () => {
  beforeEach(() => settings.set('confirmMoves', 'on'))

  it('a typed move waits, drawn on the board, and counts once confirmed', async () => {
    await session.enter('1')
    session.made(own)
    await settle()
    expect(held.moves).toEqual([])
    expect(session.confirming.shapes).toEqual([{ kind: 'route', path: [32, 28], label: null }])
    session.confirming.confirm()
    await settle()
    expect(held.moves).toHaveLength(1)
    expect(session.confirming.pending).toBeNull()
  })

  it('a planned move waits too, and is dropped if the game goes on without it', async () => {
    await thinks()
    await session.plan(32)
    await session.plan(31)
    legal = [move('32-31')]
    await replies()
    expect(held.moves).toHaveLength(2)
    expect(session.confirming.pending?.path).toEqual([32, 31])
    await session.look(1).catch(() => undefined)
    expect(session.confirming.pending).toBeNull()
  })

  it('a move made by hand is not drawn, since the board shows it', async () => {
    await session.enter('1')
    session.made(own, [32, 28], true)
    expect([session.confirming.pending?.move, session.confirming.shapes]).toEqual([own, []])
  })
})
