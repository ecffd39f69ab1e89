// What a new start would cut short. Each session says it of itself once it is made; knows none of them.
import { type PageName, router } from './navigation/router.svelte'
import { routes } from './navigation/routes'

interface Work {
  isGoingOn: () => boolean
  /** The pages on which it would be cut short; elsewhere it lies kept. None are all. */
  on: readonly PageName[]
}

class InWork {
  private works: readonly Work[] = $state.raw([])

  add(isGoingOn: () => boolean, ...on: PageName[]): void {
    this.works = [...this.works, { isGoingOn, on }]
  }

  /** A game, lesson, puzzle or anything else is in work, or games are on their way in or out. */
  get isGoingOn(): boolean {
    const { page } = router.route
    const here = this.works.filter(({ on }) => on.length === 0 || on.includes(page))
    return here.some(({ isGoingOn }) => isGoingOn()) || !routes[page].rests
  }
}

export const work = new InWork()
