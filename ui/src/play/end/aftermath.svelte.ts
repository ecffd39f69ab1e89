// Facts about a finished game besides its result: the turning point, a missed win, and the margin of a win.
import type { Client } from '../../client/client'
import type { GameView, MissedWinView, MoveView, PlayedShots, PositionView, SideView } from '../../client/types'
import { m } from '../../i18n/messages'
import { MiningJob } from '../../puzzles/sets/mining-job.svelte'
import { announcer } from '../../shell/announcer.svelte'
import { isByTheBook, personOf } from '../../shared/game-facts'
import { type ReviewedLine, Review } from '../../analysis/review.svelte'
import { type Help, helpFor, helpText } from './loss'

/** The most costly move, and the better one. */
export interface Turning {
  /** Number of moves before it. */
  ply: number
  move: MoveView
  better: MoveView | null
}

/** A position of the game with the move to show in it. */
export interface Shown {
  /** Number of moves before it. */
  ply: number
  position: PositionView
  move: MoveView
}

/** The firsts of a game against the computer: no other game of the reader has them. */
export interface Firsts {
  win: boolean
  king: boolean
  /** Key of a shot of the album. */
  shot: string | null
}

/** A shorter game has no turning point; in plies. */
const LONG_ENOUGH = 6

export class Aftermath {
  /** A win that was available in a drawn game. */
  missed: MissedWinView | null = $state.raw(null)
  /** The turning point or the missed win with its better move; the last move until then, and if there is neither. */
  shown: Shown | null = $state.raw(null)
  /** The best help for a person who has lost, once known. */
  help: Help | null = $state.raw(null)
  /** The firsts of this game, once known. */
  firsts: Firsts | null = $state.raw(null)
  /** The game looked back on, and its line. */
  private game: GameView | null = $state.raw(null)
  private line: ReviewedLine | null = $state.raw(null)
  /** Its review, which also supplies the turning point shown here. */
  readonly review: Review
  /** The shots that both sides missed, turned into puzzles. */
  readonly mining: MiningJob

  constructor(private readonly client: Client) {
    this.mining = new MiningJob(client)
    this.review = new Review(client)
  }

  /** Resets for another game, or when this one goes on. */
  clear(): void {
    this.game = null
    this.line = null
    this.review.stop()
    this.mining.stop()
    this.mining.view = null
    this.missed = null
    this.shown = null
    this.help = null
    this.firsts = null
  }

  /** Analyses a finished game. */
  async look(game: GameView): Promise<void> {
    this.clear()
    if (!game.outcome) return
    this.game = game
    const isLong = isReviewed(game)
    try {
      // Shots are searched at the same time, in another worker.
      const shots = isLong ? this.mining.run({ variant: game.position.variant, games: [game.id] }) : Promise.resolve()
      await Promise.all([this.findFirsts(game), isLong && this.findTurningPoint(game), shots.then(() => this.chooseHelp(game))])
    } catch {
      // On failure the card shows less; no error is reported.
    }
  }

  /** Finds what the game is the first to have. */
  private async findFirsts(game: GameView): Promise<void> {
    if (!personOf(game)) return
    const [{ win, king }, shot] = await Promise.all([this.client.call('firsts', { game: game.id }), this.findFirstShot(game.id)])
    if (this.game === game) this.firsts = { win, king, shot }
  }

  /** A shot of the album that was played in this game and in no other. */
  private async findFirstShot(game: number): Promise<string | null> {
    const here = await this.client.call('playedShots', { after: game - 1 })
    const own = new Set(here.shots.filter((shot) => shot.game === game).map(({ key }) => key))
    // Most games have none: then the others need not be searched.
    for (let next: number | null = 0; next !== null && own.size > 0;) {
      const step: PlayedShots = await this.client.call('playedShots', { after: next })
      for (const shot of step.shots) if (shot.game !== game) own.delete(shot.key)
      next = step.next
    }
    return [...own][0] ?? null
  }

  /** Finds the turning point, or the win missed in a draw. */
  private async findTurningPoint(game: GameView): Promise<void> {
    const { variant } = game.position
    const last = game.moves.at(-1)
    if (last) await this.showMove(game, game.ply - 1, last)
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
    const { turning, missed } = this
    if (turning) await this.showMove(game, turning.ply, turning.better ?? turning.move)
    else if (missed) await this.showMove(game, missed.ply, missed.best)
  }

  private async showMove(game: GameView, ply: number, move: MoveView): Promise<void> {
    // Without the position the page shows no picture.
    const position = await this.client.call('gameAt', { game: game.id, ply }).catch(() => null)
    if (this.game === game && position) this.shown = { ply, position, move }
  }

  /** Chooses help for a person who has lost, once the shots of the game are known. */
  private async chooseHelp(game: GameView): Promise<void> {
    const person = loser(game)
    if (this.game !== game || !person) return
    const help = await helpFor(this.client, game, person, this.mining.view?.shots ?? []).catch((): Help => ({ kind: 'easier' }))
    if (this.game !== game) return
    this.help = help
    // The suggestion of an easier opponent must not interrupt the announcement of the result.
    if (help.kind !== 'easier') announcer.say(helpText(help))
  }

  /** The turning point, once known. */
  get turning(): Turning | null {
    // In the library the line, and so the review, may have changed.
    const found = this.line && this.review.line === this.line ? this.review.turning : null
    const move = found ? this.game?.moves[found.ply] : undefined
    return found && move ? { ...found, move } : null
  }

  /** The review of a game, if it is the one looked back on. */
  reviewOf(game: number): Review | null {
    return this.line && this.game?.id === game ? this.review : null
  }
}

/** The game is long enough to be reviewed, and by the official rules. */
export const isReviewed = (game: GameView): boolean => game.ply >= LONG_ENOUGH && isByTheBook(game)

/** The person who lost against the computer; `null` if none did. */
function loser(game: GameView): SideView | null {
  const person = personOf(game)
  const winner = game.outcome?.winner
  return winner && winner !== person ? person : null
}

/** For a win by a margin: a sentence that says if it was reached. */
export function goalText({ outcome, terms, position }: GameView): string | null {
  if (!outcome || !terms.winBy) return null
  const { side, pieces: wanted } = terms.winBy
  const own = position.pieces.filter((piece) => piece.side === side).length
  const by = own - (position.pieces.length - own)
  const args = { side, wanted, by: Math.max(0, by) }
  return outcome.winner === side && by >= wanted ? m.goal_reached(args) : m.goal_missed(args)
}
