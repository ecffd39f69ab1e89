// A trial exam in progress: the tasks one after another, each answered once, and what the core makes of them at the end. Judges
// nothing itself and draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { ExamReasonView, ExamResultView, ExamView, PieceView, StepAnswer, StepView } from '../../client/types'
import type { Brush } from '../../editor/editor.svelte'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, after, perform, realPace, still } from '../../shared/board/stage'
import { announcer } from '../../shell/announcer.svelte'
import type { Answering } from '../lesson/answering'

/** What a player did stands so long before it is done. */
const WATCHED = 1200
/** A line to be written down is played this much more slowly than a move of a game. */
const STUDIED = 1.6

/** The answers given so far are kept elsewhere, so that nothing is lost with the page. */
export interface Shelf {
  read(): string | undefined
  write(text: string): void
}

/** What is kept of an exam in progress. */
interface Kept {
  level: number
  answers: (StepAnswer | null)[]
}

export class ExamSession implements Answering {
  exam: ExamView | null = $state.raw(null)
  /** The exam goes on: tasks are shown. */
  begun = $state(false)
  index = $state(0)
  /** By task, null where it was passed over. */
  answers: (StepAnswer | null)[] = $state.raw([])
  scene: Scene | null = $state.raw(null)
  /** Squares tapped so far. */
  taps: number[] = $state.raw([])
  built: PieceView[] = $state.raw([])
  brush: Brush = $state.raw({ side: 'white', role: 'man' })
  /** The answer to the present task; undefined until there is one. */
  answer: StepAnswer | undefined = $state.raw(undefined)
  /** The last touch was no move. */
  slipped = $state(false)
  /** Moves are being shown: the board does not listen. */
  playing = $state(false)
  acted = $state(false)
  result: ExamResultView | null = $state.raw(null)
  /** By task that was not right: why. */
  reasons: Readonly<Record<number, ExamReasonView>> = $state.raw({})
  failure: CallFailed | null = $state.raw(null)

  private paths: number[][] = []
  private asking = $state(false)
  /** Counts what is being shown; an older showing stops when a newer one begins. */
  private showing = 0

  constructor(
    private readonly client: Client,
    private readonly language: () => string,
    private readonly shelf: Shelf,
    private readonly pace: Pace = realPace,
  ) {}

  get task(): StepView | null {
    return (this.begun && this.exam?.tasks[this.index]) || null
  }

  get spokenIn(): string | undefined {
    return this.exam?.language
  }

  get closed(): boolean {
    return this.task === null || this.answer !== undefined || this.playing || this.asking
  }

  get mode(): 'play' | 'tap' | 'edit' | 'view' {
    if (this.closed) return 'view'
    switch (this.task?.kind) {
      case 'playMove':
      case 'sequence':
        return 'play'
      case 'tapSquares':
      case 'tapPieces':
        return 'tap'
      case 'buildPosition':
        return 'edit'
      default:
        return 'view'
    }
  }

  /** An answer that is no move on the board may be given anew: nothing has been told. */
  get canChange(): boolean {
    return this.answer !== undefined && this.answer.kind !== 'moves'
  }

  /** Opens the exam of a level; one that was begun goes on, and one that is over stays so until it is begun again. */
  async open(level: number): Promise<void> {
    if (this.exam?.level === level && (this.begun || this.result)) return this.translate()
    await this.attempt(async () => {
      this.exam = await this.client.call('exam', { level, language: this.language() })
      this.begun = false
      this.result = null
      this.answers = this.kept(level)
    })
  }

  /** Takes the texts again, in the language of now. */
  async translate(): Promise<void> {
    const level = this.exam?.level
    if (level === undefined || this.exam?.language === this.language()) return
    await this.attempt(async () => {
      this.exam = await this.client.call('exam', { level, language: this.language() })
      if (this.result) await this.end()
    })
  }

  private kept(level: number): (StepAnswer | null)[] {
    try {
      const kept = JSON.parse(this.shelf.read() ?? '') as Kept
      return kept.level === level && kept.answers.length < (this.exam?.tasks.length ?? 0) ? kept.answers : []
    } catch {
      return []
    }
  }

  /** From the first task, or from where it was left. */
  begin(anew = false): void {
    if (anew) this.answers = []
    this.result = null
    this.reasons = {}
    this.begun = true
    this.show(this.answers.length)
  }

  private show(index: number): void {
    const task = this.exam?.tasks[index]
    if (!task) return
    this.showing++
    this.index = index
    this.answer = undefined
    this.slipped = this.playing = this.acted = false
    this.taps = []
    this.paths = []
    this.built = task.kind === 'buildPosition' ? task.position.pieces : []
    this.brush = { side: 'white', role: 'man' }
    this.scene = still(task.position)
    announcer.say(m.exam_task({ task: index + 1, of: this.exam?.tasks.length ?? 0 }), task.text)
    if (task.kind === 'spotIrregularity') void this.showAct()
  }

