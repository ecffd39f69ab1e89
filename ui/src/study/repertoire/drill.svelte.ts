// Practising a repertoire: the opponent's move is played, the reader answers from memory. What was not known comes again at the end;
// what the scheduler keeps is the first answer. Judges no move itself and draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { RepertoireAnswer, RepertoireQuestion, SideView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, perform, realPace, still } from '../../shared/board/stage'
import { printed, spoken, spokenBy } from '../../shared/words'
import { zone } from '../../shared/zone'
import { announcer } from '../../shell/announcer.svelte'

/** What is practised: a game, and with which colour; null with both. */
export interface Practised {
  variant: string
  side: SideView | null
}

export class DrillSession {
  state: 'loading' | 'showing' | 'asking' | 'judging' | 'answered' | 'done' = $state('loading')
  question: RepertoireQuestion | null = $state.raw(null)
  answer: RepertoireAnswer | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  failure: CallFailed | null = $state.raw(null)
  /** Positions answered for the first time, and how many of them at once. */
  count = $state({ of: 0, right: 0 })

  /** What is asked once more, and whether it is asked so now. */
  private missed: readonly RepertoireQuestion[] = $state.raw([])
  private again = false
  private after: string | null = null
  private turn = 0

  constructor(
    private readonly client: Client,
    private readonly what: Practised,
    private readonly pace: Pace = realPace,
  ) {}

  /** Positions that are still to be answered, the one that is asked among them. */
  get left(): number {
    return (this.again ? 0 : (this.question?.due ?? 0)) + this.missed.length
  }

  async next(): Promise<void> {
    const turn = ++this.turn
    await this.attempt(turn, async () => {
      const { variant, side } = this.what
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

  /** Nothing is asked any more: the page was left. */
  leave(): void {
    this.turn++
  }

  /** The move by its squares; null shows the answer. */
  async play(path: readonly number[] | null): Promise<void> {
    const { turn, question } = this
    if (this.state !== 'asking' || !question) return
    this.state = 'judging'
    await this.attempt(turn, async () => {
      const { side, fen, position } = question
      const { variant } = this.what
      const told = { variant, side, fen, path: path && [...path], helped: false, again: this.again }
      const answer = await this.client.call('answerRepertoire', told)
      if (turn !== this.turn) return
      this.after = answer.right ? fen : null
      if (!this.again) this.count = { of: this.count.of + 1, right: this.count.right + Number(answer.right) }
      const others = this.missed.filter((one) => one !== question)
      this.missed = answer.right ? others : [...others, question]
      const moves = answer.right && answer.played ? [answer.played] : answer.answers.slice(0, 1)
      // A wrong move goes back first.
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
      // The position was taken out of the repertoire meanwhile.
      this.missed = this.missed.filter((one) => one !== this.question)
      this.failure = failure
      if (this.question) this.state = 'asking'
    }
  }
}

/** "That is your move." or "Your repertoire has 32-28 here.", and when it comes again. */
export function verdictText({ right, answers, days }: RepertoireAnswer): string {
  const again = m.repertoire_days({ count: Math.max(1, Math.round(days)) })
  const verdict = right ? m.repertoire_right() : m.repertoire_wrong({ move: answers.map(printed).join(', ') })
  return `${verdict} ${again}`
}
