import { beforeEach, describe, expect, it } from 'vitest'
import type { LibraryRow, SearchView } from '../client/types'
import { FakeClient, failed, settle } from '../shared/fake'
import { LibrarySession } from './library.svelte'

const row = (place: number): LibraryRow => ({
  id: 1000 + place,
  place,
  variant: 'international',
  white: '',
  black: '',
  event: '',
  round: '',
  whiteRating: '',
  blackRating: '',
  date: '',
  result: 'draw',
  plies: 60,
  opening: null,
  ending: { whiteMen: 1, whiteKings: 0, blackMen: 1, blackKings: 0 },
  themes: [],
  annotated: false,
  played: false,
  kind: 'game',
  at: null,
  turned: false,
  position: null,
})

let client: FakeClient
let library: LibrarySession

/** Fakes a search with these numbers of results in steps. */
function finds(...steps: number[]): void {
  let number = 0
  let at = 0
  const view = (): SearchView => ({ search: number, found: steps[at] ?? 0, done: at === steps.length - 1, progress: 1 })
  client
    .on('findGames', () => {
      number++
      at = 0
      return view()
    })
    .on('findMore', () => {
      at++
      return view()
    })
}

beforeEach(() => {
  client = new FakeClient()
    .on('libraryState', () => ({
      games: 1_000_000,
      analyses: 0,
      repertoires: 0,
      indexed: 0,
      variants: ['international'],
      themes: [],
      bytes: 1,
      deletions: [],
    }))
    .on('collections', () => [])
    .on('foundGames', ({ from, limit }) => Array.from({ length: limit }, (_, index) => row(from + index)))
  library = new LibrarySession(client)
})

describe('a long list', () => {
  it('loads only visible rows, each page once', async () => {
    finds(1_000_000)
    await library.open()
    library.show(499_990, 500_010)
    library.show(499_995, 500_015)
    await settle()
    expect(client.paramsOf('foundGames').map(({ from }) => from)).toEqual([499_900, 500_000])
    expect(library.row(500_003)?.id).toBe(501_003)
    expect(library.row(3)).toBeUndefined()
  })

  it('drops pages seen long ago', async () => {
    finds(1_000_000)
    await library.open()
    for (let page = 0; page < 40; page++) {
      library.show(page * 100, page * 100)
      await settle()
    }
    expect(library.row(0)).toBeUndefined()
    expect(library.row(3900)?.place).toBe(3900)
  })

  it('grows during the search: a page loaded too early is loaded again', async () => {
    finds(40, 120)
    client.on('foundGames', ({ from }) => Array.from({ length: from === 0 ? 100 : 20 }, (_, index) => row(from + index)))
    await library.open()
    library.show(0, 119)
    await settle()
    expect(library.search?.found).toBe(120)
    expect(library.row(119)?.place).toBe(119)
  })

  it('stops on request and keeps the results so far', async () => {
    finds(10, 20, 30)
    const more = client.on('findMore', () => {
      library.stop()
      return { search: 1, found: 20, done: false, progress: 0.5 }
    })
    await library.open()
    expect(more.paramsOf('findMore')).toHaveLength(1)
    expect(library.search).toMatchObject({ found: 10, done: true })
    library.show(0, 9)
    await settle()
    expect(library.row(9)?.id).toBe(1009)
  })

  it('searches again if the core has forgotten the search', async () => {
    finds(200)
    await library.open()
    client.on('foundGames', () => {
      throw failed('notFound')
    })
    library.show(0, 10)
    await settle()
    expect(client.paramsOf('findGames')).toHaveLength(2)
    expect(library.failure).toBeNull()
  })
})

describe('filters', () => {
  it('drop empty fields, and ignore an older search', async () => {
    finds(5)
    await library.filterBy({ player: 'Sijbrands', event: '', yearFrom: null })
    expect(client.paramsOf('findGames')[0]?.filter).toEqual({ player: 'Sijbrands' })
    expect(library.isFiltered).toBe(true)
    await library.filterBy({})
    expect(library.isFiltered).toBe(false)
  })
})

describe('choosing', () => {
  beforeEach(async () => {
    finds(2500)
    await library.open()
  })

  it('deletes the chosen games, with undo', async () => {
    library.choose(7)
    library.choose(8)
    library.choose(7)
    client.on('deleteGames', ({ games }) => ({ id: 3, games: games.length, at: 0 }))
    await library.delete()
    expect(client.paramsOf('deleteGames')).toEqual([{ games: [8] }])
    expect([library.deleted?.games, library.choosing]).toEqual([1, false])
    client.on('undoDelete', () => ({ games: 1, done: true }))
    if (library.deleted) await library.undelete(library.deleted)
    expect(library.deleted).toBeNull()
  })

  it('deletes all results as one deletion, in steps', async () => {
    library.chooseAll()
    expect([library.chosenCount, library.isChosen(99)]).toEqual([2500, true])
    const deletion = { id: 4, games: 0, at: 0 }
    client.on('deleteFound', ({ from }) => ({ deletion: { ...deletion, games: from + 1000 }, next: from + 1000, done: from >= 2000 }))
    await library.delete()
    expect(client.paramsOf('deleteFound').map(({ from, deletion: known }) => [from, known])).toEqual([
      [0, undefined],
      [1000, 4],
      [2000, 4],
    ])
  })

  it('adds to a collection in calls of a thousand', async () => {
    for (let id = 0; id < 1500; id++) library.choose(id)
    client.on('collect', ({ collection }) => ({ id: collection, name: 'x', games: 0 }))
    await library.collect(6, true)
    expect(client.paramsOf('collect').map(({ games }) => games.length)).toEqual([1000, 500])
  })
})
