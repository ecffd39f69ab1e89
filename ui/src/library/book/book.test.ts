import { beforeEach, describe, expect, it } from 'vitest'
import type { LibraryBookView } from '../../client/types'
import { FakeClient, settle } from '../../shared/fake'
import { BookSession } from './book.svelte'

const start = { variant: 'international', fen: 'W:W31-50:B1-20' } as const
const view = (book: number, games: number, done: boolean): LibraryBookView => ({
  book,
  games,
  moves: [],
  roads: [],
  last: [],
  counted: done,
  done,
})

let client: FakeClient
let session: BookSession

beforeEach(() => {
  client = new FakeClient().on('bookMoves', () => ({ games: 7, moves: [] }))
  session = new BookSession(client)
})

describe('the book of a position', () => {
  it('is counted to its end, beside the computer’s own book', async () => {
    client.on('libraryBook', () => view(1, 10, false)).on('libraryBookMore', ({ book }) => view(book, 30, true))
    await session.look(start)
    await settle()
    expect(session.view).toEqual(view(1, 30, true))
    expect(session.own?.games).toBe(7)
    expect(client.paramsOf('libraryBook')[0]).toEqual({ ...start, filter: {} })
  })

  it('stops for another position and drops the old result', async () => {
    let steps = 0
    client.on('libraryBook', ({ fen }) => view(fen === start.fen ? 1 : 2, 10, fen !== start.fen))
    client.on('libraryBookMore', ({ book }) => {
      if (++steps === 2) void session.look({ ...start, fen: 'B:W31-50:B1-20' })
      return view(book, 10 + steps, false)
    })
    await session.look(start)
    await settle()
    expect(steps).toBe(2)
    expect(session.view).toEqual(view(2, 10, true))
  })

  it('filters games, ignoring empty fields', async () => {
    client.on('libraryBook', () => view(1, 1, true))
    await session.look(start)
    session.filterBy({ player: 'Ann', event: '', white: null })
    await settle()
    expect(client.paramsOf('libraryBook')[1]).toEqual({ ...start, filter: { player: 'Ann' } })
  })

  it('reports a failure', async () => {
    await session.look(start)
    expect(session.failure?.kind).toBe('notFound')
  })
})
