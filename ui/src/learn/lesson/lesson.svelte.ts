// A lesson in progress: the current step, answers, feedback. The core judges; draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { LessonView, MoveView, Overlay, PieceView, PositionView, StepAnswer, StepKind, StepReply, StepView } from '../../client/types'
import { m } from '../../i18n/messages'
import { announcer } from '../../shell/announcer.svelte'
import type { Brush } from '../../editor/editor.svelte'
import type { Answering } from './answering'
import { changesText, leftText, overlaysText } from './lesson-words'
import { type Sentence, speech } from '../../shell/speech.svelte'
import { type Pace, type Scene, after, perform, realPace, still } from '../../shared/board/stage'
import { onDay, spokenBy } from '../../shared/words'

/** Pause before a line is replayed, and time a refutation stays visible, in milliseconds. */
const PAUSE = 300
const REFUTATION_TIME = 900
/** Time before and after a player's action that has to be judged, in milliseconds. */
const ACTION_TIME = 1200
/** Factor of slowness for a line to study. */
const STUDY_SLOWNESS = 1.6

/** Board mode of each kind of step. */
const modes: Record<StepKind, 'play' | 'tap' | 'edit' | 'view'> = {
  explain: 'view',
  tapSquares: 'tap',
  tapPieces: 'tap',
  countCapture: 'view',
  playMove: 'play',
  playAllCaptures: 'play',
  sequence: 'play',
  chooseRoute: 'play',
  playOut: 'play',
  buildPosition: 'edit',
  trueFalse: 'view',
  choose: 'view',
  writeMove: 'view',
  spotIrregularity: 'view',
}

/** Feedback on the last answer. */
export interface Feedback {
  verdict: 'right' | 'wrong' | 'hint'
  text: string
}

export class LessonSession implements Answering {
  lesson: LessonView | null = $state.raw(null)
  index = $state(0)
  scene: Scene | null = $state.raw(null)
  overlays: Overlay[] = $state.raw([])
  /** Drawings of the task, or after the last right part of an answer. */
  private drawn: Overlay[] = []
  feedback: Feedback | null = $state.raw(null)
  /** Right squares tapped so far. */
  found: number[] = $state.raw([])
  /** Number of right answers so far, for "2 sur 3". */
  answered = $state(0)
  /** The pieces placed so far when building a position, and the piece that a tap puts. */
  built: PieceView[] = $state.raw([])
  brush: Brush = $state.raw({ side: 'white', role: 'man' })
  /** The player's action to be judged is shown. */
  acted = $state(false)
  /** Strength of the hint shown; 0 = none. */
  strength = $state(0)
  /** The current step has been solved in this session. */
  solved = $state(false)
  /** Moves are being animated: the board accepts no input. */
  playing = $state(false)
  /** The line of an explanation has been shown. */
  shown = $state(false)
  finished = $state(false)
  /** Reply used in a sequence on this visit: 0 the first, 1 another one. */
  variation = $state(0)
  /** Only the review step of the lesson is shown. */
  repeats = $state(false)
  stars = $state(0)
  /** Next review of the finished lesson, in milliseconds since 1970. */
  returns: number | null = $state(null)
  /** The board shakes after a wrong answer that moves no piece; the page clears it. */
  shaken = $state(false)
  failure: CallFailed | null = $state.raw(null)

  private taps: number[] = []
  private paths: number[][] = []
  private mistakes = $state(0)
  private hints = 0
  private asking = $state(false)
  private noted: Promise<boolean> | null = null
  /** Only the steps left undone are shown, one after another. */
  private fills = false
  /** Number of the current animation; an older one stops when a newer one begins. */
  private showing = 0

  constructor(
    private readonly client: Client,
    private readonly language: () => string,
    private readonly pace: Pace = realPace,
  ) {}

  get step(): StepView | null {
    return this.lesson?.steps[this.index] ?? null
  }

  /** Board mode of the current step. */
  get mode(): 'play' | 'tap' | 'edit' | 'view' {
    return this.step && !this.finished && !this.closed ? modes[this.step.kind] : 'view'
  }

  /** The learner makes legal moves in this step. */
  get plays(): boolean {
    return this.step !== null && modes[this.step.kind] === 'play'
  }