  /** On to the next task, or to the marking; what was not answered is passed over. */
  async next(): Promise<void> {
    const { exam } = this
    if (!exam || this.playing || this.asking) return
    this.answers = [...this.answers.slice(0, this.index), this.answer ?? null]
    if (this.answers.length < exam.tasks.length) {
      this.shelf.write(JSON.stringify({ level: exam.level, answers: this.answers } satisfies Kept))
      this.show(this.index + 1)
    } else await this.end()
  }

  private async end(): Promise<void> {
    const { exam, answers } = this
    if (!exam) return
    await this.attempt(async () => {
      const result = await this.client.call('endExam', { level: exam.level, answers, language: this.language() })
      this.shelf.write('')
      this.begun = false
      this.result = result
      announcer.say(
        m.exam_result({ right: result.right, of: result.tasks.length }),
        result.passed ? m.exam_passed() : m.exam_failed({ pass: exam.pass }),
      )
      for (const [task, right] of result.tasks.entries()) {
        if (right) continue
        const reason = await this.client.call('examReason', {
          level: exam.level,
          task,
          answer: answers[task] ?? null,
          language: this.language(),
        })
        this.reasons = { ...this.reasons, [task]: reason }
      }
    })
  }

  /** The answer is taken back, to give another. */
  change(): void {
    if (this.canChange) this.show(this.index)
  }

  private give(answer: StepAnswer): void {
    this.answer = answer
    announcer.say(m.exam_noted())
  }

  tap(square: number): void {
    if (this.closed) return
    this.taps = this.taps.includes(square) ? this.taps.filter((one) => one !== square) : [...this.taps, square]
  }

  count(number: number): void {
    if (!this.closed) this.give({ kind: 'count', number })
  }

  say(value: boolean): void {
    if (!this.closed) this.give({ kind: 'truth', value })
  }

  pick(option: string): void {
    if (!this.closed) this.give({ kind: 'pick', option })
  }

  write(text: string): void {
    if (!this.closed && text.trim()) this.give({ kind: 'text', text })
  }

  /** The squares tapped, or what was built, are the answer. */
  check(): void {
    if (this.closed) return
    this.give(this.task?.kind === 'buildPosition' ? { kind: 'pieces', pieces: this.built } : { kind: 'taps', squares: this.taps })
  }

  /** A piece put on a square, or taken off it, by the brush. */
  put(square: number): void {
    if (this.closed) return
    const stood = this.built.find((piece) => piece.square === square)
    const { brush } = this
    const same = stood && brush && stood.side === brush.side && stood.role === brush.role
    this.build(this.built.filter((piece) => piece !== stood).concat(brush && !same ? [{ square, ...brush }] : []))
  }

  /** A piece carried to another square, or off the board. */
  carry(from: number, to: number | undefined): void {
    const carried = this.built.find((piece) => piece.square === from)
    if (this.closed || !carried) return
    const rest = this.built.filter((piece) => piece !== carried && piece.square !== to)
    this.build(to === undefined ? rest : [...rest, { ...carried, square: to }])
  }

  private build(pieces: PieceView[]): void {
    if (!this.task) return
    this.built = pieces
    this.scene = still({ ...this.task.position, pieces })
  }

  /** A move, or what was tried for one: the core says what it leads to, not whether it is right. */
  async play(path: readonly number[]): Promise<void> {
    const { exam, index } = this
    if (!exam || this.closed) return
    const paths = [...this.paths, [...path]]
    this.slipped = false
    this.asking = true
    await this.attempt(async () => {
      const reply = await this.client.call('examMove', { level: exam.level, task: index, paths })
      if (index !== this.index) return
      if (reply.slip) {
        this.slipped = true
        return
      }
      this.paths = paths
      if (reply.played.length > 0) await this.watch(() => perform((scene) => (this.scene = scene), this.pace, reply.played, reply.position))
      if (reply.over && index === this.index) this.give({ kind: 'moves', paths })
    })
    this.asking = false
  }

  /** What the player does who has to be judged: the board before, then after. */
  async showAct(): Promise<void> {
    const { task } = this
    if (!task) return
    this.acted = false
    this.scene = still(task.position)
    await this.watch(async () => {
      await this.pace.wait(WATCHED)
    })
    if (task !== this.task) return
    this.scene = still({ ...task.position, pieces: task.after })
    this.acted = true
  }

  /** Plays the line of a task from its beginning. */
  async showLine(): Promise<void> {
    const { task } = this
    if (!task || this.playing) return
    this.scene = still(task.position)
    await this.watch(() => perform((scene) => (this.scene = scene), this.pace, task.line, after(task.position, task.line), STUDIED))
  }

  /** Shows something; meanwhile the board does not listen. */
  private async watch(show: () => Promise<void>): Promise<void> {
    const showing = ++this.showing
    this.playing = true
    await show()
    if (showing === this.showing) this.playing = false
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.failure = null
    try {
      await work()
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
    }
  }
}
