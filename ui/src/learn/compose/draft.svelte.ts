// The composed lesson: its steps, the line of the current step, and a draft that survives a reload. The core writes, checks and stores the
// lesson.
import { CallFailed, type Client } from '../../client/client'
import type { DraftFaultView, DraftKind, DraftStepView, DraftTurnView, LessonDraft, LessonSummary, LineView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'
import { settings } from '../../shell/settings.svelte'

/** Settings key of the draft. */
const DRAFT = 'lessonDraft'

export class Composing {
  draft: LessonDraft
  /** Index of the current step. */
  at = $state(0)
  /** The board of the step, after the moves of its line. */
  line: LineView | null = $state.raw(null)
  /** The next move is an alternative to the last one instead of its continuation. */
  adds = $state(false)
  faults: DraftFaultView[] = $state.raw([])
  lesson: LessonSummary | null = $state.raw(null)
  busy = $state(false)
  failure: CallFailed | null = $state.raw(null)

  constructor(
    private readonly client: Client,
    private readonly variant: () => string,
  ) {
    this.draft = $state.raw(this.kept() ?? this.empty())
  }

  get step(): DraftStepView | null {
    return this.draft.steps[this.at] ?? null
  }

  /** Changes the last turn of the line. */
  private changeLast(change: Partial<DraftTurnView>): void {
    const turns = this.step?.turns ?? []
    const last = turns.at(-1)
    if (last) this.changeStep({ turns: [...turns.slice(0, -1), { ...last, ...change }] })
  }

  /** The moves of the line: the learner's moves and the replies alternate. */
  get moves(): string[] {
    return (this.step?.turns ?? []).flatMap(({ accept, reply }) => [accept[0] ?? '', reply ?? '']).filter(Boolean)
  }

  /** Starts another lesson. */
  begin(): void {
    this.put(this.empty())
    this.at = 0
    this.line = null
  }

  /** Opens one of the reader's own lessons; resolves to false if it has steps that the composer does not support. */
  async open(lesson: string): Promise<boolean> {
    let found: LessonDraft | null = null
    await this.attempt(async () => {
      found = await this.client.call('lessonDraft', { lesson, language: language.now })
    })
    if (!found) return false
    this.put(found)
    await this.go(0)
    return true
  }

  /** Adds a position from the editor, a game or a puzzle as the last step. */
  async take(variant: string, fen: string): Promise<void> {
    if (this.draft.variant !== variant) {
      if (this.draft.steps.length > 0) this.begin()
      this.put({ ...this.draft, variant })
    }
    // A reload brings the same position again.
    if (this.draft.steps.at(-1)?.fen !== fen) this.put({ ...this.draft, steps: [...this.draft.steps, fresh(fen)] })
    await this.go(this.draft.steps.length - 1)
  }

  async go(step: number): Promise<void> {
    this.at = step
    this.adds = false
    await this.show()
  }

  changeLesson(change: Partial<LessonDraft>): void {
    this.put({ ...this.draft, ...change })
  }

  changeStep(change: Partial<DraftStepView>): void {
    const { at } = this
    this.put({ ...this.draft, steps: this.draft.steps.map((step, index) => (index === at ? { ...step, ...change } : step)) })
  }

  async chooseKind(kind: DraftKind): Promise<void> {
    this.changeStep({ kind, ...(kind === 'playOut' ? { goal: 'win', by: 1, moves: 20, level: '8' } : { goal: null }) })
    await this.show()
  }

  async remove(): Promise<void> {
    this.put({ ...this.draft, steps: this.draft.steps.filter((_, index) => index !== this.at) })
    await this.go(Math.max(0, Math.min(this.at, this.draft.steps.length - 1)))
  }

  /** Moves the step one place down or up. */
  shift(by: 1 | -1): void {
    const to = this.at + by
    const [one, other] = [this.draft.steps[this.at], this.draft.steps[to]]
    if (!one || !other) return
    this.put({ ...this.draft, steps: this.draft.steps.with(this.at, other).with(to, one) })
    this.at = to
  }

  /** Handles a move on the board: continues the line, or adds an alternative to its last move. */
  async play(notation: string): Promise<void> {
    const turns = this.step?.turns ?? []
    const last = turns.at(-1)
    if (this.adds && last) {
      if (!last.accept.includes(notation)) this.changeLast({ accept: [...last.accept, notation] })
    } else if (last?.reply === null) this.changeLast({ reply: notation })
    else this.changeStep({ turns: [...turns, { accept: [notation], reply: null }] })
    this.adds = false
    await this.show()
  }

  /** Takes back the last move of the line. */
  async takeBack(): Promise<void> {
    const turns = this.step?.turns ?? []
    const last = turns.at(-1)
    if (!last) return
    if (last.reply === null) this.changeStep({ turns: turns.slice(0, -1) })
    else this.changeLast({ reply: null })
    this.adds = false
    await this.show()
  }

  /** The next move is an alternative, so the board shows the position before the last one. */
  async addAnother(adds: boolean): Promise<void> {
    this.adds = adds
    await this.show()
  }

  /** Lets the core write, check and store the lesson. */
  async save(): Promise<boolean> {
    this.busy = true
    this.faults = []
    this.lesson = null
    await this.attempt(async () => {
      const { lesson, faults } = await this.client.call('composeLesson', { draft: this.whole })
      this.faults = faults
      this.lesson = lesson
      if (lesson) this.put({ ...this.draft, id: lesson.id }, true)
    })
    this.busy = false
    return this.lesson !== null
  }

  /** The lesson with default texts where the teacher wrote none. A reply at the end of a line is dropped. */
  get whole(): LessonDraft {
    const said = (text: string, otherwise: string): string => (text.trim() ? text : otherwise)
    return {
      ...this.draft,
      language: language.now,
      go: m.composer_go(),
      steps: this.draft.steps.map((step) => ({
        ...step,
        right: said(step.right, m.composer_right_default()),
        hint: said(step.hint, m.composer_hint_default()),
        turns: step.turns.map((turn, index) => (index === step.turns.length - 1 ? { ...turn, reply: null } : turn)),
      })),
    }
  }

  private async show(): Promise<void> {
    const { step } = this
    if (!step) {
      this.line = null
      return
    }
    const moves = step.kind === 'moves' ? (this.adds ? this.moves.slice(0, -1) : this.moves) : []
    await this.attempt(async () => {
      this.line = await this.client.call('line', { variant: this.draft.variant, fen: step.fen, moves })
    })
  }

  private put(draft: LessonDraft, saved = false): void {
    this.draft = draft
    if (!saved) this.lesson = null
    settings.keep(DRAFT, JSON.stringify(draft))
  }

  private empty(): LessonDraft {
    return { id: null, variant: this.variant(), language: language.now, title: '', intro: '', outro: '', go: '', steps: [] }
  }

  /** The stored draft; `null` if there is none. */
  private kept(): LessonDraft | null {
    try {
      const kept: unknown = JSON.parse(settings.text(DRAFT) ?? 'null')
      return typeof kept === 'object' && kept !== null && Array.isArray((kept as LessonDraft).steps) ? (kept as LessonDraft) : null
    } catch {
      return null
    }
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

function fresh(fen: string): DraftStepView {
  return { kind: 'moves', fen, text: '', right: '', hint: '', wrong: '', turns: [], goal: null, by: 0, moves: 0, level: '' }
}