  /** The squares where a piece may land are drawn; not if finding them is the exercise: a capture of two or more. */
  get aids(): boolean {
    return this.step?.kind === 'playOut' || !this.scene?.position.legal.some(({ captured }) => captured.length > 1)
  }

  /** The squares that a tap can mean: those not found yet; only pieces if pieces are asked for, no given ones in building. */
  get meant(): number[] {
    const { step, lesson } = this
    if (!step || !lesson) return []
    const stands = new Set(step.position.pieces.map(({ square }) => square))
    const fits = (square: number): boolean =>
      step.kind === 'tapPieces' ? stands.has(square) : step.kind !== 'buildPosition' || !stands.has(square)
    return lesson.board.squares.map((_, index) => index + 1).filter((square) => fits(square) && !this.found.includes(square))
  }

  /** A hint is offered. The last step is solved alone, until a wrong answer. */
  get hintable(): boolean {
    const { step, lesson } = this
    if (!step || !lesson || step.kind === 'explain' || this.closed || this.finished) return false
    return this.repeats || this.index + 1 < lesson.steps.length || this.mistakes > 0
  }

  /** Indices of the steps that were never done. */
  get left(): number[] {
    return this.lesson?.steps.flatMap((step, index) => (step.done ? [] : index)) ?? []
  }

  /** Opens a lesson for review at its review step; if it is not due, at its beginning. */
  async openReview(id: string): Promise<void> {
    await this.open(id)
    const review = this.lesson?.summary.id === id ? this.lesson.review : null
    if (review === null) return
    this.repeats = true
    this.begin(review)
  }

  /** Opens a lesson at a step, counted from 1; by default at the first unsolved step. */
  async open(id: string, wanted?: number): Promise<void> {
    await this.attempt(async () => {
      const lesson = await this.client.call('lesson', { id, language: this.language() })
      this.lesson = lesson
      this.finished = this.repeats = this.fills = false
      this.stars = 0
      this.returns = null
      const first = lesson.steps.findIndex((step) => !step.done)
      const at = wanted === undefined ? first : Math.min(wanted, lesson.steps.length) - 1
      this.begin(Math.max(0, at))
    })
  }

  /** Reloads the texts in the current language, without leaving the step. */
  async translate(): Promise<void> {
    const id = this.lesson?.summary.id
    if (id === undefined) return
    await this.attempt(async () => {
      this.lesson = await this.client.call('lesson', { id, language: this.language() })
      this.feedback = null
    })
  }

  begin(index: number): void {
    const step = this.lesson?.steps[index]
    if (!step) return
    this.showing++
    this.index = index
    this.variation = step.variation
    this.finished = false
    this.playing = false
    this.built = step.kind === 'buildPosition' ? step.position.pieces : []
    this.brush = { side: 'white', role: 'man' }
    this.acted = false
    this.solved = step.kind === 'explain' && step.line.length === 0
    this.shown = false
    this.shaken = false
    this.feedback = null
    this.overlays = this.drawn = step.overlays
    this.found = []
    this.answered = 0
    this.strength = 0
    this.taps = []
    this.paths = []
    this.mistakes = 0
    this.hints = 0
    this.noted = null
    this.scene = still(step.position)
    const other = step.variation > 0 ? m.variation_now() : null
    const spoken = [index === 0 && !this.repeats ? this.lesson?.intro : null, step.text]
    announcer.say(m.step_number({ step: index + 1 }), ...spoken, other, overlaysText(step.overlays, this.label))
    speech.read(...spoken.map((text) => this.inLessonLanguage(text)), other)
    if (step.kind === 'spotIrregularity') void this.showAct()
  }

  /** Leaves a solved step for the next one, or ends the lesson. */
  async next(): Promise<void> {
    const { step, lesson } = this
    if (!step || !lesson || this.playing) return
    if (step.kind === 'explain' && !(await this.note())) return
    const to = this.repeats ? undefined : this.fills ? this.left[0] : this.index + 1
    if (to !== undefined && to < lesson.steps.length) this.begin(to)
    else this.end()
  }

  /** Shows the steps left undone, one after another. */
  fill(): void {
    this.fills = true
    this.begin(this.left[0] ?? 0)
  }

