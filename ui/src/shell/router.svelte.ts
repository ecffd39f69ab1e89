// Where the reader is: the address after '#'. Knows no page's content.
export type Route =
  | { page: 'start' }
  | { page: 'play' }
  | { page: 'learn' }
  /** A lesson; with a step, 1 the first, at that step. */
  | { page: 'lesson'; id: string; step?: number }
  /** The lesson that teaches an article of the federation's rules: "4.13". */
  | { page: 'article'; article: string }
  | { page: 'rules'; variant?: string }
  /** A game at a real board. */
  | { page: 'table'; variant?: string }
  /** The glossary, open at a term. */
  | { page: 'words'; term?: string }
  | { page: 'pictures' }
  | { page: 'squares' }
  | { page: 'count' }
  /** The clock by itself. */
  | { page: 'clock' }
  /** The games compared. */
  | { page: 'games' }
  /** The games that go on, and one player against several. */
  | { page: 'boards' }
  | { page: 'endings'; id?: string }
  | { page: 'puzzles' }
  | { page: 'puzzle'; id: string }
  /** Puzzles one after another: `kind` is how they are chosen, `of` the theme or the number of moves. */
  | { page: 'training'; kind: string; of?: string }
  /** A set of puzzles of one's own, and the same on paper. */
  | { page: 'set'; id: number }
  | { page: 'sheet'; id: number }
  | { page: 'settings' }
  | { page: 'licences' }
  | { page: 'library' }
  /** A stored game, or its review. */
  | { page: 'game'; id: number; review?: boolean }
  /** What no page has as its address. */
  | { page: 'missing' }
  /** The board editor; with a game and a FEN it shows that position. */
  | { page: 'editor'; variant?: string; fen?: string }

/** The address of a page. */
export function address(route: Route): string {
  switch (route.page) {
    case 'start':
      return '#/'
    case 'lesson':
      return `#/learn/${encodeURIComponent(route.id)}${route.step ? `/${route.step}` : ''}`
    case 'article':
      return `#/article/${encodeURIComponent(route.article)}`
    case 'rules':
      return `#/rules${route.variant ? `/${encodeURIComponent(route.variant)}` : ''}`
    case 'table':
      return `#/table${route.variant ? `/${encodeURIComponent(route.variant)}` : ''}`
    case 'words':
      return `#/words${route.term ? `/${encodeURIComponent(route.term)}` : ''}`
    case 'endings':
      return `#/endings${route.id ? `/${encodeURIComponent(route.id)}` : ''}`
    case 'puzzle':
      return `#/puzzles/${encodeURIComponent(route.id)}`
    case 'training':
      return `#/training/${route.kind}${route.of ? `/${encodeURIComponent(route.of)}` : ''}`
    case 'set':
      return `#/sets/${route.id}`
    case 'sheet':
      return `#/sets/${route.id}/sheet`
    case 'game':
      return `#/library/${route.id}${route.review ? '/review' : ''}`
    case 'editor':
      return route.variant && route.fen ? `#/editor/${route.variant}/${encodeURIComponent(route.fen)}` : '#/editor'
    default:
      return `#/${route.page}`
  }
}

/** Pages without anything behind their name. */
const PLAIN = ['start', 'play', 'settings', 'licences', 'pictures', 'squares', 'count', 'clock', 'games', 'boards'] as const
/** How training chooses, and what each kind names behind it. */
const TRAININGS: Record<string, RegExp> = {
  rated: /^$/,
  streak: /^$/,
  daily: /^$/,
  repeat: /^$/,
  theme: /^[a-z-]{1,40}$/,
  length: /^[1-9]$/,
  set: /^\d{1,15}$/,
}
/** A number that a store gives; longer ones it never has. */
const NUMBER = /^\d{1,15}$/
const MISSING: Route = { page: 'missing' }

/** The page of an address; `missing` where there is none. */
export function routeOf(hash: string): Route {
  const parts = hash.replace(/^#?\/?/, '').split('/').map(decodePart)
  while (parts.length > 1 && parts.at(-1) === '') parts.pop()
  const [page = '', id = '', rest = ''] = parts
  if (parts.length > 3) return MISSING
  const plain = PLAIN.find((name) => name === (page || 'start'))
  if (plain) return parts.length > 1 ? MISSING : { page: plain }
  switch (page) {
    case 'learn':
      if (rest) return /^[1-9]\d{0,3}$/.test(rest) ? { page: 'lesson', id, step: Number(rest) } : MISSING
      return id ? { page: 'lesson', id } : { page }
    case 'sets':
      if (!NUMBER.test(id) || !['', 'sheet'].includes(rest)) return id ? MISSING : { page: 'puzzles' }
      return { page: rest ? 'sheet' : 'set', id: Number(id) }
    case 'library':
      if (!id) return { page }
      if (!NUMBER.test(id) || !['', 'review'].includes(rest)) return MISSING
      return { page: 'game', id: Number(id), ...(rest ? { review: true } : {}) }
    case 'training':
      if (!id) return { page: 'puzzles' }
      return TRAININGS[id]?.test(rest) ? { page, kind: id, ...(rest ? { of: rest } : {}) } : MISSING
    case 'editor':
      return id && rest ? { page, variant: id, fen: rest } : id ? MISSING : { page }
  }
  // The others name one thing at most.
  if (rest) return MISSING
  switch (page) {
    case 'article':
      return id ? { page, article: id } : { page: 'rules' }
    case 'table':
    case 'rules':
      return id ? { page, variant: id } : { page }
    case 'words':
      return id ? { page, term: id } : { page }
    case 'endings':
      return id ? { page, id } : { page }
    case 'puzzles':
      return id ? { page: 'puzzle', id } : { page }
    default:
      return MISSING
  }
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
