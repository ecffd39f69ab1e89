// The reader's score against each level of a game.
import type { Client } from '../../client/client'
import type { LevelScoreView } from '../../client/types'
import { m } from '../../i18n/messages'

export class Scores {
  private against: ReadonlyMap<string, LevelScoreView> = $state.raw(new Map())
  private variant = ''

  constructor(private readonly client: Pick<Client, 'call'>) {}

  /** Counts the games of a variant. On failure nothing is said about them. */
  async count(variant: string): Promise<void> {
    this.variant = variant
    const all = await this.client.call('levelScores', { variant }).catch(() => [])
    if (this.variant === variant) this.against = new Map(all.map((score) => [score.level, score]))
  }

  /** "You: 2 won, 1 drawn, 3 lost"; empty before the first game. */
  text(level: string): string {
    const score = this.against.get(level)
    return score ? m.level_score({ won: score.won, drawn: score.drawn, lost: score.lost }) : ''
  }
}