  /** Records the explanation as seen, once a visit; resolves to true if the core has stored it. */
  note(): Promise<boolean> {
    this.noted ??= this.answer({ kind: 'seen' }).then((stored) => {
      if (!stored) this.noted = null
      return stored
    })
    return this.noted
  }

  get spokenIn(): string | undefined {
    return this.lesson?.summary.language
  }

  /** A text of the lesson, tagged with its language for speech. */
  inLessonLanguage(text: string | null | undefined): Sentence {
    return text && this.lesson ? { text, of: this.lesson.summary.language } : text
  }

  /** Name of a square on the lesson's board. */
  readonly label = (square: number): string => this.lesson?.board.labels[square - 1] ?? String(square)

  private end(): void {
    this.finished = true
    this.overlays = []
    this.feedback = null
    const { returns } = this
    const back =
      returns === null ? null : this.repeats ? m.review_returns({ date: onDay(returns) }) : m.lesson_returns({ date: onDay(returns) })
    if (this.repeats) {
      announcer.say(m.review_done(), back)
      speech.read(m.review_done(), back)
      return
    }
    if (this.left.length > 0) {
      announcer.say(leftText(this.left))
      speech.read(leftText(this.left))
      return
    }
    announcer.say(m.lesson_finished(), m.stars_label({ count: this.stars }), this.lesson?.outro, back)
    speech.read(m.lesson_finished(), this.inLessonLanguage(this.lesson?.outro))
  }

  tap(square: number): void {
    if (this.closed || this.found.includes(square)) return
    this.taps = [...this.found, square]
    void this.answer({ kind: 'taps', squares: this.taps })
  }

  count(number: number): void {
    if (!this.closed) void this.answer({ kind: 'count', number })
  }

  /** Puts a piece on a square by the brush, or removes it; given pieces stay. */
  put(square: number): void {
    if (this.closed || this.isGiven(square)) return
    const stood = this.built.find((piece) => piece.square === square)
    const { brush } = this
    const same = stood && brush && stood.side === brush.side && stood.role === brush.role
    this.build(this.built.filter((piece) => piece !== stood).concat(brush && !same ? [{ square, ...brush }] : []))
  }

  /** Moves a piece to another square, or off the board. */
  carry(from: number, to: number | undefined): void {
    const carried = this.built.find((piece) => piece.square === from)
    if (this.closed || !carried || this.isGiven(from) || (to !== undefined && this.isGiven(to))) return
    const rest = this.built.filter((piece) => piece !== carried && piece.square !== to)
    this.build(to === undefined ? rest : [...rest, { ...carried, square: to }])
  }

  private isGiven(square: number): boolean {
    return this.step?.position.pieces.some((piece) => piece.square === square) ?? false
  }

  private build(pieces: PieceView[]): void {
    const { step } = this
    if (!step) return
    this.built = pieces
    this.touched()
    this.overlays = this.drawn = step.overlays
    this.scene = still({ ...step.position, pieces })
  }

  /** Submits the built position. */
  check(): void {
    if (!this.closed) void this.answer({ kind: 'pieces', pieces: this.built })
  }

  /** Answers true or false. */
  say(value: boolean): void {
    if (!this.closed) void this.answer({ kind: 'truth', value })
  }

  pick(option: string): void {
    if (!this.closed) void this.answer({ kind: 'pick', option })
  }

  /** Submits a typed text. */
  write(text: string): void {
    if (!this.closed && text.trim()) void this.answer({ kind: 'text', text })
  }

  /** Shows the player's action that has to be judged: the board before, then after. */
  async showAct(): Promise<void> {
    const { step } = this
    if (!step) return
    const showing = ++this.showing
    this.playing = true
    this.acted = false
    this.scene = still(step.position)
    await this.pace.wait(ACTION_TIME)
    if (showing !== this.showing) return
    this.scene = still({ ...step.position, pieces: step.after })
    this.acted = true
    this.playing = false
    announcer.say(changesText(step.position.pieces, step.after, this.label))
  }

  /** Handles a move of the learner, already made on the board or chosen from the list of moves. */
  play(path: readonly number[]): void {
    if (this.closed) return
    this.paths = [...this.paths, [...path]]
    void this.answer({ kind: 'moves', paths: this.paths })
  }

