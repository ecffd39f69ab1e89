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

/** What the browser keeps with an address: that it is ours, and from which one it was opened. */
interface State {
  damier: true
  from?: string
}

class Router {
  route: Route = $state({ page: 'start' })

  /** Follows the address from now on. A deep link gets the start under it, so that "back" always leads there. */
  begin(): void {
    const wanted = location.hash
    const landed = (history.state as State | null)?.damier
    if (routeOf(wanted).page !== 'start' && !landed) {
      history.replaceState({ damier: true } satisfies State, '', address({ page: 'start' }))
      history.pushState({ damier: true, from: address({ page: 'start' }) } satisfies State, '', wanted)
    } else if (!landed) {
      history.replaceState({ damier: true } satisfies State, '')
    }
    this.route = routeOf(wanted)
    window.addEventListener('popstate', () => this.follow())
  }

  /** Goes to a page, keeping the present one for "back". */
  go(route: Route): void {
    if (address(route) === address(this.route)) return
    history.pushState({ damier: true, from: address(this.route) } satisfies State, '', address(route))
    this.route = route
    scrollTo(0, 0)
  }

  /** Goes to a page in place of the present one: from a lesson to the next, "back" leads to where the first was opened. */
  replace(route: Route): void {
    history.replaceState({ ...(history.state as State | null), damier: true } satisfies State, '', address(route))
    this.route = route
    scrollTo(0, 0)
  }

  /** Goes up a level: back, when that is where one came from, so that the browser's own "back" does not pile up. */
  up(route: Route): void {
    if ((history.state as State | null)?.from === address(route)) history.back()
    else this.replace(route)
  }

  private follow(): void {
    // A hash typed by hand has no state of ours yet.
    if (!history.state) history.replaceState({ damier: true } satisfies State, '')
    this.route = routeOf(location.hash)
  }
}

export const router = new Router()
