// The lesson that is being composed: its steps, the line that is played into one, and the draft that outlives a reload. Judges nothing:
// the core writes, proves and keeps it.
import { CallFailed, type Client } from '../../client/client'
import type { DraftFaultView, DraftKind, DraftStepView, DraftTurnView, LessonDraft, LessonSummary, LineView } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'
import { settings } from '../../shell/settings.svelte'

/** The setting that keeps the draft. */
const DRAFT = 'lessonDraft'

export class Composing {
  draft: LessonDraft
  /** The step that is worked at, 0 the first. */
  at = $state(0)
  /** The board of the step, after the moves of its line. */
  line: LineView | null = $state.raw(null)
  /** The next move played is also right, instead of going on from the last. */
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

  /** The last turn of the line, changed. */
  private changeLast(change: Partial<DraftTurnView>): void {
    const turns = this.step?.turns ?? []
    const last = turns.at(-1)
    if (last) this.change({ turns: [...turns.slice(0, -1), { ...last, ...change }] })
  }

  /** A learner's move and the reply alternate: the moves of the line as they are played. */
  get moves(): string[] {
    return (this.step?.turns ?? []).flatMap(({ accept, reply }) => [accept[0] ?? '', reply ?? '']).filter(Boolean)
  }

  /** Begins another lesson. */
  begin(): void {
    this.put(this.empty())
    this.at = 0
    this.line = null
  }

  /** A lesson of one's own is changed; false where it has steps that are not composed here. */
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

  /** A position from the editor, a game or a puzzle becomes the last step. */
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

  /** Changes the lesson as a whole. */
  tell(change: Partial<LessonDraft>): void {
    this.put({ ...this.draft, ...change })
  }

  /** Changes the step that is worked at. */
  change(change: Partial<DraftStepView>): void {
    const { at } = this
    this.put({ ...this.draft, steps: this.draft.steps.map((step, index) => (index === at ? { ...step, ...change } : step)) })
  }

  async chooseKind(kind: DraftKind): Promise<void> {
    this.change({ kind, ...(kind === 'playOut' ? { goal: 'win', by: 1, moves: 20, level: '8' } : { goal: null }) })
    await this.show()
  }

  async remove(): Promise<void> {
    this.put({ ...this.draft, steps: this.draft.steps.filter((_, index) => index !== this.at) })
    await this.go(Math.max(0, Math.min(this.at, this.draft.steps.length - 1)))
  }

  /** Puts the step one place earlier or later. */
  shift(by: 1 | -1): void {
    const to = this.at + by
    const [one, other] = [this.draft.steps[this.at], this.draft.steps[to]]
    if (!one || !other) return
    this.put({ ...this.draft, steps: this.draft.steps.with(this.at, other).with(to, one) })
    this.at = to
  }

  /** A move was played on the board: it goes on from the last one, or is right beside it. */
  async play(notation: string): Promise<void> {
    const turns = this.step?.turns ?? []
    const last = turns.at(-1)
    if (this.adds && last) {
      if (!last.accept.includes(notation)) this.changeLast({ accept: [...last.accept, notation] })
    } else if (last?.reply === null) this.changeLast({ reply: notation })
    else this.change({ turns: [...turns, { accept: [notation], reply: null }] })
    this.adds = false
    await this.show()
  }

  /** Takes the last move of the line back. */
  async takeBack(): Promise<void> {
    const turns = this.step?.turns ?? []
    const last = turns.at(-1)
    if (!last) return
    if (last.reply === null) this.change({ turns: turns.slice(0, -1) })
    else this.changeLast({ reply: null })
    this.adds = false
    await this.show()
  }

  /** The next move is also right: the board stands again as before the last one. */
  async addAnother(adds: boolean): Promise<void> {
    this.adds = adds
    await this.show()
  }

  /** Has the lesson written, proved and kept. */
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

  /** With what is said where the teacher says nothing. A line that ends with a reply ends before it. */
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

  /** The draft that was last worked at; null where there is none. */
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
