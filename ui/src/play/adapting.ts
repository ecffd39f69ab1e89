// An adaptive opponent: decides when it becomes weaker or stronger, within a game and between games. Knows scores, not rules.
import type { Client } from '../client/client'
import type { GameView, SearchResult, SideView } from '../client/types'
import { m } from '../i18n/messages'

/** The levels of each game as a ladder. */
export interface Ladder {
  name: (variant: string, key: string) => string
  /** The level `by` steps up or down; `undefined` beyond the ends. */
  step: (variant: string, key: string, by: -1 | 1) => string | undefined
}

/** Interval between two checks, in plies. */
const EVERY = 6
/** Ply of the first check; the opening says nothing about strength. */
const FIRST = 12
/** Lead that counts as one-sided: a man and a half, in centipawns. */
const ONE_SIDED = 150

export class LevelAdjuster {
  private last = 0
  private lean = 0

  /** Resets for another game. */
  begin(): void {
    this.last = 0
    this.lean = 0
  }

  isDue(ply: number): boolean {
    if (ply < FIRST || ply < this.last + EVERY) return false
    this.last = ply
    return true
  }

  /** Returns the step of strength for a score from the person's view: the same lead in two checks in a row makes one step. */
  step(forPerson: number): -1 | 0 | 1 {
    const lean = forPerson > ONE_SIDED ? 1 : forPerson < -ONE_SIDED ? -1 : 0
    const before = this.lean
    this.lean = lean
    if (lean === 0 || lean !== before) return 0
    this.lean = 0
    return lean
  }
}

/** Duration of the full-strength search that scores the game, in milliseconds. */
const SEARCH_TIME = 300

export class AdaptiveOpponent {
  private readonly adjuster = new LevelAdjuster()

  constructor(
    private readonly client: Pick<Client, 'call'>,
    private readonly ladder: Ladder,
    private readonly advise: (game: GameView, millis: number) => Promise<SearchResult>,
  ) {}

  begin(): void {
    this.adjuster.begin()
  }

  /** After the person's move: the game with the new level and a note about it; `null` if the level stays. */
  async after(game: GameView, person: SideView): Promise<{ game: GameView; note: string } | null> {
    if (!game.terms.adapts || game.outcome || !this.adjuster.isDue(game.ply)) return null
    const { info } = await this.advise(game, SEARCH_TIME)
    const step = this.adjuster.step(game.position.turn === person ? info.score : -info.score)
    const level = step === 0 ? undefined : this.next(game, person, step)
    if (!level) return null
    const name = this.ladder.name(game.position.variant, level)
    const next = await this.client.call('setLevel', { game: game.id, level })
    return { game: next, note: step > 0 ? m.adapted_up({ level: name }) : m.adapted_down({ level: name }) }
  }

  /** The level of the next game: up after a win of the person, down after a loss; `undefined` if it stays. */
  levelAfter(game: GameView, person: SideView): string | undefined {
    if (!game.terms.adapts || !game.outcome?.winner) return undefined
    return this.next(game, person, game.outcome.winner === person ? 1 : -1)
  }

  private next(game: GameView, person: SideView, step: -1 | 1): string | undefined {
    const computer = person === 'white' ? game.black : game.white
    return computer.kind === 'computer' ? this.ladder.step(game.position.variant, computer.level, step) : undefined
  }
}
