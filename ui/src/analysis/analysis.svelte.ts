// Live analysis of a position: the latest search result, from White's point of view. Knows no rules and draws nothing.
import { CallFailed, type Client, EngineFailed } from '../client/client'
import type { LineView, MoveView, PositionView, SearchInfo, SearchParams, SearchResult } from '../client/types'
import { language } from '../i18n/language.svelte'
import { m } from '../i18n/messages'
import { engineTrouble } from '../shared/engines/engine-words'
import { playsOn100 } from '../shared/engines/key'
import { threadsOf } from '../shared/engines/threads'
import { type Setting, settings } from '../shell/settings.svelte'

/** Scores of at least `DECIDED` centipawns are forced wins: `WIN` minus the score is the distance in plies. */
const DECIDED = 9000
const WIN = 10_000
/** From here on the endgame tables know the win, but not the search how it ends. */
const TABLES = 7000
/** Smaller scores count as equal, in centipawns. */
const EVEN = 15
const THREAT_NODES = 100_000
/** Limit on pieces in the endgame tables. */
export const IN_TABLES = 5

/** A line kept in view while the reader goes elsewhere. */
export interface LockedLine {
  /** The beginning of the line, in words. */
  place: string
  position: PositionView
  score: string
  depth: number
  moves: readonly string[]
}

export class Analysis {
  running = $state(false)
  info: SearchInfo | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** Why the external engine stopped, in a sentence. */
  trouble = $state('')
  /** Name of the external engine; empty for the built-in one. */
  engine = $state('')
  /** Lines kept in view, the latest last. */
  locked: readonly LockedLine[] = $state.raw([])
  /** The move the other side would play if it were its turn; found by `threaten`. */
  threat: MoveView | undefined = $state.raw()
  /** The threat is shown in every position. */
  threatening = $state(false)
  /** The endgame tables know that the position is a draw. */
  private drawn = $state(false)
  private position: PositionView | null = $state.raw(null)
  private ending: AbortController | null = null
  /** The last request to the external engine: it must end before the next begins. */
  private asked: Promise<unknown> = Promise.resolve()

  /** `setting` remembers the chosen engine. */
  constructor(
    private readonly client: Client,
    private readonly setting: 'analysisEngine' | null = 'analysisEngine',
  ) {
    if (setting) this.engine = settings.text(setting) ?? ''
  }

  /** The analysed position, if any. */
  get analysed(): PositionView | null {
    return this.position
  }

