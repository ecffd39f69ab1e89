// A search that runs while somebody looks at a position: its newest news, in words for White. Knows no rule and draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { MoveView, PositionView, SearchInfo } from '../client/types'
import { language } from '../i18n/language.svelte'
import { m } from '../i18n/paraglide/messages.js'

/** From this many centipawns on the end of the game is in sight, and this many minus the score are the plies to it. */
const DECIDED = 9000
const WIN = 10_000
/** Less than this many centipawns is no advantage. */
const EVEN = 15

export class Analysis {
  running = $state(false)
  info: SearchInfo | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** The position looked at. */
  private position: PositionView | null = $state.raw(null)
  private ending: AbortController | null = null

  constructor(private readonly client: Client) {}

  /** Looks at this position until it is told to stop, or to look at another. */
  async look(position: PositionView): Promise<void> {
    this.ending?.abort()
    const ending = new AbortController()
    this.ending = ending
    this.position = position
    this.info = null
    this.failure = null
    this.running = true
    try {
      const { variant, fen } = position
      const params = { variant, fen, moves: [], limits: { kind: 'infinite' } as const }
      const found = await this.client.search(params, (info) => this.hear(ending, info), ending.signal)
      this.hear(ending, found.info)
    } catch (thrown) {
      if (this.ending === ending) this.failure = CallFailed.from(thrown)
    }
    if (this.ending === ending) this.running = false
  }

  stop(): void {
    this.ending?.abort()
    this.ending = null
    this.running = false
  }

  private hear(ending: AbortController, info: SearchInfo): void {
    if (this.ending === ending) this.info = info
  }

  /** The best move found so far. */
  get best(): MoveView | undefined {
    const [first] = this.info?.pv ?? []
    return this.position?.legal.find(({ notation }) => notation === first)
  }

  /** "White is better by 0.8", "Black wins in 5 moves". */
  get verdict(): string {
    const { info, position } = this
    if (!info || !position) return ''
    const better = info.score >= 0 ? position.turn : position.turn === 'white' ? 'black' : 'white'
    const size = Math.abs(info.score)
    if (size >= DECIDED) return `${m.end_side_wins({ side: better })}. ${m.puzzle_moves({ count: Math.ceil((WIN - size) / 2) })}`
    if (size < EVEN) return m.analysis_even()
    return m.analysis_better({ side: better, men: tenths(size / 100) })
  }
}

function tenths(number: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return new Intl.NumberFormat(language.now, digits).format(number)
}
