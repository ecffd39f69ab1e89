// Blind puzzles: the first moves are given in words while the board stays as it was, and the next move has to be found. Does not affect the
// rating. The core judges; draws nothing.
import { CallFailed, type Client } from '../../client/client'
import type { MoveView, PositionView, PuzzleView } from '../../client/types'
import { m } from '../../i18n/messages'
import { type Pace, type Scene, after, perform, realPace, still } from '../../shared/board/stage'
import { printed, spoken, spokenMustTake } from '../../shared/words'
import { zone } from '../../shared/zone'
import { announcer } from '../../shell/announcer.svelte'
import { app } from '../../shell/app.svelte'
import { settings } from '../../shell/settings.svelte'

/** Factor of slowness for the replay of the blind moves. */
const STUDY_SLOWNESS = 1.4

export type BlindState = 'asked' | 'wrong' | 'impossible' | 'solved' | 'shown'

export class BlindSession {
  puzzle: PuzzleView | null = $state.raw(null)
  scene: Scene | null = $state.raw(null)
  state: BlindState = $state('asked')
  /** The moves given in words, of both sides. */
  given: MoveView[] = $state.raw([])
  /** The square tapped first. */
  from: number | null = $state(null)
  /** The squares of the last try. */
  tried: readonly [number, number] | null = $state.raw(null)
  playing = $state(false)
  /** There is no puzzle of this length. */
  none = $state(false)
  failure: CallFailed | null = $state.raw(null)

  /** The position after the given moves. */
  private imagined: PositionView | null = null
  private paths: number[][] = []
  private seen: string[] = []
  private turn = 0

  constructor(
    private readonly client: Client,
    private readonly pace: Pace = realPace,
  ) {}

  get isOver(): boolean {
    return this.state === 'solved' || this.state === 'shown'
  }

  /** Loads a puzzle in which `moves` moves of the solver are given in words. */
  async next(moves: number): Promise<void> {
    const turn = ++this.turn
    this.none = false
    this.puzzle = null
    await this.attempt(async () => {
      const puzzle = await this.client.call('nextPuzzle', {
        variant: app.chosenVariant,
        mode: 'length',
        moves: moves + 1,
        difficulty: settings.get('puzzleDifficulty'),
        seen: [...this.seen],
        zone: zone(),
      })
      if (turn !== this.turn) return
      if (!puzzle) return void (this.none = true)
      this.seen.push(puzzle.summary.id)
      const { given, paths, imagined } = await this.prepare(puzzle, moves)
      if (turn !== this.turn) return
      this.given = given
      this.paths = paths
      this.imagined = imagined
      this.puzzle = puzzle
      this.state = 'asked'
      this.from = null
      this.tried = null
      this.playing = false
      this.scene = still({ ...puzzle.summary.position, legal: [], mustTake: false })
      announcer.say(
        m.puzzle_caption({ side: puzzle.summary.position.turn }),
        m.blind_told({ moves: given.map(spoken).join('. ') }),
        spokenMustTake(imagined),
      )
    })
  }

  /** The first moves of a solution, and the position after them. */
  private async prepare(puzzle: PuzzleView, moves: number): Promise<{ given: MoveView[]; paths: number[][]; imagined: PositionView }> {
    const { id } = puzzle.summary
    let imagined = puzzle.summary.position
    const [given, paths]: [MoveView[], number[][]] = [[], []]
    for (let made = 0; made < moves; made++) {
      const { overlays } = await this.client.call('puzzleHint', { puzzle: id, moves: paths, strength: 3 })
      const [route] = overlays
      if (route?.kind !== 'route') break
      paths.push(route.path)
      const reply = await this.client.call('tryPuzzleMove', { puzzle: id, moves: paths, hints: 0, casual: true })
      given.push(...reply.played)
      imagined = reply.position
    }
    return { given, paths, imagined }
  }

  /** Handles a tap: first on the piece, then on its target. */
  async tap(square: number): Promise<void> {
    if (this.playing || this.isOver || !this.puzzle) return
    if (this.from === null || this.from === square) {
      this.from = this.from === square ? null : square
      return
    }
    const [origin, target] = [this.from, square]
    this.from = null
    await this.attempt(() => this.try(origin, target))
  }

  private async try(origin: number, target: number): Promise<void> {
    const { puzzle, imagined } = this
    if (!puzzle || !imagined) return
    this.tried = [origin, target]
    // Two captures between the same squares may take different pieces; either is accepted.
    const meant = imagined.legal.filter((move) => move.origin === origin && move.target === target)
    if (meant.length === 0) {
      this.state = 'impossible'
      announcer.say(m.blind_impossible({ origin: this.label(origin), target: this.label(target) }))
      return
    }
    for (const move of meant) {
      const moves = [...this.paths, move.routes[0] ?? [origin, target]]
      const reply = await this.client.call('tryPuzzleMove', { puzzle: puzzle.summary.id, moves, hints: 0, casual: true })
      if (puzzle !== this.puzzle) return
      if (reply.verdict === 'goOn' || reply.verdict === 'done') {
        this.state = 'solved'
        announcer.say(m.puzzle_solved())
        return this.show(reply.played)
      }
    }
    this.state = 'wrong'
    announcer.say(m.blind_wrong())
  }

  /** Gives up: shows the move with those before it. */
  async giveUp(): Promise<void> {
    const { puzzle } = this
    if (!puzzle || this.playing || this.isOver) return
    await this.attempt(async () => {
      const { overlays } = await this.client.call('puzzleHint', { puzzle: puzzle.summary.id, moves: this.paths, strength: 3 })
      const [route] = overlays
      if (route?.kind !== 'route') return
      const moves = [...this.paths, route.path]
      const reply = await this.client.call('tryPuzzleMove', { puzzle: puzzle.summary.id, moves, hints: 0, casual: true })
      if (puzzle !== this.puzzle) return
      this.state = 'shown'
      announcer.say(reply.played.map(spoken).join('. '))
      await this.show(reply.played)
    })
  }

  /** Plays the given moves and the found one on the board. */
  private async show(found: readonly MoveView[]): Promise<void> {
    const { puzzle, turn } = this
    if (!puzzle) return
    const line = [...this.given, ...found]
    this.playing = true
    const end = after(puzzle.summary.position, line)
    await perform((scene) => turn === this.turn && (this.scene = scene), this.pace, line, end, STUDY_SLOWNESS)
    if (turn === this.turn) this.playing = false
  }

  label(square: number): string {
    return this.puzzle?.board.labels[square - 1] ?? String(square)
  }

  /** The given moves in notation. */
  get words(): string {
    return this.given.map(printed).join(' ')
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
