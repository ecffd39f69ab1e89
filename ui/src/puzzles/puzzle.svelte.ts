// A puzzle in progress: moves, replies, hints, solution; and the progress of a run of puzzles. The core judges; draws nothing.
import { CallFailed, type Client } from '../client/client'
import type { MoveView, Overlay, PositionView, PuzzleReply, PuzzleView, RefusalView, ReturnView, RunView } from '../client/types'
import { zone } from '../shared/zone'
import { settings } from '../shell/settings.svelte'
import { m } from '../i18n/messages'
import { announcer } from '../shell/announcer.svelte'
import { app } from '../shell/app.svelte'
import { type Pace, type Scene, after, perform, realPace, still } from '../shared/board/stage'
import { themeName } from '../shared/names'
import { dayText, refusalText, spoken, spokenMustTake } from '../shared/words'
import { type LeadUp, leadUp } from './lead-up'
import { SolutionWalk, type WrongTry } from './afterwards/solution.svelte'
import { type Training, noneText } from './training'

/** Number of misses that end a climb. */
const LIVES = 3

/** Time a refutation stays visible, and pause before a solution, in milliseconds. */
const REFUTATION_TIME = 1100
const PAUSE = 400
const STUDY_SLOWNESS = 1.6

export type PuzzleState = 'trying' | 'good' | 'lesser' | 'wrong' | 'solved' | 'shown'

export class PuzzleSession {
  puzzle: PuzzleView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  state: PuzzleState = $state('trying')
  overlays: Overlay[] = $state.raw([])
  themes: string[] = $state.raw([])
  /** The solution, once it may be seen. */
  walk: SolutionWalk | null = $state.raw(null)
  /** Strength of the hint shown; 0 = none. */
  strength = $state(0)
  /** Why the board refused a touch. */
  refusal: string | null = $state(null)
  /** Moves are being animated: the board accepts no input. */
  playing = $state(false)
  /** Solved just now, not in an earlier session: the stamp is animated. */
  fresh = $state(false)
  failure: CallFailed | null = $state.raw(null)

  /** The moves that led to it, if known. */
  lead: LeadUp | null = $state.raw(null)

  /** The training mode; `null` for a puzzle chosen from the list. */
  training: Training | null = $state.raw(null)
  /** The theme of which a fresh position is being composed. */
  composing: string | null = $state(null)
  /** It is over, and nothing worked: a quiet position. */
  quiet = $state(false)
  /** The solver said that nothing works, and something does. */
  claimed = $state(false)
  /** There is no puzzle for this training. */
  none = $state(false)
  /** The solver must find a move that loses nothing. */
  private keeps = false
  /** Puzzles solved in a streak or climb. */
  streak = $state(0)
  /** A mistake has ended the streak, or the last life the climb. */
  broken = $state(false)
  /** Lives left in a climb. */
  lives = $state(LIVES)
  /** Result of a finished climb compared with earlier ones. */
  result: RunView | null = $state.raw(null)

