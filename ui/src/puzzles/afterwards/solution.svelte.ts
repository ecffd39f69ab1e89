// Stepping through the solution of a finished puzzle: the current place in its tree, and refutations of other moves. The core judges; draws
// nothing.
import type { Client } from '../../client/client'
import type { AfterPuzzleView, MoveView, PositionView, PuzzleView, RefutationView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'
import { announcer } from '../../shell/announcer.svelte'
import { type Pace, type Scene, perform, still } from '../../shared/board/stage'
import { spoken } from '../../shared/words'
import { type At, answersTo, endOf, pathTo } from './solution-tree'
import { inPrint } from '../../shared/moves/in-text'

/** A wrong move, with the moves of both sides before it. */
export interface WrongTry {
  before: readonly MoveView[]
  tried: MoveView
}

/** The refutation of another move. */
export interface Refuted extends RefutationView {
  tried: MoveView
}

/** The squares of a move as the core expects them. */
const pathOf = ({ routes, origin, target }: MoveView): number[] => routes[0] ?? [origin, target]

export class SolutionWalk {
  view: AfterPuzzleView | null = $state.raw(null)
  /** The current move. */
  at: At = $state(null)
  /** The refutation shown instead, if any. */
  refuted: Refuted | null = $state.raw(null)
  private showing = 0

  constructor(
    private readonly client: Client,
    private readonly pace: Pace,
    private readonly puzzle: PuzzleView,
    /** Wrong moves of this session, each once. */
    readonly tries: readonly WrongTry[],
    private readonly show: (scene: Scene) => void,
  ) {}

  /** Loads the solution and goes to the end of the line played, or else of the main line. In a quiet position the line is a shot that fails: it
   * begins at its start. */
  async open(played: readonly MoveView[]): Promise<void> {
    const view = await this.client.call('afterPuzzle', { puzzle: this.puzzle.summary.id, language: language.now })
    this.view = view
    this.at = this.placeOf(played) ?? (view.quiet ? null : endOf(view.moves, null))
  }

  /** The last of these moves in the tree; `undefined` if they leave it. */
  private placeOf(played: readonly MoveView[]): At | undefined {
    let at: At = null
    for (const move of played) {
      const next: number | undefined = this.answers(at).find((place) => this.view?.moves[place]?.played.notation === move.notation)
      if (next === undefined) return undefined
      at = next
    }
    return at
  }

  private answers(at: At): number[] {
    return answersTo(this.view?.moves ?? [], at)
  }

  private move(at: At): MoveView | null {
    return at === null ? null : (this.view?.moves[at]?.played ?? null)
  }

  position(at: At): PositionView {
    return (at === null ? undefined : this.view?.moves[at]?.position) ?? this.puzzle.summary.position
  }

  get canGoBack(): boolean {
    return this.at !== null || this.refuted !== null
  }

  get canGoOn(): boolean {
    return this.answers(this.at).length > 0
  }

  /** Shows a move of the tree: animated if it follows the current one, else at once. */
  go(to: At): void {
    this.showing++
    const follows = this.refuted === null && to !== null && this.view?.moves[to]?.answers === this.at
    this.refuted = null
    this.at = to
    const [move, position] = [this.move(to), this.position(to)]
    if (move) announcer.say(spoken(move))
    this.show(follows && move ? { ...still(position, move), via: [move] } : still(position, move))
  }

  /** Steps forward or back; back from a refutation returns to the position where it was tried. */
  step(by: -1 | 1): void {
    if (this.refuted) return this.go(this.at)
    const [next] = this.answers(this.at)
    if (by > 0 && next !== undefined) this.go(next)
    else if (by < 0 && this.at !== null) this.go(this.view?.moves[this.at]?.answers ?? null)
  }

  first(): void {
    this.go(null)
  }

  last(): void {
    this.go(endOf(this.view?.moves ?? [], this.at))
  }

  /** Goes to the next or previous alternative. */
  across(by: -1 | 1): void {
    if (this.at === null) return
    const beside = this.answers(this.view?.moves[this.at]?.answers ?? null)
    const to = beside[beside.indexOf(this.at) + by]
    if (to !== undefined) this.go(to)
  }

  /** Handles a move on the board: goes to it in the tree, or shows its refutation. */
  async play(move: MoveView): Promise<void> {
    const same = this.answers(this.at).find((place) => this.view?.moves[place]?.played.notation === move.notation)
    if (same !== undefined) return this.go(same)
    await this.refute({ before: pathTo(this.view?.moves ?? [], this.at).flatMap((place) => this.move(place) ?? []), tried: move })
  }

  /** Shows the refutation of a wrong move. */
  async refute({ before, tried }: WrongTry): Promise<void> {
    const showing = ++this.showing
    const line = [...before, tried].map(pathOf)
    const found = await this.client.call('refutePuzzleMove', { puzzle: this.puzzle.summary.id, line })
    if (showing !== this.showing) return
    this.at = this.placeOf(before) ?? null
    this.refuted = { ...found, tried }
    announcer.say(refutedText(this.refuted), ...found.played.slice(1).map(spoken))
    this.show(still(this.position(this.at), this.move(this.at)))
    await perform((scene) => showing === this.showing && this.show(scene), this.pace, found.played, found.position)
  }
}

/** "41-37 costs two pieces." */
export function refutedText({ tried, verdict, lost }: Pick<Refuted, 'tried' | 'verdict' | 'lost'>): string {
  const move = inPrint(tried.notation)
  if (verdict === 'lesser') return m.solution_lesser({ move })
  return lost > 0 ? m.solution_costs({ move, count: lost }) : m.solution_nothing({ move })
}
