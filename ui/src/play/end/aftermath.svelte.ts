// What is to be said of a game that is over, beside its result: where it turned by its review, what win was let go, whether a win was
// large enough.
import type { Client } from '../../client/client'
import type { GameView, MissedWinView, MoveView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'
import { MiningJob } from '../../puzzles/sets/mining-job.svelte'
import { announcer } from '../../shell/announcer.svelte'
import { isByTheBook, personOf } from '../../shared/game-facts'
import { type Line, Review } from '../../analysis/review.svelte'
import { type Help, helpFor, helpText } from './loss'

/** The move that cost most, and what would have been better. */
export interface Turning {
  /** Moves made before it. */
  ply: number
  move: MoveView
  better: MoveView | null
}

/** A shorter game has no turning point, in plies. */
const LONG_ENOUGH = 6

export class Aftermath {
  /** The win that a drawn game had. */
  missed: MissedWinView | null = $state.raw(null)
  /** What helps a person who has lost, once it is known. */
  help: Help | null = $state.raw(null)
  /** The game that is looked back over, and its line. */
  private game: GameView | null = $state.raw(null)
  private line: Line | null = $state.raw(null)
  /** Its review: the turning point told here is the one that the review shows. */
  readonly review: Review
  /** The shots that both sides missed, made into puzzles. */
  readonly mining: MiningJob

  constructor(private readonly client: Client) {
    this.mining = new MiningJob(client)
    this.review = new Review(client)
  }

  /** Another game, or this one goes on. */
  clear(): void {
    this.game = null
    this.line = null
    this.review.stop()
    this.mining.stop()
    this.mining.view = null
    this.missed = null
    this.help = null
  }

  /** Looks back over a game that is over. */
  async look(game: GameView): Promise<void> {
    this.clear()
    if (!game.outcome) return
    this.game = game
    const tells = game.ply >= LONG_ENOUGH && isByTheBook(game)
    try {
      // The shots are found beside it: another worker looks for them.
      const shots = tells ? this.mining.run({ variant: game.position.variant, games: [game.id] }) : Promise.resolve()
      await Promise.all([tells && this.tell(game), shots.then(() => this.comfort(game))])
    } catch {
      // The card says less: no reason to trouble anybody.
    }
  }

  /** Where it turned, and the win that a draw let go. */
  private async tell(game: GameView): Promise<void> {
    const { variant } = game.position
    const winner = game.outcome?.winner ?? null
    if (!winner) {
      const missed = await this.client.call('missedWin', { game: game.id })
      if (this.game === game) this.missed = missed
    }
    if (this.game !== game) return
    const moves = game.moves.map((move) => move.notation)
    this.review.turn({ variant, fen: game.startFen, moves, winner, drawn: winner === null, game: game.id })
    this.line = this.review.line
    await this.review.run()
  }

  /** What helps a person who has lost, once the shots of the game are known. */
  private async comfort(game: GameView): Promise<void> {
    const person = loser(game)
    if (this.game !== game || !person) return
    const help = await helpFor(this.client, game, person, this.mining.view?.shots ?? []).catch((): Help => ({ kind: 'easier' }))
    if (this.game !== game) return
    this.help = help
    // That an opponent may be easier need not interrupt what is said of the end.
    if (help.kind !== 'easier') announcer.say(helpText(help))
  }

  /** Where the game turned, once it is known. */
  get turning(): Turning | null {
    // In the library a line may be changed, and the review with it.
    const found = this.line && this.review.line === this.line ? this.review.turning : null
    const move = found ? this.game?.moves[found.ply] : undefined
    return found && move ? { ...found, move } : null
  }

  /** The review of this game, where it is the one that is looked back over. */
  reviewOf(game: number): Review | null {
    return this.line && this.game?.id === game ? this.review : null
  }
}

/** The person who lost against the computer; null where nobody did. */
function loser(game: GameView): SideView | null {
  const person = personOf(game)
  const winner = game.outcome?.winner
  return winner && winner !== person ? person : null
}

/** Whether a win that had to be by so many pieces was one, in a sentence. */
export function goalText({ outcome, terms, position }: GameView): string | null {
  if (!outcome || !terms.winBy) return null
  const { side, pieces: wanted } = terms.winBy
  const own = position.pieces.filter((piece) => piece.side === side).length
  const by = own - (position.pieces.length - own)
  const told = { side, wanted, by: Math.max(0, by) }
  return outcome.winner === side && by >= wanted ? m.goal_reached(told) : m.goal_missed(told)
}
