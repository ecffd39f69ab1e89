// What a new start would cut short. Each session says it of itself once it is made; knows none of them.
import { type Route, router } from './router.svelte'

type PageName = Route['page']

interface Work {
  isGoingOn: () => boolean
  /** The pages on which it would be cut short; elsewhere it lies kept. None are all. */
  on: readonly PageName[]
}

/** Pages on which nothing is begun that a new start would cut short. */
const RESTING: ReadonlySet<PageName> = new Set(['start', 'learn', 'puzzles', 'library', 'rules', 'words', 'games', 'boards', 'pictures', 'set', 'settings', 'licences'])
/** Pages at rest until their session says otherwise. */
const ASKED: ReadonlySet<PageName> = new Set(['play', 'lesson', 'article', 'puzzle', 'training'])

class InWork {
  private works: readonly Work[] = $state.raw([])

  add(isGoingOn: () => boolean, ...on: PageName[]): void {
    this.works = [...this.works, { isGoingOn, on }]
  }

  /** A game, lesson, puzzle or anything else is in work, or games are on their way in or out. */
  get isGoingOn(): boolean {
    const { page } = router.route
    const here = this.works.filter(({ on }) => on.length === 0 || on.includes(page))
    return here.some(({ isGoingOn }) => isGoingOn()) || !(RESTING.has(page) || ASKED.has(page))
  }
}

export const work = new InWork()
