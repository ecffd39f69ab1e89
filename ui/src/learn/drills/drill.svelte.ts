// A drill: endless questions with or without a clock. Knows nothing of their content.
import { type Pace, realPace } from '../../shared/board/stage'

/** Seconds of a drill against the clock. */
export const SECONDS = 60

/** Interval of clock updates, in milliseconds. */
const TICK = 250

export class Drill<Question> {
  question: Question | null = $state.raw(null)
  right = $state(0)
  wrong = $state(0)
  /** Whole seconds left; `null` without a clock. */
  left: number | null = $state(null)
  running = $state(false)
  /** The clock has run out. */
  over = $state(false)

  private ends = 0
  private timer: ReturnType<typeof setInterval> | undefined
  private round = 0

  constructor(
    /** Draws the next question; receives the previous one to avoid repeating it. */
    private readonly draw: (before: Question | null) => Question | Promise<Question>,
    /** Called with the number of right answers when the clock runs out. */
    private readonly onend: (right: number) => void = () => {},
    private readonly pace: Pace = realPace,
  ) {}

  async begin(clock: boolean): Promise<void> {
    this.stop()
    const round = ++this.round
    this.right = this.wrong = 0
    this.over = false
    this.running = true
    const first = await this.draw(this.question)
    if (round !== this.round) return
    this.question = first
    this.left = clock ? SECONDS : null
    if (!clock) return
    // The clock starts with the first question, not with the wait for it.
    this.ends = this.pace.now() + SECONDS * 1000
    this.timer = setInterval(() => this.look(), TICK)
  }

  /** A right answer leads to the next question, a wrong one to another try. */
  async answer(isRight: boolean): Promise<void> {
    if (!this.running) return
    if (!isRight) {
      this.wrong++
      return
    }
    // Counts once the next question is shown, so that a second answer cannot meet the old one.
    const round = this.round
    const next = await this.draw(this.question)
    if (round !== this.round || !this.running) return
    this.question = next
    this.right++
  }

  stop(): void {
    this.round++
    this.running = false
    clearInterval(this.timer)
  }

  private look(): void {
    const left = Math.max(0, Math.ceil((this.ends - this.pace.now()) / 1000))
    if (left !== this.left) this.left = left
    if (left > 0) return
    this.stop()
    this.over = true
    this.onend(this.right)
  }
}
