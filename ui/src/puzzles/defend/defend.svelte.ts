// "Defend": the opponent threatens a shot, and a single move prevents it. One try per position; a wrong move is refuted. The core judges;
// draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { DefenceQuestion, DefenceReply, DefenceView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, perform, realPace, still } from '../../shared/board/stage'
import { printed, spoken } from '../../shared/words'
import { announcer } from '../../shell/announcer.svelte'
import { app } from '../../shell/app.svelte'

export class DefendSession {
  state: 'preparing' | 'playing' | 'over' = $state('preparing')
  question: DefenceQuestion | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  reply: DefenceReply | null = $state.raw(null)
  /** Number of finished positions, and of those defended. */
  count = $state({ of: 0, held: 0 })
  moving = $state(false)
  /** There is no such position in this variant. */
  none = $state(false)
  failure: CallFailed | null = $state.raw(null)

  private defence = 0
  private seen: string[] = []
  private turn = 0

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
  ) {}

  /** Loads the next position; the core searches in steps. */
  async next(): Promise<void> {
    const turn = ++this.turn
    this.state = 'preparing'
    this.none = false
    this.reply = null
    this.failure = null
    await this.attempt(turn, async () => {
      let view: DefenceView = await this.client.call('beginDefence', { variant: app.chosenVariant, seen: [...this.seen] })
      while (!view.done && turn === this.turn) view = await this.client.call('defenceStep', { defence: view.defence })
      if (turn !== this.turn) return
      const { question } = view
      if (!question) return void (this.none = true)
      this.defence = view.defence
      this.seen.push(question.puzzle)
      this.question = question
      this.moving = false
      this.scene = still(question.position)
      this.state = 'playing'
      announcer.say(m.defend_ask({ side: question.position.turn }), m.defend_how())
    })
  }

  /** Stops searching when the page is left. */
  leave(): void {
    this.turn++
  }

  /** Handles the only try. */
  async play(path: readonly number[]): Promise<void> {
    const { turn } = this
    if (this.state !== 'playing' || this.moving) return
    await this.attempt(turn, async () => {
      const reply = await this.client.call('tryDefence', { defence: this.defence, path: [...path] })
      if (turn !== this.turn) return
      this.moving = true
      await perform((scene) => turn === this.turn && (this.scene = scene), this.pace, reply.played, reply.position)
      if (turn !== this.turn) return
      this.moving = false
      this.reply = reply
      this.state = 'over'
      this.count = { of: this.count.of + 1, held: this.count.held + Number(reply.held) }
      announcer.say(replyText(reply), ...reply.played.slice(1).map(spoken))
    })
  }

  private async attempt(turn: number, work: () => Promise<void>): Promise<void> {
    this.failure = null
    try {
      await work()
    } catch (thrown) {
      if (turn !== this.turn) return
      this.moving = false
      this.failure = CallFailed.from(thrown)
    }
  }
}

/** "32-28 costs 2 pieces. 31-26 alone held." */
export function replyText({ held, lost, only, played }: DefenceReply): string {
  if (held) return m.defend_held()
  const move = played[0] ? printed(played[0]) : ''
  const cost = lost > 0 ? m.solution_costs({ move, count: lost }) : m.defend_wrong({ move })
  return `${cost} ${m.defend_only({ move: printed(only) })}`
}
