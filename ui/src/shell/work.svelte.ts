// Work that a reload would interrupt. Each session registers itself.
import { type PageName, router } from './navigation/router.svelte'
import { routes } from './navigation/routes'

interface Work {
  isGoingOn: () => boolean
  /** Pages on which a reload would interrupt it; elsewhere it is saved. Empty means all pages. */
  on: readonly PageName[]
}

class InWork {
  private works: readonly Work[] = $state.raw([])

  add(isGoingOn: () => boolean, ...on: PageName[]): void {
    this.works = [...this.works, { isGoingOn, on }]
  }

  /** `true` while a game, lesson, puzzle or other work is in progress, or games are being imported or exported. */
  get isGoingOn(): boolean {
    const { page } = router.route
    const here = this.works.filter(({ on }) => on.length === 0 || on.includes(page))
    return here.some(({ isGoingOn }) => isGoingOn()) || !routes[page].rests
  }
}

export const work = new InWork()