  /** Handles a refused touch: the core says why. A touched piece without a landing is no mistake yet. */
  refuse(from: number, to: number | null): void {
    this.play(to === null ? [from] : [from, to])
  }

  /** Input is disabled: the step is solved, moves are animated, or an answer is being judged. */
  get closed(): boolean {
    return !this.step || this.solved || this.playing || this.asking
  }

  /** Plays the line of an explanation from its beginning. */
  async showLine(): Promise<void> {
    const { step } = this
    if (!step || this.playing) return
    this.overlays = []
    // A line that has to be written down is not announced.
    const announces = step.kind === 'explain'
    if (announces) void this.note()
    if (this.shown) {
      this.scene = still(step.position)
      await this.pace.wait(PAUSE)
    }
    if (announces) announcer.say(...this.spokenLine(step.line))
    await this.watch(step.line, after(step.position, step.line), STUDY_SLOWNESS)
    this.seen()
  }

  /** The line of an explanation was watched to its end. */
  seen(): void {
    this.shown = true
    if (this.step?.kind === 'explain') this.solved = true
  }

  /** A piece was picked up: clears the feedback on the last try. */
  touched(): void {
    if (!this.solved && this.feedback?.verdict === 'wrong') this.feedback = null
  }

  async askHint(): Promise<void> {
    const { lesson, index } = this
    if (!lesson || this.closed) return
    // The strongest hint can be drawn again any number of times, since a wrong answer clears it.
    if (this.strength < 3) this.hints++
    this.strength = Math.min(3, this.strength + 1)
    await this.attempt(async () => {
      const hint = await this.client.call('lessonHint', {
        lesson: lesson.summary.id,
        step: index,
        variation: this.variation,
        answer: this.soFar,
        strength: this.strength,
        language: this.language(),
      })
      if (index !== this.index || this.solved) return
      this.overlays = [...(this.step?.overlays ?? []), ...hint.overlays]
      if (hint.text) {
        this.feedback = { verdict: 'hint', text: hint.text }
        speech.read(this.inLessonLanguage(hint.text))
      }
      announcer.say(hint.text, overlaysText(hint.overlays, this.label))
    })
  }

  /** Restarts the lesson and clears its progress. */
  async again(): Promise<void> {
    const id = this.lesson?.summary.id
    if (id === undefined) return
    await this.attempt(async () => {
      await this.client.call('forgetLesson', { lesson: id })
      await this.open(id)
    })
  }

  /** The right part of the answer so far. */
  private get soFar(): StepAnswer {
    const { kind } = this.step ?? {}
    if (kind === 'tapSquares' || kind === 'tapPieces') return { kind: 'taps', squares: this.found }
    switch (kind) {
      case 'countCapture':
        return { kind: 'count', number: 0 }
      case 'buildPosition':
        return { kind: 'pieces', pieces: this.built }
      case 'trueFalse':
        return { kind: 'truth', value: false }
      case 'choose':
      case 'spotIrregularity':
        return { kind: 'pick', option: '' }
      case 'writeMove':
        return { kind: 'text', text: '' }
    }
    return { kind: 'moves', paths: this.paths }
  }

  /** Submits an answer and shows the result; resolves to true if the core has judged it. */
  private async answer(answer: StepAnswer): Promise<boolean> {
    const { lesson, index } = this
    if (!lesson) return false
    this.asking = true
    const judged = await this.attempt(async () => {
      const reply = await this.client.call('lessonStep', {
        lesson: lesson.summary.id,
        step: index,
        variation: this.variation,
        answer,
        mistakes: this.mistakes,
        hints: this.hints,
        language: this.language(),
      })
      if (index === this.index && lesson.summary.id === this.lesson?.summary.id) await this.take(reply, answer)
    })
    this.asking = false
    return judged
  }

