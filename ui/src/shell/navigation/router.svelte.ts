// Routes the address after '#'. Knows no page's content.
import { untrack } from 'svelte'
import { readPath, writePath } from './paths'
import { type PageName, type Route, routes } from './routes'

export type { PageName, Route } from './routes'

/** Returns the address of a page. */
export function address({ page, ...params }: Route): string {
  return `#/${writePath(routes[page], params)}`
}

const names = Object.keys(routes) as PageName[]

/** Returns the page of an address, or `missing`. */
export function routeOf(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodePart)
  while (parts.at(-1) === '') parts.pop()
  // "constructor" and the like stand in every table, and are nobody's game, theme or lesson.
  if (parts.some((part) => part.split(/[^\w$]/).some((word) => word in Object.prototype))) return { page: 'missing' }
  for (const page of names) {
    const { also, holds } = routes[page]
    if (also?.includes(parts.join('/'))) return { page } as Route
    const params = readPath(routes[page], parts)
    if (params && (holds?.(params) ?? true)) return { page, ...params } as Route
  }
  return { page: 'missing' }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** State kept with a history entry: a mark, the step of the visit, and the address from which it was opened. */
interface State {
  damier: true
  step: number
  from?: string
  /** The visit began here: the entry below was added by the router. */
  landed?: true
}

class Router {
  route: Route = $state({ page: 'today' })
  /** Current step of the visit. */
  private step = 0
  /** Scroll position of each step when it was left. */
  private readonly scrolled = new Map<number, number>()
  /** Scroll position for the next page, restored by "back". */
  wanted = 0

  /** Starts routing. A deep link gets Today below it, so that "back" leads there. */
  begin(): void {
    const wanted = location.hash
    const landed = this.state
    if (routeOf(wanted).page !== 'today' && !landed) {
      this.replaceState(address({ page: 'today' }), { step: 0 })
      this.pushState(wanted, { step: 1, from: address({ page: 'today' }), landed: true })
    } else if (!landed) {
      this.replaceState('', { step: 0 })
    }
    this.route = routeOf(wanted)
    this.step = this.state?.step ?? 0
    history.scrollRestoration = 'manual'
    window.addEventListener('popstate', () => this.follow())
    // The browser restores the scroll position of a reload.
    window.addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
    window.addEventListener('scroll', () => this.scrolled.set(this.step, scrollY), { passive: true })
  }

  /** Opens a page and adds a history entry. */
  go(route: Route): void {
    if (address(route) === address(this.route)) return
    this.step++
    this.pushState(address(route), { step: this.step, from: address(this.route) })
    this.open(route, 0)
  }

  /** Replaces the current page: from a lesson to the next, "back" leads to the page that opened the first. */
  replace(route: Route): void {
    this.replaceState(address(route), { ...this.state, step: this.step })
    this.open(route, 0)
  }

  /** Replaces the current page once `target` is known, unless the reader has left the page by then. Rejects as `target` does. */
  async redirect(target: Promise<Route | null>): Promise<void> {
    const from = untrack(() => this.route)
    const to = await target
    if (to && this.route === from) this.replace(to)
  }

  /** Opens a page above: goes back if it is the previous one, so that the history does not grow. */
  up(route: Route): void {
    if (this.state?.from === address(route)) history.back()
    else this.replace(route)
  }

  /** Returns the target of "back": the previous page, or the page above if the visit began here. */
  behind(above: Route): string {
    const { from, landed } = this.state ?? {}
    return landed ? address(above) : (from ?? address(above))
  }

  /** Goes back. */
  back(above: Route): void {
    if (this.state?.from === this.behind(above)) history.back()
    else this.replace(above)
  }

  private follow(): void {
    // A hash typed by hand has no state yet.
    if (!this.state) this.replaceState('', { step: this.step + 1 })
    this.step = this.state?.step ?? 0
    this.open(routeOf(location.hash), this.scrolled.get(this.step) ?? 0)
  }

  private open(route: Route, scrolled: number): void {
    this.wanted = scrolled
    this.route = route
  }

  private get state(): State | null {
    const state = history.state as State | null
    return state?.damier ? state : null
  }

  private pushState(url: string, state: Omit<State, 'damier'>): void {
    history.pushState({ damier: true, ...state } satisfies State, '', url)
  }

  private replaceState(url: string, state: Omit<State, 'damier'>): void {
    history.replaceState({ damier: true, ...state } satisfies State, '', url)
  }
}

export const router = new Router()
