// State of the library page: a search with its rows in pages, chosen games, collections, deletions. Knows no rules.
import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { CallFailed, type Client } from '../client/client'
import type {
  CollectionView,
  DeletionView,
  EditedGames,
  LibraryFilter,
  LibraryOrder,
  LibraryRow,
  LibraryStateView,
  SearchView,
  TagView,
} from '../client/types'

/** Rows per request, and number of pages kept. */
const PAGE = 100
const KEPT = 24
/** Limit on ids in one call. */
const MOST_AT_ONCE = 1000
const MOST_EDITED = 200

interface Page {
  /** Indexed from the first row of the page; `undefined` for a game deleted meanwhile. */
  rows: (LibraryRow | undefined)[]
  /** Number of results when the page was loaded. */
  upTo: number
}

export class LibrarySession {
  filter: LibraryFilter = $state.raw({})
  order: LibraryOrder = $state('added')
  /** The order is turned round. */
  reversed = $state(false)
  search: SearchView | null = $state.raw(null)
  /** Totals of the library. */
  holds: LibraryStateView | null = $state.raw(null)
  collections: CollectionView[] = $state.raw([])
  failure: CallFailed | null = $state.raw(null)
  /** Games are being chosen: one by one, or all results. */
  choosing = $state(false)
  all = $state(false)
  readonly chosen = new SvelteSet<number>()
  /** The last deletion, which can be undone. */
  deleted: DeletionView | null = $state.raw(null)
  /** Index of the last opened row, for returning to the list. */
  place = $state(0)
  /** Scroll offset of the list there, in pixels. */
  top = 0

  private readonly pages = new SvelteMap<number, Page>()
  private readonly asked = new Set<number>()
  /** Number of the current search: older results are ignored. */
  private turn = 0

  constructor(private readonly client: Client) {}

  /** Loads the current state of the library. */
  async open(): Promise<void> {
    this.failure = null
    // Rows before totals: the reader waits for the rows.
    await Promise.all([this.find(), this.refresh()])
  }

  /** Reloads totals, collections and deletions after a change. */
  async refresh(): Promise<void> {
    await this.attempt(async () => {
      const [holds, collections] = await Promise.all([this.client.call('libraryState', {}), this.client.call('collections', {})])
      this.holds = holds
      this.collections = collections
    })
  }

  /** Starts a new search; rows arrive while it runs. */
  async find(): Promise<void> {
    const turn = ++this.turn
    await this.attempt(async () => {
      let search = await this.client.call('findGames', { filter: this.filter, order: this.order, reversed: this.reversed })
      if (turn !== this.turn) return
      this.pages.clear()
      this.asked.clear()
      this.search = search
      while (!search.done) {
        search = await this.client.call('findMore', { search: search.search })
        if (turn !== this.turn) return
        this.search = search
      }
    })
  }

  /** Stops the search; its results so far stay. */
  stop(): void {
    if (!this.search || this.search.done) return
    this.turn++
    this.search = { ...this.search, done: true }
  }

  /** Sets another filter; empty fields are dropped. */
  async filterBy(filter: LibraryFilter): Promise<void> {
    const given = Object.entries(filter).filter(([, value]) => value !== null && value !== undefined && value !== '')
    this.filter = Object.fromEntries(given)
    this.place = this.top = 0
    this.chooseNone()
    await this.find()
  }

  /** Orders by a column; a second time turns the order round. */
  async orderBy(order: LibraryOrder): Promise<void> {
    this.reversed = order === this.order && !this.reversed
    this.order = order
    this.place = this.top = 0
    await this.find()
  }

  /** True if some games of the kind listed may be hidden. */
  get isFiltered(): boolean {
    return Object.keys(this.filter).some((key) => key !== 'kind')
  }

  // --- rows

  /** The row at an index, once loaded by `show`. */
  row(place: number): LibraryRow | undefined {
    return this.pages.get(Math.floor(place / PAGE))?.rows[place % PAGE]
  }

