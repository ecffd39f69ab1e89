// A client for tests with scripted answers; it records its calls. Knows no draughts.
import { CallFailed, type Client } from '../client/client'
import type {
  BestLine,
  Calls,
  ErrorKind,
  GameView,
  MoveView,
  PositionView,
  QualityView,
  ReviewGame,
  ReviewView,
  SearchInfo,
  SearchParams,
  SearchResult,
  SideView,
} from '../client/types'
import type { Pace } from './board/stage'

type Name = keyof Calls
type Answer<N extends Name> = (params: Calls[N][0]) => Calls[N][1] | Promise<Calls[N][1]>
type Answers = { [N in Name]?: Answer<N> }

/** A search that stays pending until the test finishes it or it is stopped. */
export interface FakeSearch {
  params: SearchParams
  stopped: boolean
  finish(best: MoveView | null, result?: Partial<SearchResult> & { score?: number; pv?: string[]; lines?: BestLine[] }): void
  fail(kind: ErrorKind): void
}

export class FakeClient implements Client {
  readonly capabilities = { host: 'browser', saves: 'download' } as const
  /** All calls, oldest first. */
  readonly asked: { name: Name; params: unknown }[] = []
  readonly searches: FakeSearch[] = []
  /** The variants for which the engine was prepared. */
  readonly prepared = new Set<string>()
  private readonly answers: Answers = {}

  /** Sets the answer of a call from now on. */
  on<N extends Name>(name: N, answer: Answer<N>): this {
    Object.assign(this.answers, { [name]: answer })
    return this
  }

  // eslint-disable-next-line typescript/require-await -- a call that throws must reject
  async call<N extends Name>(name: N, params: Calls[N][0]): Promise<Calls[N][1]> {
    this.asked.push({ name, params })
    const answer = this.answers[name] as Answer<N> | undefined
    if (!answer) throw failed('notFound', `the fake client has no answer for ${name}`)
    return answer(params)
  }

  prepare(variant: string): void {
    this.prepared.add(variant)
  }

  search(params: SearchParams, _onInfo: (info: SearchInfo) => void, signal?: AbortSignal): Promise<SearchResult> {
    return new Promise((resolve, reject) => {
      const search: FakeSearch = {
        params,
        stopped: false,
        finish: (best, { score = 0, pv = [], lines = [], pause = 0, offersDraw = false } = {}) =>
          resolve({ best, pause, offersDraw, info: { depth: 1, score, expected: 0.5, nodes: 1, millis: 1, pv, lines } }),
        fail: (kind) => reject(failed(kind)),
      }
      signal?.addEventListener('abort', () => (search.stopped = true))
      this.searches.push(search)
    })
  }

  onOpened(): void {}

  save(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  /** The parameters of each call of this name. */
  paramsOf<N extends Name>(name: N): Calls[N][0][] {
    return this.asked.filter((call) => call.name === name).map((call) => call.params as Calls[N][0])
  }
}

export function failed(kind: ErrorKind, message = kind as string): CallFailed {
  return new CallFailed({ kind, message })
}

/** Lets pending promises settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** Never waits and always returns the same seed. Records the waits. */
export function pace(): Pace & { waits: number[] } {
  const waits: number[] = []
  return {
    waits,
    now: () => 0,
    wait: (millis) => {
      waits.push(millis)
      return Promise.resolve()
    },
    seed: () => 7,
  }
}

/** Parses "32-28", or "26x37" with the given captured squares. */
export function move(notation: string, captured: number[] = []): MoveView {
  const route = notation.split(/[-x]/).map(Number)
  const [origin = 0] = route
  const [names, takenNames] = [route.map(String), captured.map(String)]
  return { origin, target: route.at(-1) ?? 0, captured, routes: [route], notation, promotes: false, crownedOn: [], names, takenNames }
}

export function position(turn: SideView, legal: MoveView[] = [], mustTake = false): PositionView {
  const pieces = [
    { square: 32, side: 'white', role: 'man' },
    { square: 19, side: 'black', role: 'man' },
  ] as const
  return { variant: 'international', fen: `${turn}`, turn, pieces: [...pieces], legal, mustTake }
}

/** A review of moves with these qualities. */
export function reviewed(...qualities: (QualityView | null)[]): ReviewView {
  const played = { accuracy: 90, inaccuracies: 0, mistakes: 0, blunders: 0, phases: [] }
  return {
    moves: qualities.map(
      (quality) =>
        quality && {
          quality,
          before: 0.5,
          after: 0.2,
          sign: '',
          depth: 20,
          confirmed: true,
          cause: null,
        },
    ),
    expected: [],
    white: played,
    black: played,
    phases: qualities.map(() => 'opening' as const),
    turning: null,
    swings: [],
    decided: null,
    next: null,
  }
}

export const FIRST_NODES = 150_000
export const CONFIRMING_NODES = 2_000_000

/** Answers `reviewGame` as the core does: asks for each missing search, then for deeper ones of these positions. */
export function reviewing(view: ReviewView, doubtful: readonly number[] = []): (params: ReviewGame) => ReviewView {
  return ({ found, moves }) => {
    const known = moves.concat('').map((_, at) => found[at] ?? null)
    const missing = known.indexOf(null)
    const deeper = doubtful.find((at) => (known[at]?.nodes ?? 0) < CONFIRMING_NODES)
    const ply = missing >= 0 ? missing : deeper
    const next = ply === undefined ? null : { ply, nodes: missing >= 0 ? FIRST_NODES : CONFIRMING_NODES, left: 1 }
    return { ...view, expected: known.map((look) => (look ? 0.5 : null)), turning: view.turning ?? doubtful[0] ?? null, next }
  }
}

/** Fifty squares, as on the real board. */
export const board = {
  columns: 10,
  rows: 10,
  squares: Array.from({ length: 50 }, (_, index): [number, number] => {
    const row = Math.floor(index / 5)
    return [2 * (index % 5) + (row % 2 === 0 ? 1 : 0), row]
  }),
  labels: Array.from({ length: 50 }, (_, index) => String(index + 1)),
  below: 'white' as const,
  liftsAtOnce: false,
}

export function game(view: Partial<GameView> = {}): GameView {
  const moves = view.moves ?? []
  return {
    id: 1,
    board,
    position: position(moves.length % 2 === 0 ? 'white' : 'black', [move('32-28')]),
    startFen: 'start',
    white: { kind: 'human' },
    black: { kind: 'computer', level: '3' },
    removed: [],
    outcome: null,
    counts: [],
    huffable: [],
    huffed: [],
    takeBacks: 0,
    hints: 0,
    terms: { serious: false, whiteAids: 'all', blackAids: 'all', adapts: false, short: false, houseRule: null, winBy: null, clock: null },
    clock: null,
    ...view,
    moves,
    ply: moves.length,
  }
}
