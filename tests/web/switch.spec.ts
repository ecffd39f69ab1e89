// The whole app by the space bar alone: games, puzzles and lessons, with the presses and the scan time of a move.
import type { Calls, MoveView, PositionView, StepView } from '../../ui/src/client/types'
import { Core, search } from './core'
import { type Damier, expect, test } from './damier'
import { wordsOf } from './learner'
import { type Reached, SwitchPerson, toMoveOf, toRow } from './switch-person'

const VARIANT = 'international'
const words = wordsOf('en')
const word = (key: string): string => words[key] ?? key
const list = new Intl.ListFormat('en')
const filled = (key: string, values: Record<string, string>): string =>
  word(key).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** A move as the app speaks it. */
function spoken({ names, captured, takenNames, promotes }: MoveView): string {
  const [from = '', to = ''] = [names[0], names.at(-1)]
  const said =
    captured.length > 0 ? filled('spoken_capture', { from, taken: list.format(takenNames), to }) : filled('spoken_quiet', { from, to })
  return promotes ? filled('spoken_crowned', { move: said }) : said
}

/** The name of a move among the legal ones. */
function nameOf(move: MoveView, legal: readonly MoveView[]): string {
  const alike = legal.some((other) => other !== move && spoken(other) === spoken(move))
  return alike ? filled('switch_by', { move: spoken(move), route: move.names.join(', ') }) : spoken(move)
}

class Robot {
  readonly person: SwitchPerson
  readonly core = new Core()
  readonly moves: Reached[] = []
  private solved = ''

  constructor(private readonly damier: Damier) {
    this.person = new SwitchPerson(damier.page)
  }