  /** Loads the rows of the visible range. */
  show(first: number, last: number): void {
    const found = this.search?.found ?? 0
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
      const upTo = Math.min((page + 1) * PAGE, found)
      const here = this.pages.get(page)
      if (upTo > page * PAGE && (!here || here.upTo < upTo) && !this.asked.has(page)) void this.fetch(page, upTo)
    }
  }

  private async fetch(page: number, upTo: number): Promise<void> {
    const { search, turn } = this
    if (!search) return
    this.asked.add(page)
    try {
      const from = page * PAGE
      const found = await this.client.call('foundGames', { search: search.search, from, limit: PAGE })
      if (turn !== this.turn) return
      const rows: Page['rows'] = []
      for (const row of found) rows[row.place - from] = row
      this.pages.delete(page)
      this.pages.set(page, { rows, upTo })
      for (const old of [...this.pages.keys()].slice(0, Math.max(0, this.pages.size - KEPT))) this.pages.delete(old)
    } catch (thrown) {
      const failed = CallFailed.from(thrown)
      // The core keeps only a few recent searches, so this one is repeated.
      if (failed.kind === 'notFound' && turn === this.turn) void this.find()
      else if (turn === this.turn) this.failure = failed
    } finally {
      this.asked.delete(page)
    }
  }

  // --- choosing

  choose(id: number): void {
    this.choosing = true
    this.all = false
    if (!this.chosen.delete(id)) this.chosen.add(id)
  }

  chooseAll(): void {
    this.choosing = true
    this.all = true
    this.chosen.clear()
  }

  chooseNone(): void {
    this.choosing = false
    this.all = false
    this.chosen.clear()
  }

  isChosen(id: number): boolean {
    return this.all || this.chosen.has(id)
  }

  get chosenCount(): number {
    return this.all ? (this.search?.found ?? 0) : this.chosen.size
  }

  // --- deletion with undo

  async delete(): Promise<void> {
    await this.attempt(async () => {
      this.deleted = this.all ? await this.deleteFound() : await this.deleteGames([...this.chosen])
      this.chooseNone()
    })
    await this.open()
  }

  /** A call takes a thousand games; more are deleted as the results of a search, or in several deletions. */
  private async deleteGames(games: number[]): Promise<DeletionView | null> {
    let last: DeletionView | null = null
    for (let from = 0; from < games.length; from += MOST_AT_ONCE) {
      last = await this.client.call('deleteGames', { games: games.slice(from, from + MOST_AT_ONCE) })
    }
    return last
  }

  private async deleteFound(): Promise<DeletionView | null> {
    if (!this.search) return null
    const { search } = this.search
    let step = await this.client.call('deleteFound', { search, from: 0 })
    while (!step.done) {
      step = await this.client.call('deleteFound', { search, deletion: step.deletion.id, from: step.next })
    }
    return step.deletion
  }

  async undelete(deletion: DeletionView): Promise<void> {
    await this.attempt(async () => {
      while (!(await this.client.call('undoDelete', { deletion: deletion.id })).done);
      if (this.deleted?.id === deletion.id) this.deleted = null
    })
    await this.open()
  }

  /** Erases deleted games permanently. */
  async emptyTrash(): Promise<void> {
    await this.attempt(async () => {
      while (!(await this.client.call('emptyTrash', {})).done);
      this.deleted = null
    })
    await this.refresh()
  }

  /** Sets tags of the chosen games; `null` if it failed. */
  async edit(tags: TagView[]): Promise<EditedGames | null> {
    let edited: EditedGames | null = null
    await this.attempt(async () => {
      const games = this.all ? await this.allFound() : [...this.chosen]
      const sum = { changed: 0, refused: 0 }
      for (let from = 0; from < games.length; from += MOST_EDITED) {
        const step = await this.client.call('editGames', { games: games.slice(from, from + MOST_EDITED), tags })
        sum.changed += step.changed
        sum.refused += step.refused
      }
      this.chooseNone()
      edited = sum
    })
    await this.open()
    return edited
  }

  // --- collections

  /** Adds the chosen games to a collection, or removes them. */
  async collect(collection: number, put: boolean): Promise<void> {
    await this.attempt(async () => {
      if (this.all && put && this.search) {
        const { search } = this.search
        let step = await this.client.call('collectFound', { collection, search, from: 0 })
        while (!step.done) step = await this.client.call('collectFound', { collection, search, from: step.next })
      } else {
        const games = this.all ? await this.allFound() : [...this.chosen]
        for (let from = 0; from < games.length; from += MOST_AT_ONCE) {
          await this.client.call('collect', { collection, games: games.slice(from, from + MOST_AT_ONCE), put })
        }
      }
      this.chooseNone()
    })
    await this.open()
  }

  private async allFound(): Promise<number[]> {
    if (!this.search) return []
    const { search, found } = this.search
    const games: number[] = []
    for (let from = 0; from < found; from += 500) {
      const rows = await this.client.call('foundGames', { search, from, limit: 500 })
      games.push(...rows.map(({ id }) => id))
    }
    return games
  }

  async addCollection(name: string): Promise<CollectionView | null> {
    let added: CollectionView | null = null
    await this.attempt(async () => {
      added = await this.client.call('addCollection', { name })
    })
    await this.refresh()
    return added
  }

  async renameCollection(id: number, name: string): Promise<void> {
    await this.attempt(async () => void (await this.client.call('renameCollection', { id, name })))
    await this.refresh()
  }

  async deleteCollection(id: number): Promise<void> {
    await this.attempt(async () => void (await this.client.call('deleteCollection', { id })))
    if (this.filter.collection === id) await this.filterBy({ ...this.filter, collection: null })
    await this.refresh()
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }
}
