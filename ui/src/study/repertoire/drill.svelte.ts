// Repertoire drill: plays the opponent's move, the reader answers from memory. A mistake is asked again at the end; the scheduler gets the
// first answer. The core judges; draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { RepertoireAnswer, RepertoireQuestion, SideView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, perform, realPace, still } from '../../shared/board/stage'
import { printed, spoken, spokenBy } from '../../shared/words'
import { zone } from '../../shared/zone'
import { announcer } from '../../shell/announcer.svelte'

/** Subject of the drill: a variant and a colour; `null` for both colours. */
export interface DrillSubject {
  variant: string
  side: SideView | null
}

export class DrillSession {
  state: 'loading' | 'showing' | 'asking' | 'judging' | 'answered' | 'done' = $state('loading')
  question: RepertoireQuestion | null = $state.raw(null)
  answer: RepertoireAnswer | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** Number of positions answered, and of those right at the first try. */
  count = $state({ of: 0, right: 0 })

  /** Positions to be asked again, and if the current one is such a repetition. */
  private missed: readonly RepertoireQuestion[] = $state.raw([])
  private again = false
  private after: string | null = null
  private turn = 0

  constructor(
    private readonly client: Client,
    private readonly subject: DrillSubject,
    private readonly pace: Pace = realPace,
  ) {}

  /** Number of positions left, including the current one. */
  get left(): number {
    return (this.again ? 0 : (this.question?.due ?? 0)) + this.missed.length
  }

  async next(): Promise<void> {
    const turn = ++this.turn
    await this.attempt(turn, async () => {
      const { variant, side } = this.subject
      const due = await this.client.call('nextRepertoireQuestion', { variant, side, zone: zone(), after: this.after })
      if (turn !== this.turn) return
      const question = due ?? this.missed[0] ?? null
      this.again = due === null
      this.answer = null
      this.question = question
      if (!question) return void (this.state = 'done')
      this.state = 'showing'
      const { before, reply, position } = question
      this.scene = still(before)
      if (reply) {
        await this.pace.wait(400)
        if (turn === this.turn) await perform((scene) => turn === this.turn && (this.scene = scene), this.pace, [reply], position)
      } else this.scene = still(position)
      if (turn !== this.turn) return
      this.state = 'asking'
      announcer.say(reply ? spokenBy(before.turn, reply) : '', m.repertoire_ask())
    })
  }

  /** Stops when the page is left. */
  leave(): void {
    this.turn++
  }

  /** Submits a move by its squares; `null` shows the answer. */
  async play(path: readonly number[] | null): Promise<void> {
    const { turn, question } = this
    if (this.state !== 'asking' || !question) return
    this.state = 'judging'
    await this.attempt(turn, async () => {
      const { side, fen, position } = question
      const { variant } = this.subject
      const params = { variant, side, fen, path: path && [...path], helped: false, again: this.again }
      const answer = await this.client.call('answerRepertoire', params)
      if (turn !== this.turn) return
      this.after = answer.right ? fen : null
      if (!this.again) this.count = { of: this.count.of + 1, right: this.count.right + Number(answer.right) }
      const others = this.missed.filter((one) => one !== question)
      this.missed = answer.right ? others : [...others, question]
      const moves = answer.right && answer.played ? [answer.played] : answer.answers.slice(0, 1)
      // A wrong move is taken back first.
      this.scene = still(position)
      await perform((scene) => turn === this.turn && (this.scene = scene), this.pace, moves, answer.position)
      if (turn !== this.turn) return
      this.answer = answer
      this.state = 'answered'
      announcer.say(verdictText(answer), answer.right ? '' : moves.map(spoken).join(' '), answer.comment)
    })
  }

  private async attempt(turn: number, work: () => Promise<void>): Promise<void> {
    this.failure = null
    try {
      await work()
    } catch (thrown) {
      if (turn !== this.turn) return
      const failure = CallFailed.from(thrown)
      // The position was removed from the repertoire meanwhile.
      this.missed = this.missed.filter((one) => one !== this.question)
      this.failure = failure
      if (this.question) this.state = 'asking'
    }
  }
}

/** "That is your move." or "Your repertoire has 32-28 here.", and the time until the next repetition. */
export function verdictText({ right, answers, days }: RepertoireAnswer): string {
  const again = m.repertoire_days({ count: Math.max(1, Math.round(days)) })
  const verdict = right ? m.repertoire_right() : m.repertoire_wrong({ move: answers.map(printed).join(', ') })
  return `${verdict} ${again}`
}
