// Where the reader is: the address after '#'. Knows no page's content.
import { readPath, writePath } from './paths'
import { type PageName, type Route, routes } from './routes'

export type { PageName, Route } from './routes'

/** The address of a page. */
export function address({ page, ...params }: Route): string {
  return `#/${writePath(routes[page], params)}`
}

const names = Object.keys(routes) as PageName[]

/** The page of an address; `missing` where there is none. */
export function routeOf(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodePart)
  while (parts.at(-1) === '') parts.pop()
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

/** What the browser keeps with an address: that it is ours, which step of the visit it is, and from which address it was opened. */
interface State {
  damier: true
  step: number
  from?: string
  /** The visit began here: what lies under it was put there, nobody came from it. */
  landed?: true
}

class Router {
  route: Route = $state({ page: 'today' })
  /** Which step of the visit this is. */
  private step = 0
  /** How far each step was scrolled when it was left. */
  private readonly scrolled = new Map<number, number>()
  /** How far the page that comes is to be scrolled: back finds it as it was left. */
  wanted = 0

  /** Follows the address from now on. A deep link gets Today under it, so that "back" always leads there. */
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
    // A reload is the browser's own matter.
    window.addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
    window.addEventListener('scroll', () => this.scrolled.set(this.step, scrollY), { passive: true })
  }

  /** Goes to a page, keeping the present one for "back". */
  go(route: Route): void {
    if (address(route) === address(this.route)) return
    this.step++
    this.pushState(address(route), { step: this.step, from: address(this.route) })
    this.open(route, 0)
  }

  /** Goes to a page in place of the present one: from a lesson to the next, "back" leads to where the first was opened. */
  replace(route: Route): void {
    this.replaceState(address(route), { ...this.state, step: this.step })
    this.open(route, 0)
  }

  /** Goes to a page above: back, when that is where one came from, so that the browser's own "back" does not pile up. */
  up(route: Route): void {
    if (this.state?.from === address(route)) history.back()
    else this.replace(route)
  }

  /** Where "back" leads: to where one came from; a level up where the visit began. */
  behind(above: Route): string {
    const { from, landed } = this.state ?? {}
    return landed ? address(above) : (from ?? address(above))
  }

  /** Goes there. */
  back(above: Route): void {
    if (this.state?.from === this.behind(above)) history.back()
    else this.replace(above)
  }

  private follow(): void {
    // A hash typed by hand has no state of ours yet.
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
