// Reports of the reader's games, loaded in steps, and the missing reviews, made in order. Can be stopped and resumed. Knows no rules and
// draws nothing.
import { Review } from '../../analysis/review.svelte'
import { CallFailed, type Client } from '../../client/client'
import type { PlayedReport } from '../../client/types'
import { winnerOf } from '../../shared/game-facts'

export class Reports {
  games: readonly PlayedReport[] = $state.raw([])
  /** Games without a review, newest first. */
  waiting: readonly number[] = $state.raw([])
  /** All reports are loaded. */
  read = $state(false)
  failure: CallFailed | null = $state.raw(null)
  /** Number of the game under review, from 1, and the total; `null` while idle. */
  making: { at: number; all: number } | null = $state.raw(null)
  /** The running review. */
  readonly review: Review
  private turn = 0

  constructor(
    private readonly client: Client,
    private readonly asked: { variant: string; language: string },
  ) {
    this.review = new Review(client)
  }

  /** Loads all reports. */
  async open(): Promise<void> {
    const turn = ++this.turn
    this.failure = null
    try {
      const games: PlayedReport[] = []
      const waiting: number[] = []
      let after: number | null = 0
      while (after !== null) {
        const step: { games: PlayedReport[]; waiting: number[]; next: number | null } = await this.client.call('playedReports', {
          ...this.asked,
          after,
        })
        if (turn !== this.turn) return
        waiting.push(...step.waiting)
        games.push(...step.games)
        after = step.next
      }
      this.games = games
      this.waiting = waiting.toReversed()
      this.read = true
    } catch (thrown) {
      if (turn === this.turn) this.failure = CallFailed.from(thrown)
    }
  }

  /** Makes the missing reviews; unreadable games are skipped. */
  async make(): Promise<void> {
    if (this.making) return
    const { waiting } = this
    this.failure = null
    for (const [index, id] of waiting.entries()) {
      this.making = { at: index + 1, all: waiting.length }
      await this.makeOne(id)
      if (!this.making) return
      if (this.review.failure) {
        this.failure = this.review.failure
        break
      }
      await this.open()
    }
    this.making = null
  }

  private async makeOne(id: number): Promise<void> {
    try {
      const game = await this.client.call('libraryGame', { id })
      if (!this.making) return
      const moves: string[] = []
      for (let [at] = game.first; at !== undefined;) {
        const node: (typeof game.nodes)[number] | undefined = game.nodes[at]
        if (node?.setup !== null) break
        moves.push(node.notation)
        ;[at] = node.next
      }
      const { variant, start, result } = game
      this.review.turn({ variant, fen: start.fen, moves, winner: winnerOf(result), drawn: result === 'draw', game: id })
      await this.review.run()
    } catch {
      // The game stays without a review.
    }
  }

  /** Stops making reviews; finished ones stay. */
  stop(): void {
    this.making = null
    this.review.stop()
  }

  /** Stops everything when the page is left. */
  leave(): void {
    this.turn++
    this.stop()
  }
}