  /** This puzzle was missed in this run. */
  private missed = false
  /** It was counted in this run. */
  private counted = false
  /** Puzzles of this run, to avoid repetition. */
  private seen: string[] = []
  private paths: number[][] = []
  /** All moves on the way to the solution, and the wrong tries. */
  private made: MoveView[] = []
  private tries: WrongTry[] = []
  private hints = 0
  private showing = 0

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
  ) {}

  get isOver(): boolean {
    return this.state === 'solved' || this.state === 'shown'
  }

  /** Opens a puzzle; without an id the next unsolved one. With `keeps` the solver must find a move that loses nothing. */
  async open(id: string | null, keeps = false): Promise<void> {
    this.training = null
    this.keeps = keeps
    await this.attempt(async () => {
      this.begin(await this.client.call('puzzle', { id, variant: app.chosenVariant }))
    })
  }

  /** Starts training with the first puzzle of the kind. */
  async train(training: Training): Promise<void> {
    this.training = training
    this.keeps = false
    this.startRun()
    this.puzzle = null
    await this.more()
  }

  /** Loads the next puzzle of the training; after a broken streak, starts a new one. */
  async more(): Promise<void> {
    const { training } = this
    if (!training) return
    if (this.broken) this.startRun()
    this.none = false
    await this.attempt(async () => {
      let next = await this.choose(training)
      while (!next && training.mode === 'repeat' && training === this.training && (await this.compose(training))) {
        next = await this.choose(training)
      }
      if (training !== this.training) return
      if (next) {
        this.begin(next)
      } else {
        this.none = true
        announcer.say(noneText(training))
      }
    })
  }

  private choose(training: Training): Promise<PuzzleView | null> {
    return this.client.call('nextPuzzle', {
      ...training,
      variant: app.chosenVariant,
      difficulty: settings.get('puzzleDifficulty'),
      streak: this.streak,
      seen: [...this.seen],
      zone: zone(),
    })
  }

  /** Composes a fresh position if a due theme wants one; false if none does. */
  private async compose(training: Training): Promise<boolean> {
    const difficulty = settings.get('puzzleDifficulty')
    let step = await this.client.call('beginFreshPuzzle', { variant: app.chosenVariant, difficulty, name: m.fresh_set() })
    try {
      this.composing = step.idea
      while (!step.done && training === this.training) step = await this.client.call('freshPuzzleStep', { job: step.job })
    } finally {
      this.composing = null
    }
    return step.idea !== null
  }

  /** Looks for the game a puzzle of the reader comes from; optional. */
  private async findLead(puzzle: PuzzleView): Promise<void> {
    const lead = await leadUp(this.client, puzzle.summary.position).catch(() => null)
    if (puzzle === this.puzzle) this.lead = lead
  }

  /** Plays the moves that led to the puzzle, then waits as before. */
  async playLead(): Promise<void> {
    const { puzzle, lead } = this
    if (!puzzle || !lead || this.playing || this.isOver) return
    this.restart()
    this.scene = still(lead.start)
    const showing = this.showing
    this.playing = true
    await this.pace.wait(PAUSE)
    if (showing === this.showing) await this.watch(lead.moves, puzzle.summary.position)
  }

  private startRun(): void {
    this.streak = 0
    this.broken = false
    this.lives = LIVES
    this.result = null
    this.seen = []
  }

  private begin(puzzle: PuzzleView): void {
    this.puzzle = puzzle
    this.missed = false
    this.counted = false
    this.tries = []
    this.seen.push(puzzle.summary.id)
    this.lead = null
    this.restart()
    const { number, of, summary, returns, mayBeQuiet } = puzzle
    if (number === 0 && !mayBeQuiet) void this.findLead(puzzle)
    announcer.say(
      ...(returns ? [returnText(returns)] : number > 0 ? [m.puzzle_title({ number }), m.puzzle_of({ number, of })] : [m.puzzle_own()]),
      this.keeps
        ? m.loss_keep({ side: summary.position.turn })
        : mayBeQuiet
          ? m.sense_ask({ side: summary.position.turn })
          : m.puzzle_caption({ side: summary.position.turn }),
      spokenMustTake(summary.position),
    )
  }

  /** After a mistake or a request for the solution: ends a streak, or takes a life of a climb. */
  private slip(): void {
    const mode = this.training?.mode
    if (this.missed || this.counted || (mode !== 'streak' && mode !== 'climb')) return
    this.missed = true
    this.lives--
    this.broken = mode === 'streak' || this.lives <= 0
    if (mode === 'climb' && this.broken) void this.endClimb()
  }

  private async endClimb(): Promise<void> {
    await this.attempt(async () => {
      this.result = await this.client.call('endRun', { variant: app.chosenVariant, run: 'climb', solved: this.streak })
    })
  }

  restart(): void {
    const { puzzle } = this
    if (!puzzle) return
    this.showing++
    this.playing = false
    this.paths = []
    this.made = []
    this.hints = 0
    this.strength = 0
    this.refusal = null
    this.overlays = []
    this.fresh = false
    this.quiet = false
    this.claimed = false
    this.themes = puzzle.summary.themes
    this.walk = null
    this.state = 'trying'
    this.scene = still(puzzle.summary.position)
  }

  /** Handles a move of the solver. */
  async play(path: readonly number[]): Promise<void> {
    const { puzzle } = this
    if (!puzzle || this.playing || this.isOver) return
    const moves = [...this.paths, [...path]]
    this.refusal = null
    this.overlays = []
    this.strength = 0
    await this.attempt(async () => {
      const reply = await this.client.call('tryPuzzleMove', { puzzle: puzzle.summary.id, moves, hints: this.hints })
      if (puzzle === this.puzzle) await this.take(reply, moves)
    })
  }

  /** Says that nothing works here. */
  async sayNothing(): Promise<void> {
    const { puzzle } = this
    if (!puzzle || this.playing || this.isOver) return
    this.refusal = null
    this.overlays = []
    this.strength = 0
    await this.attempt(async () => {
      const reply = await this.client.call('tryPuzzleMove', { puzzle: puzzle.summary.id, moves: [], hints: this.hints, nothing: true })
      if (puzzle !== this.puzzle) return
      if (reply.verdict === 'done') return void (await this.take(reply, []))
      this.state = 'wrong'
      this.claimed = true
      announcer.say(m.puzzle_something())
    })
  }

  private async take(reply: PuzzleReply, moves: number[][]): Promise<void> {
    const { scene } = this
    this.claimed = false
    const replies = reply.played.slice(1).map((move) => m.puzzle_spoken_reply({ move: spoken(move) }))
    if (reply.verdict === 'goOn' || reply.verdict === 'done') {
      this.paths = moves
      this.made = [...this.made, ...reply.played]
      const done = reply.verdict === 'done'
      if (done) {
        this.themes = reply.themes
        this.quiet = reply.tree === ''
        this.markSolved()
        if (!this.missed && !this.counted) this.streak++
        this.counted = true
      } else {
        this.state = 'good'
        announcer.say(m.puzzle_good(), ...replies, spokenMustTake(reply.position))
      }
      await this.watch(reply.played, reply.position)
      if (done) {
        this.state = 'solved'
        this.fresh = true
        announcer.say(this.keeps ? m.loss_kept() : this.quiet ? m.puzzle_quiet() : m.puzzle_solved(), ...replies)
        await this.openWalk(this.made)
      }
      return
    }
    const [tried] = reply.played
    if (tried && !this.tries.some((one) => one.tried.notation === tried.notation && one.before.length === this.made.length)) {
      this.tries.push({ before: this.made, tried })
    }
    this.state = reply.verdict === 'lesser' ? 'lesser' : 'wrong'
    if (this.state === 'wrong') this.slip()
    announcer.say(reply.verdict === 'lesser' ? m.puzzle_lesser() : m.puzzle_wrong(), ...replies)
    const showing = this.showing + 1
    if (scene) await this.watch(reply.played, after(scene.position, reply.played))
    await this.pace.wait(REFUTATION_TIME)
    if (showing === this.showing) this.scene = still(reply.position)
  }

  /** Handles a refused touch: the core says why. */
  async refuse(from: number, to: number | null): Promise<RefusalView | null> {
    const { position } = this.scene ?? {}
    if (!position || this.playing || this.isOver) return null
    const { variant, fen, pieces } = position
    let refusal: RefusalView | null = null
    await this.attempt(async () => {
      refusal = await this.client.call('whyNot', { variant, fen, origin: from, target: to })
      this.refusal = refusal ? refusalText(refusal, pieces) : null
      if (refusal) announcer.say(refusalText(refusal, pieces, true))
    })
    return refusal
  }

  /** A piece was picked up: clears the reason of the last refusal. */
  touched(): void {
    this.refusal = null
  }

  async askHint(): Promise<void> {
    const { puzzle } = this
    if (!puzzle || this.playing || this.isOver) return
    const strength = Math.min(3, this.strength + 1)
    await this.attempt(async () => {
      const hint = await this.client.call('puzzleHint', { puzzle: puzzle.summary.id, moves: this.paths, strength })
      if (puzzle !== this.puzzle || this.isOver) return
      this.hints++
      this.strength = strength
      this.refusal = null
      this.overlays = hint.overlays
      announcer.say(m.hint_strength({ strength }), hint.text ?? spokenOverlays(hint.overlays))
    })
  }

  /** Plays the solution from the beginning. */
  async showSolution(): Promise<void> {
    const { puzzle } = this
    if (!puzzle || this.playing) return
    await this.attempt(async () => {
      const { line, themes, tree } = await this.client.call('puzzleSolution', { puzzle: puzzle.summary.id })
      const wasSolved = this.state === 'solved' || puzzle.summary.solved
      if (this.state !== 'solved') this.slip()
      this.restart()
      this.themes = themes
      this.state = wasSolved ? 'solved' : 'shown'
      this.quiet = tree === ''
      announcer.say(this.keeps ? m.loss_lost() : this.quiet ? m.puzzle_quiet_shown() : line.map(spoken).join('. ') + '.')
      const showing = this.showing
      this.playing = true
      await this.pace.wait(PAUSE)
      if (showing !== this.showing) return
      await this.watch(line, after(puzzle.summary.position, line), STUDY_SLOWNESS)
      if (showing + 1 === this.showing) await this.openWalk(line)
    })
  }

  /** Enables stepping through the solution, starting after these moves. */
  private async openWalk(played: readonly MoveView[]): Promise<void> {
    const { puzzle } = this
    if (!puzzle) return
    const walk = new SolutionWalk(this.client, this.pace, puzzle, [...this.tries], (scene) => (this.scene = scene))
    await walk.open(played)
    if (puzzle.summary.id !== this.puzzle?.summary.id || !this.isOver) return
    this.walk = walk
    this.scene = still(walk.position(walk.at), played.at(-1) ?? null)
  }

  /** Handles a move on the board once the puzzle is over. */
  async explore(move: MoveView): Promise<void> {
    await this.attempt(async () => this.walk?.play(move))
  }

  /** Shows the refutation of a wrong move of this session. */
  async askWhy(wrong: WrongTry): Promise<void> {
    await this.attempt(async () => this.walk?.refute(wrong))
  }

  private markSolved(): void {
    const { puzzle } = this
    if (puzzle) this.puzzle = { ...puzzle, summary: { ...puzzle.summary, solved: true, themes: this.themes } }
  }

  private async watch(moves: readonly MoveView[], position: PositionView, slowness = 1): Promise<void> {
    const showing = ++this.showing
    this.playing = true
    await perform((scene) => (this.scene = scene), this.pace, moves, position, slowness)
    if (showing === this.showing) this.playing = false
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    this.failure = null
    try {
      await work()
    } catch (thrown) {
      this.playing = false
      this.failure = CallFailed.from(thrown)
    }
  }
}

/** Why a theme is back. */
export function returnText({ idea, last, missed, near }: ReturnView): string {
  const theme = themeName(idea)
  const why = missed > 0 ? m.puzzle_returns({ theme, count: missed }) : m.puzzle_returns_again({ theme, date: dayText(last) })
  return near ? why : `${why} ${m.puzzle_returns_far()}`
}

/** The squares a hint points at, as speech. */
function spokenOverlays(overlays: readonly Overlay[]): string {
  return overlays
    .flatMap((overlay) => {
      if (overlay.kind === 'route') return [overlay.path.join(', ')]
      return overlay.kind === 'arrow' ? [`${overlay.origin}, ${overlay.target}`] : overlay.squares.map(String)
    })
    .join(', ')
}
