// A trial exam in progress: its tasks in order, each answered once; the core marks them at the end. Draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { ExamReasonView, ExamResultView, ExamView, PieceView, StepAnswer, StepView } from '../../client/types'
import type { Brush } from '../../editor/editor.svelte'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, after, perform, realPace, still } from '../../shared/board/stage'
import { announcer } from '../../shell/announcer.svelte'
import type { Answering } from '../lesson/answering'

/** Time the position stands before a player's action is shown, in milliseconds. */
const ACTION_TIME = 1200
/** Factor of slowness for a line that has to be written down. */
const STUDY_SLOWNESS = 1.6

/** Storage of the answers so far, so that a reload loses nothing. */
export interface AnswerStorage {
  read(): string | undefined
  write(text: string): void
}

/** The stored part of an exam in progress. */
interface Kept {
  level: number
  answers: (StepAnswer | null)[]
}

export class ExamSession implements Answering {
  exam: ExamView | null = $state.raw(null)
  /** Tasks are being shown. */
  begun = $state(false)
  index = $state(0)
  /** By task; `null` if skipped. */
  answers: (StepAnswer | null)[] = $state.raw([])
  scene: Scene | null = $state.raw(null)
  /** Squares tapped so far. */
  taps: number[] = $state.raw([])
  built: PieceView[] = $state.raw([])
  brush: Brush = $state.raw({ side: 'white', role: 'man' })
  /** The answer to the current task; `undefined` while there is none. */
  answer: StepAnswer | undefined = $state.raw(undefined)
  /** The last touch was no legal move. */
  slipped = $state(false)
  /** Moves are being animated: the board accepts no input. */
  playing = $state(false)
  acted = $state(false)
  result: ExamResultView | null = $state.raw(null)
  /** Reason by index of each wrong task. */
  reasons: Readonly<Record<number, ExamReasonView>> = $state.raw({})
  failure: CallFailed | null = $state.raw(null)

  private paths: number[][] = []
  private asking = $state(false)
  /** Number of the current animation; an older one stops when a newer one begins. */
  private showing = 0

  constructor(
    private readonly client: Client,
    private readonly language: () => string,
    private readonly storage: AnswerStorage,
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

  /** An answer other than moves can be changed, since it reveals nothing. */
  get canChange(): boolean {
    return this.answer !== undefined && this.answer.kind !== 'moves'
  }

  /** Opens the exam of a level. One in progress continues; a finished one stays until it is started again. */
  async open(level: number): Promise<void> {
    if (this.exam?.level === level && (this.begun || this.result)) return this.translate()
    await this.attempt(async () => {
      this.exam = await this.client.call('exam', { level, language: this.language() })
      this.begun = false
      this.result = null
      this.answers = this.kept(level)
    })
  }

  /** Reloads the texts in the current language. */
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
      const kept = JSON.parse(this.storage.read() ?? '') as Kept
      return kept.level === level && kept.answers.length < (this.exam?.tasks.length ?? 0) ? kept.answers : []
    } catch {
      return []
    }
  }

  /** Starts from the first task, or where it was left. */
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

  /** Shows the next task, or marks the exam; an unanswered task is skipped. */
  async next(): Promise<void> {
    const { exam } = this
    if (!exam || this.playing || this.asking) return
    this.answers = [...this.answers.slice(0, this.index), this.answer ?? null]
    if (this.answers.length < exam.tasks.length) {
      this.storage.write(JSON.stringify({ level: exam.level, answers: this.answers } satisfies Kept))
      this.show(this.index + 1)
    } else await this.end()
  }

  private async end(): Promise<void> {
    const { exam, answers } = this
    if (!exam) return
    await this.attempt(async () => {
      const result = await this.client.call('endExam', { level: exam.level, answers, language: this.language() })
      this.storage.write('')
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

  /** Takes back the answer, to give another one. */
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

  /** Submits the tapped squares or the built position. */
  check(): void {
    if (this.closed) return
    this.give(this.task?.kind === 'buildPosition' ? { kind: 'pieces', pieces: this.built } : { kind: 'taps', squares: this.taps })
  }

  /** Puts a piece on a square by the brush, or removes it. */
  put(square: number): void {
    if (this.closed) return
    const stood = this.built.find((piece) => piece.square === square)
    const { brush } = this
    const same = stood && brush && stood.side === brush.side && stood.role === brush.role
    this.build(this.built.filter((piece) => piece !== stood).concat(brush && !same ? [{ square, ...brush }] : []))
  }

  /** Moves a piece to another square, or off the board. */
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

  /** Handles a move or an attempt: the core returns what follows, not if it is right. */
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

  /** Shows the player's action that has to be judged: the board before, then after. */
  async showAct(): Promise<void> {
    const { task } = this
    if (!task) return
    this.acted = false
    this.scene = still(task.position)
    await this.watch(async () => {
      await this.pace.wait(ACTION_TIME)
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
    await this.watch(() => perform((scene) => (this.scene = scene), this.pace, task.line, after(task.position, task.line), STUDY_SLOWNESS))
  }

  /** Runs an animation; meanwhile the board accepts no input. */
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