  private async take(reply: StepReply, answer: StepAnswer): Promise<void> {
    const wrong = reply.verdict === 'wrong'
    if (reply.stars !== null) this.stars = reply.stars
    if (reply.returns !== null) this.returns = reply.returns
    if (reply.verdict === 'done') this.mark()
    if (answer.kind === 'seen') return
    this.found = reply.found
    // Drawings that the task refers to stay as long as the task and its position.
    const task = wrong ? this.drawn : reply.verdict === 'goOn' ? this.staying(reply.position) : []
    this.overlays = [...task, ...reply.overlays]
    if (!wrong) this.drawn = this.overlays
    this.feedback = reply.text ? { verdict: wrong ? 'wrong' : 'right', text: reply.text } : null
    if (wrong) {
      const touchOnly = answer.kind === 'moves' && answer.paths.at(-1)?.length === 1
      if (!touchOnly) this.mistakes++
      this.shaken = !this.plays
      if (answer.kind === 'moves') this.paths = this.paths.slice(0, -1)
    } else {
      this.answered = this.countRight(reply)
      this.strength = 0
    }
    // A game against the computer continues from the accepted moves.
    if (this.step?.kind === 'playOut') this.paths = reply.kept
    announcer.say(
      wrong ? m.lesson_wrong() : m.lesson_right(),
      reply.text,
      ...this.spokenReplies(reply),
      overlaysText(reply.overlays, this.label),
    )
    speech.read(wrong ? m.lesson_wrong() : m.lesson_right(), this.inLessonLanguage(reply.text))
    if (reply.verdict === 'done') this.solved = true
    const { scene } = this
    if (!scene || reply.played.length === 0) {
      this.scene = still(answer.kind === 'pieces' ? { ...reply.position, pieces: answer.pieces } : reply.position)
      return
    }
    if (!wrong) return this.watch(reply.played, reply.position)
    // The refutation is shown once, then the position before the try again.
    const showing = this.showing + 1
    await this.watch(reply.played, after(scene.position, reply.played))
    await this.pace.wait(REFUTATION_TIME)
    if (showing === this.showing) this.scene = still(reply.position)
  }

  /** The drawings of the task that still hold in a later position: then only rings on squares that have not changed. */
  private staying(position: PositionView): Overlay[] {
    const { step, scene } = this
    if (!step || scene?.position.fen === position.fen) return step?.overlays ?? []
    const on = ({ pieces }: PositionView, square: number): string => {
      const piece = pieces.find((one) => one.square === square)
      return piece ? `${piece.side} ${piece.role}` : ''
    }
    const same = (square: number): boolean => on(step.position, square) === on(position, square)
    return step.overlays.flatMap((overlay) => (overlay.kind === 'ring' ? { ...overlay, squares: overlay.squares.filter(same) } : []))
  }

  /** The step is done; its next visit uses the next reply. */
  private mark(): void {
    const { lesson, step, index } = this
    if (!lesson || !step) return
    const next = { ...step, done: true, variation: (this.variation + 1) % (step.variations + 1) }
    this.lesson = { ...lesson, steps: lesson.steps.map((one, at) => (at === index ? next : one)) }
  }

  /** Number of required answers given. */
  private countRight(reply: StepReply): number {
    const { step } = this
    if (reply.verdict === 'done') return step?.wanted ?? 0
    // Each capture found is drawn once, so the routes can be counted.
    if (step?.kind === 'playAllCaptures') return reply.overlays.filter((overlay) => overlay.kind === 'route').length
    return step?.kind === 'sequence' ? this.paths.length : reply.found.length
  }

  /** The moves that the learner did not make, as speech. */
  private spokenReplies(reply: StepReply): string[] {
    return this.spokenLine(reply.played).slice(this.plays ? 1 : 0)
  }

  /** Moves from the position shown, as speech. */
  private spokenLine(moves: readonly MoveView[]): string[] {
    const own = this.scene?.position.turn ?? 'white'
    const theirs = own === 'white' ? 'black' : 'white'
    return moves.map((move, index) => spokenBy(index % 2 === 0 ? own : theirs, move))
  }

  /** Animates moves; meanwhile the board accepts no input. */
  private async watch(moves: MoveView[], position: PositionView, slowness = 1): Promise<void> {
    const showing = ++this.showing
    this.playing = true
    await perform((scene) => (this.scene = scene), this.pace, moves, position, slowness)
    if (showing === this.showing) this.playing = false
  }

  private async attempt(work: () => Promise<void>): Promise<boolean> {
    this.failure = null
    try {
      await work()
      return true
    } catch (thrown) {
      this.failure = CallFailed.from(thrown)
      return false
    }
  }
}