  /** Makes a first visit, by hand. */
  async begin(answer: 'In a club' | 'Not yet'): Promise<void> {
    await this.damier.hurry()
    await this.person.holdClock()
    await this.damier.page.addInitScript(() => {
      // Training does not name its puzzle in the address.
      const heard = new WeakSet<Worker>()
      const { postMessage } = Worker.prototype
      Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
        if (!heard.has(this)) {
          this.addEventListener('message', ({ data }: MessageEvent<{ reply?: string }>) => {
            const [, id] = /^\{"summary":\{"id":"([^"]+)"/.exec(data.reply ?? '') ?? []
            if (id !== undefined) Object.assign(globalThis, { puzzleOnPage: id })
          })
          heard.add(this)
        }
        return (postMessage as (...all: unknown[]) => void).apply(this, given)
      }
    })
    await this.damier.begin(answer)
  }

  async turnOn(): Promise<void> {
    await this.damier.page.goto('./#/settings')
    await this.damier.press(this.damier.page.getByRole('radio', { name: word('switch_key') }))
  }

  /** Makes a move by the switch. `itself`: a forced capture is played without a press. */
  private async move(move: MoveView, legal: readonly MoveView[], itself = false): Promise<void> {
    await this.person.sees(legal.map((one) => nameOf(one, legal)))
    const forced = itself && legal.length === 1 && move.captured.length > 0
    this.moves.push(forced ? await this.person.letPlay() : await this.person.press(nameOf(move, legal), toMoveOf(move.names[0] ?? '')))
  }

  /** Plays the game on the board until it ends or a number of own moves is made. */
  async game(
    wish: (legal: readonly MoveView[], played: readonly string[]) => MoveView | undefined,
    most = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const { page } = this.damier
    const over = page.getByRole('button', { name: word('rematch') })
    for (let own = 0; own < most; own++) {
      let now: { played: string[]; legal: readonly MoveView[] } | undefined
      await expect(async () => {
        if (await over.isVisible()) return
        const played = (await this.damier.moves.getByRole('button').allTextContents()).map((text) =>
          text.replaceAll('×', 'x').replaceAll('\u2011', '-'),
        )
        const { legal } = this.core.call('line', { variant: VARIANT, fen: START, moves: played }).position
        expect(legal.map((move) => nameOf(move, legal))).toContain(await this.person.framed())
        now = { played, legal }
      }).toPass({ intervals: [20, 40, 80] })
      if (!now) return
      const { legal, played } = now
      const move = wish(legal, played)
      if (!move) throw new Error('no move')
      await this.move(move, legal, true)
      await expect
        .poll(async () => (await over.isVisible()) || (await this.damier.moves.getByRole('button').count()) > played.length, {
          intervals: [10, 20, 40],
        })
        .toBe(true)
    }
  }

  async again(): Promise<void> {
    const { page } = this.damier
    await this.person.press(new RegExp(`^${word('rematch')}`))
    await expect(page.getByRole('button', { name: word('rematch') })).toBeHidden()
  }

  /** Presses the button that leads on, once it is there. */
  private async goOn(key: string): Promise<void> {
    await expect(this.damier.page.getByRole('button', { name: word(key), exact: true })).toBeEnabled()
    await this.person.press(word(key))
  }

  /** Solves the puzzle on the board. */
  async puzzle(): Promise<void> {
    const onPage = (): Promise<string> => this.damier.page.evaluate(() => (globalThis as { puzzleOnPage?: string }).puzzleOnPage ?? '')
    await expect.poll(onPage).not.toBe(this.solved)
    const id = await onPage()
    this.solved = id
    const { summary } = this.core.call('puzzle', { id, variant: VARIANT })
    let { position }: { position: PositionView } = summary
    const moves: number[][] = []
    for (;;) {
      const { overlays } = this.core.call('puzzleHint', { puzzle: id, moves, strength: 3 })
      const path = overlays.flatMap((overlay) => (overlay.kind === 'route' ? [overlay.path] : []))[0] ?? []
      const move = along(position, path)
      await this.move(move, position.legal)
      moves.push(move.routes[0] ?? [])
      const reply = this.core.call('tryPuzzleMove', { puzzle: id, moves, hints: 0 })
      if (reply.verdict === 'done') break
      expect(reply.verdict).toBe('goOn')
      position = reply.position
    }
  }

  async nextPuzzle(): Promise<void> {
    await this.goOn('puzzle_next')
  }

  /** Plays the lesson on the page to its end. */
  async lesson(id: string): Promise<void> {
    const { steps, board } = this.core.call('lesson', { id, language: 'en' })
    const rowOf = (square: number): number => (board.squares[square - 1]?.[1] ?? 0) + 1
    const label = (square: number): string => board.labels[square - 1] ?? ''
    for (const [index, step] of steps.entries()) {
      const solve = (answer: Calls['lessonStep'][0]['answer']): Calls['lessonStep'][1] =>
        this.core.call('lessonStep', { lesson: id, step: index, variation: 0, answer, mistakes: 0, hints: 0, language: 'en' })
      const hint = (answer: Calls['lessonStep'][0]['answer']): Calls['lessonHint'][1] =>
        this.core.call('lessonHint', { lesson: id, step: index, variation: 0, answer, strength: 3, language: 'en' })
      if (step.kind === 'explain') {
        if (step.line.length > 0) await this.goOn('show_me')
      } else if (step.kind === 'tapSquares' || step.kind === 'tapPieces') {
        let found: number[] = []
        for (let done = false; !done;) {
          const rings = hint({ kind: 'taps', squares: found }).overlays.flatMap((overlay) =>
            overlay.kind === 'ring' ? overlay.squares : [],
          )
          const square = rings.find((one) => !found.includes(one)) ?? 0
          this.moves.push(await this.person.press(label(square), toRow(rowOf(square))))
          const reply = solve({ kind: 'taps', squares: [...found, square] })
          expect(reply.verdict).not.toBe('wrong')
          found = reply.found
          done = reply.verdict === 'done'
        }
      } else if (answersOf(step).length > 0) {
        const right = answersOf(step).find(({ answer }) => solve(answer).verdict === 'done')
        await this.person.press(right?.name ?? '')
      } else {
        let paths: number[][] = []
        let { position } = step
        for (let done = false; !done;) {
          const routes = hint({ kind: 'moves', paths }).overlays.flatMap((overlay) => (overlay.kind === 'route' ? [overlay.path] : []))
          const move = along(position, routes.at(-1) ?? [])
          await this.move(move, position.legal)
          paths.push(move.routes[0] ?? [])
          const reply = solve({ kind: 'moves', paths })
          expect(reply.verdict).not.toBe('wrong')
          if (step.kind === 'playOut') paths = reply.kept
          position = reply.position
          done = reply.verdict === 'done'
        }
      }
      await this.goOn('step_next')
    }
    await expect(this.damier.page.getByRole('region', { name: word('lesson_finished') })).toBeVisible()
  }

  /** Prints the medians, and checks what a move may take. */
  report(what: string): void {
    const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
    const [presses, seconds] = [middle(this.moves.map((move) => move.presses)), middle(this.moves.map((move) => move.time)) / 1000]
    console.log(`${what}: ${this.moves.length} moves, median ${presses} presses and ${seconds.toFixed(1)} s of scan a move`)
    expect(presses).toBeLessThanOrEqual(2)
    expect(seconds).toBeLessThanOrEqual(6)
  }
}

const START = 'W:W31-50:B1-20'