  /** Analyses a position until stopped, or until another is requested. */
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
    this.drawn = false
    void this.askTables(position)
    if (this.threatening) void this.findThreat(position)
    try {
      const { variant, fen } = position
      const lines = Number(settings.get('analysisLines'))
      const table = Number(settings.get('analysisTable'))
      const params = { variant, fen, moves: [], limits: endOf(settings.get('analysisEnd')), lines, threads: threadsOf(this.client), table }
      const found = await this.search(params, ending)
      if (found) this.hear(ending, found.info)
    } catch (thrown) {
      if (this.ending === ending) {
        if (thrown instanceof EngineFailed) this.trouble = engineTrouble(thrown)
        else this.failure = CallFailed.from(thrown)
      }
    }
    if (this.ending === ending) this.running = false
  }

  private async askTables(position: PositionView): Promise<void> {
    const { variant, fen, pieces } = position
    if (pieces.length > IN_TABLES) return
    const fact = await this.client.call('tableFact', { variant, fen }).catch(() => null)
    if (this.position === position) this.drawn = fact?.winner === null
  }

  /** Searches with the built-in or chosen engine; `null` if another position was requested meanwhile. */
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

  /** Selects an external engine; empty selects the built-in one. */
  choose(engine: string): void {
    this.engine = engine
    if (this.setting) settings.keep(this.setting, engine)
    if (this.running && this.position) void this.look(this.position)
  }

  /** Changes an option of the engine, and begins again with it. */
  setOption<K extends 'analysisLines' | 'analysisEnd' | 'analysisTable' | 'threads'>(key: K, value: Setting<K>): void {
    settings.set(key, value)
    if (this.position) void this.look(this.position)
  }

  /** The position after moves of a line, with its board; `null` if the analysed position has changed. */
  async after(moves: readonly string[]): Promise<LineView | null> {
    const { position } = this
    const line = position && (await this.lineFrom(position, moves))
    return this.position === position ? line : null
  }

  /** The position after moves from any position, with its board. */
  lineFrom({ variant, fen }: PositionView, moves: readonly string[]): Promise<LineView> {
    return this.client.call('line', { variant, fen, moves: [...moves] })
  }

  /** The lines found so far, best first, with White's score. */
  get lines(): { score: string; moves: readonly string[] }[] {
    const { info } = this
    if (!info) return []
    const all = info.lines.length > 0 ? info.lines : [info]
    return all.map(({ score, pv }) => ({ score: this.men(score), moves: pv }))
  }

  /** Keeps a line in view. `place` says where it begins. */
  lock(rank: number, place: string): void {
    const { info, position } = this
    const line = this.lines[rank]
    if (!info || !position || !line) return
    this.locked = [...this.locked, { place, position, depth: info.depth, ...line }]
  }

  /** Keeps a line of another engine in view. */
  keep(other: Analysis, rank: number, place: string): void {
    const before = other.locked
    other.lock(rank, `${place} · ${other.engine || 'Damier'}`)
    this.locked = [...this.locked, ...other.locked.slice(before.length)]
  }

  release(line: LockedLine): void {
    this.locked = this.locked.filter((one) => one !== line)
  }

  /** Shows or hides the threat. */
  threaten(wanted: boolean): void {
    this.threatening = wanted
    this.threat = undefined
    if (wanted && this.position) void this.findThreat(this.position)
  }

  private async findThreat(position: PositionView): Promise<void> {
    // A compulsory capture leaves no way to pass, and so no threat.
    if (position.mustTake) return
    const { variant, fen } = position
    const params = { variant, fen, moves: [], limits: { kind: 'nodes', nodes: THREAT_NODES } as const, passed: true }
    try {
      const found = await this.client.search(params, () => {}, this.ending?.signal)
      if (this.position === position && this.threatening) this.threat = found.best ?? undefined
    } catch {
      // The other side has no move, and so no threat.
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

  /** White's expected score, 0 to 1. */
  get expected(): number | null {
    if (!this.info || !this.position) return null
    return this.position.turn === 'white' ? this.info.expected : 1 - this.info.expected
  }

  /** Nodes per second for display: "1.2M"; empty at the start. */
  get speed(): string {
    const { info } = this
    if (!info || info.millis < 100) return ''
    const compact = { notation: 'compact', maximumSignificantDigits: 2 } as const
    return new Intl.NumberFormat(language.now, compact).format((1000 * info.nodes) / info.millis)
  }

  /** White's evaluation by the best line, in men; `undefined` without one. */
  get standing(): string | undefined {
    return this.info ? this.men(this.info.score) : undefined
  }

  /** A score of the side to move from White's view, in men: "+0,80"; "2-0" if White wins, with the number of moves if it is known. */
  men(score: number): string {
    const white = this.position?.turn === 'black' ? -score : score
    const size = Math.abs(white)
    if (size >= TABLES) {
      const result = white < 0 ? '0-2' : '2-0'
      return size >= DECIDED ? `${result} (${Math.ceil((WIN - size) / 2)})` : result
    }
    return size < 1 ? hundredths(0) : (white < 0 ? '−' : '+') + hundredths(size / 100)
  }

  /** "White is better by 0.80 of a man", "Black wins in 5 moves". */
  get verdict(): string {
    const { info, position } = this
    if (!info || !position) return ''
    const better = info.score >= 0 ? position.turn : position.turn === 'white' ? 'black' : 'white'
    const size = Math.abs(info.score)
    if (size >= DECIDED) return `${m.end_side_wins({ side: better })}. ${m.puzzle_moves({ count: Math.ceil((WIN - size) / 2) })}`
    if (size >= TABLES) return m.analysis_tables({ side: better })
    if (this.drawn) return m.analysis_tables_draw()
    if (size < EVEN) return m.analysis_even()
    const amount = size < 100 ? 'part' : size < 200 ? 'one' : 'many'
    return m.analysis_better({ side: better, men: hundredths(size / 100), amount })
  }
}

/** The limit at which an analysis stops by itself. */
function endOf(end: Setting<'analysisEnd'>): SearchParams['limits'] {
  if (end === 'never') return { kind: 'infinite' }
  const depth = /^depth(\d+)$/.exec(end)?.[1]
  return depth ? { kind: 'depth', depth: Number(depth) } : { kind: 'time', millis: 1000 * Number(end) }
}

function hundredths(number: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return new Intl.NumberFormat(language.now, digits).format(number)
}
