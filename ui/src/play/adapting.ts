// An opponent that follows the player: when it grows weaker or stronger, in a game and from game to game. Knows scores, no rule.
import type { Client } from '../client/client'
import type { GameView, SearchResult, SideView } from '../client/types'
import { m } from '../i18n/messages'

/** The levels of each game as a ladder. */
export interface Ladder {
  name: (variant: string, key: string) => string
  /** The level so many steps above or below; none beyond its ends. */
  step: (variant: string, key: string, by: -1 | 1) => string | undefined
}

/** A game is looked at every so many plies. */
const EVERY = 6
/** In the opening nobody has shown anything yet. */
const FIRST = 12
/** The game leans: a man and a half, in centipawns. */
const LEANS = 150

export class Adapting {
  private last = 0
  private lean = 0

  /** Another game begins. */
  begin(): void {
    this.last = 0
    this.lean = 0
  }

  isDue(ply: number): boolean {
    if (ply < FIRST || ply < this.last + EVERY) return false
    this.last = ply
    return true
  }

  /** Whether the opponent should be stronger or weaker, by how the game stands for the person: twice the same lean, one step. */
  step(forPerson: number): -1 | 0 | 1 {
    const lean = forPerson > LEANS ? 1 : forPerson < -LEANS ? -1 : 0
    const before = this.lean
    this.lean = lean
    if (lean === 0 || lean !== before) return 0
    this.lean = 0
    return lean
  }
}

/** Milliseconds of full strength for how the game stands. */
const LOOK = 300

export class Following {
  private readonly adapting = new Adapting()

  constructor(
    private readonly client: Pick<Client, 'call'>,
    private readonly ladder: Ladder,
    private readonly advise: (game: GameView, millis: number) => Promise<SearchResult>,
  ) {}

  begin(): void {
    this.adapting.begin()
  }

  /** After the person's move: the game with another level of the computer's and what is to be said of it; null where all stays. */
  async after(game: GameView, person: SideView): Promise<{ game: GameView; note: string } | null> {
    if (!game.terms.adapts || game.outcome || !this.adapting.isDue(game.ply)) return null
    const { info } = await this.advise(game, LOOK)
    const step = this.adapting.step(game.position.turn === person ? info.score : -info.score)
    const level = step === 0 ? undefined : this.next(game, person, step)
    if (!level) return null
    const name = this.ladder.name(game.position.variant, level)
    const next = await this.client.call('setLevel', { game: game.id, level })
    return { game: next, note: step > 0 ? m.adapted_up({ level: name }) : m.adapted_down({ level: name }) }
  }

  /** The level of the next game: up after a win of the person's, down after a loss; undefined where it stays. */
  levelAfter(game: GameView, person: SideView): string | undefined {
    if (!game.terms.adapts || !game.outcome?.winner) return undefined
    return this.next(game, person, game.outcome.winner === person ? 1 : -1)
  }

  private next(game: GameView, person: SideView, step: -1 | 1): string | undefined {
    const computer = person === 'white' ? game.black : game.white
    return computer.kind === 'computer' ? this.ladder.step(game.position.variant, computer.level, step) : undefined
  }
}