/** The legal move along a path. */
function along({ legal }: PositionView, path: readonly number[]): MoveView {
  const move = legal.find(({ routes }) => routes.some((route) => route.join() === path.join()))
  if (!move) throw new Error(`no legal move along ${path.join('-')}`)
  return move
}

/** The buttons of a step that is answered without the board. */
function answersOf(step: StepView): { name: string | RegExp; answer: Calls['lessonStep'][0]['answer'] }[] {
  switch (step.kind) {
    case 'trueFalse':
      return [true, false].map((value) => ({ name: word(value ? 'true_answer' : 'false_answer'), answer: { kind: 'truth', value } }))
    case 'countCapture':
      return step.choices.map((number) => ({ name: String(number), answer: { kind: 'count', number } }))
    case 'choose':
    case 'spotIrregularity':
      return step.options.map(({ key, text }) => ({ name: startOf(text), answer: { kind: 'pick', option: key } }))
    default:
      return []
  }
}

const startOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .slice(0, 40)
      .replaceAll("'", '’')
      .replaceAll(/[.*+?^$()|[\]{}\\]/g, '\\$&')}`,
  )

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Any legal move: the order of the choices cannot help. */
function anyMove(seed: number): (legal: readonly MoveView[]) => MoveView | undefined {
  const random = numbers(seed)
  return (legal) => legal[Math.floor(random() * legal.length)]
}

/** The move of a club player. */
function clubMove(seed: number): (legal: readonly MoveView[], played: readonly string[]) => MoveView | undefined {
  return (legal, played) => {
    const { best } = search({
      variant: VARIANT,
      fen: START,
      moves: [...played],
      limits: { kind: 'level', level: '4', seed: seed + played.length },
    })
    return legal.find(({ notation }) => notation === best?.notation)
  }
}

test('A game is begun, a puzzle and a lesson are ended with the space bar alone', async ({ damier, page }) => {
  const robot = new Robot(damier)
  await robot.begin('In a club')
  await robot.turnOn()
  await robot.person.press(word('place_learn'), [word('places')])
  await expect(page.getByRole('heading', { name: word('learn_title'), level: 1 })).toBeVisible()
  await page.goto('./#/play/game')
  await robot.game(anyMove(1), 3)
  await page.goto('./#/puzzles/boxwood')
  await robot.puzzle()
  await page.goto('./#/learn/man-move')
  await robot.lesson('man-move')
  robot.report('three moves of a game, a puzzle and a lesson')
})

const many = { tag: '@deep' }
const hours = 3 * 3_600_000
/** Fewer of each than the test is named for, to try it. */
const few = (all: number): number => Math.min(all, Number(process.env.SWITCH_MOST ?? all))

for (const [who, wish] of Object.entries({ 'any move': anyMove, 'a club player’s moves': clubMove })) {
  test(`fifty games against level 1 with ${who}`, many, async ({ damier }) => {
    test.setTimeout(hours)
    const robot = new Robot(damier)
    await robot.begin('Not yet')
    await robot.turnOn()
    await damier.page.goto('./#/play/game')
    await expect(damier.page.getByText(/, 1$/)).toBeVisible()
    const games = few(50)
    for (let game = 1; game <= games; game++) {
      await robot.game(wish(game))
      if (game < games) await robot.again()
    }
    robot.report(`${games} games with ${who}`)
  })
}

test('a hundred puzzles', many, async ({ damier, page }) => {
  test.setTimeout(hours)
  const robot = new Robot(damier)
  await robot.begin('In a club')
  await robot.turnOn()
  await page.goto('./#/training/rated')
  const puzzles = few(100)
  for (let puzzle = 1; puzzle <= puzzles; puzzle++) {
    await robot.puzzle()
    await robot.nextPuzzle()
  }
  robot.report(`${puzzles} puzzles`)
})

const TEN = [
  ...['man-move', 'capture-forward', 'must-take', 'largest-number', 'promotion', 'king-capture', 'winning'],
  ...['capture-backward', 'chain', 'free-choice'],
]

test('ten lessons', many, async ({ damier, page }) => {
  test.setTimeout(hours)
  const robot = new Robot(damier)
  await robot.begin('In a club')
  await robot.turnOn()
  const lessons = TEN.slice(0, few(10))
  for (const lesson of lessons) {
    if (!page.url().endsWith(lesson)) await page.goto(`./#/learn/${lesson}`)
    await robot.lesson(lesson)
    if (lesson !== lessons.at(-1) && lesson !== 'winning') await robot.person.press(/^Next lesson/)
  }
  robot.report(`${lessons.length} lessons`)
})
