// A search that runs while somebody looks at a position: its newest news, in words for White. Knows no rule and draws nothing.
import { CallFailed, type Client, EngineFailed } from '../client/client'
import type { LineView, MoveView, PositionView, SearchInfo, SearchParams, SearchResult } from '../client/types'
import { language } from '../i18n/language.svelte'
import { m } from '../i18n/messages'
import { playsOn100 } from '../shared/engines/key'
import { type Setting, settings } from '../shell/settings.svelte'

/** From this many centipawns on the end of the game is in sight, and this many minus the score are the plies to it. */
const DECIDED = 9000
const WIN = 10_000
/** Less than this many centipawns is no advantage. */
const EVEN = 15
/** Positions searched for a threat. */
const THREAT = 100_000

export class Analysis {
  running = $state(false)
  info: SearchInfo | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** Why somebody else's engine does not look any more, in a sentence. */
  trouble = $state('')
  /** The engine that looks; empty where it is ours. */
  engine = $state(settings.text('analysisEngine') ?? '')
  /** What the other side would play if it were its turn; asked for by `threaten`. */
  threat: MoveView | undefined = $state.raw()
  /** The threat is asked for in every position. */
  threatening = $state(false)
  /** The position looked at. */
  private position: PositionView | null = $state.raw(null)
  private ending: AbortController | null = null
  /** What an engine was asked last: it answers before it is asked the next. */
  private asked: Promise<unknown> = Promise.resolve()

  constructor(private readonly client: Client) {}

  /** Looks at this position until it is told to stop, or to look at another. */
  async look(position: PositionView): Promise<void> {
    this.ending?.abort()
    const ending = new AbortController()
    this.ending = ending
    this.position = position
    this.info = null
    this.failure = null
    this.trouble = ''
    this.threat = undefined
    this.running = true
    if (this.threatening) void this.findThreat(position)
    try {
      const { variant, fen } = position
      const lines = Number(settings.get('analysisLines'))
      const params = { variant, fen, moves: [], limits: { kind: 'infinite' } as const, lines }
      const found = await this.search(params, ending)
      if (found) this.hear(ending, found.info)
    } catch (thrown) {
      if (this.ending === ending) {
        if (thrown instanceof EngineFailed) this.trouble = await (await import('../shared/engines/engine-words')).engineTrouble(thrown)
        else this.failure = CallFailed.from(thrown)
      }
    }
    if (this.ending === ending) this.running = false
  }

  /** Ours, or the engine that was chosen; nothing where another position is looked at by then. */
  private async search(params: SearchParams, ending: AbortController): Promise<SearchResult | null> {
    const hear = (info: SearchInfo): void => this.hear(ending, info)
    const engines = this.client.frame?.engines
    if (!engines || this.engine === '' || !playsOn100(params.variant)) return this.client.search(params, hear, ending.signal)
    await this.asked.catch(() => undefined)
    if (ending.signal.aborted) return null
    const found = engines.search(this.engine, params, hear, ending.signal)
    this.asked = found
    return found
  }

  /** This engine looks from now on; none is ours. */
  choose(engine: string): void {
    this.engine = engine
    settings.keep('analysisEngine', engine)
    if (this.running && this.position) void this.look(this.position)
  }

  /** Tells so many of the best moves apart from now on. */
  tellApart(lines: Setting<'analysisLines'>): void {
    settings.set('analysisLines', lines)
    if (this.running && this.position) void this.look(this.position)
  }

  /** What stands after these moves of a line, and the board; null where the position looked at is another by now. */
  async after(moves: readonly string[]): Promise<LineView | null> {
    const { position } = this
    if (!position) return null
    const { variant, fen } = position
    const line = await this.client.call('line', { variant, fen, moves: [...moves] })
    return this.position === position ? line : null
  }

  /** Shows what the other side threatens, or no longer. */
  threaten(wanted: boolean): void {
    this.threatening = wanted
    this.threat = undefined
    if (wanted && this.position) void this.findThreat(this.position)
  }

  private async findThreat(position: PositionView): Promise<void> {
    // Who must capture cannot pass: there is no such question.
    if (position.mustTake) return
    const { variant, fen } = position
    const params = { variant, fen, moves: [], limits: { kind: 'nodes', nodes: THREAT } as const, passed: true }
    try {
      const found = await this.client.search(params, () => {}, this.ending?.signal)
      if (this.position === position && this.threatening) this.threat = found.best ?? undefined
    } catch {
      // Where the other side has no move there is no threat either.
    }
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

  /** What White can expect, 0 to 1. */
  get expected(): number | null {
    if (!this.info || !this.position) return null
    return this.position.turn === 'white' ? this.info.expected : 1 - this.info.expected
  }

  /** Positions searched in a second, as one reads it: "1.2M"; empty before there is anything to divide by. */
  get speed(): string {
    const { info } = this
    if (!info || info.millis < 100) return ''
    const compact = { notation: 'compact', maximumSignificantDigits: 2 } as const
    return new Intl.NumberFormat(language.now, compact).format((1000 * info.nodes) / info.millis)
  }

  /** How White stands by the best line, in men; nothing as long as there is none. */
  get standing(): string | undefined {
    return this.info ? this.men(this.info.score) : undefined
  }

  /** A score for the side to move as one for White, in men: "+0,8"; "#5" where White wins in five moves, "−#5" where Black does. */
  men(score: number): string {
    const white = this.position?.turn === 'black' ? -score : score
    const sign = white < 0 ? '−' : '+'
    const size = Math.abs(white)
    if (size >= DECIDED) return `${white < 0 ? '−' : ''}#${Math.ceil((WIN - size) / 2)}`
    return size < 5 ? tenths(0) : sign + tenths(size / 100)
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
