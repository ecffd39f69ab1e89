// A draughts board for any page: told what stands and what is legal, it shows it and says which move was made. Knows no rule.
import './themes.css'
import './board.css'
import type { MoveView, PositionView, RefusalView, SideView } from '../client/types'
import { type ByHand, LEG, perform, SHAKE, Show, timetable } from './anim'
import { describeSquare } from './describe'
import { bindPointer } from './drag'
import { type Geometry, geometryOf, legsOf, type Point } from './geometry'
import * as hands from './hand'
import { bindKeyboard } from './keyboard'
import { View, type Scene, type Shown } from './render'
import { marksOf } from './scene'
import { type BoardState, DEFAULTS, type Shape } from './state'

export { DEFAULTS } from './state'
export type { BoardState, PieceSet, Shape, Theme, Tone } from './state'
export type { Way } from './hand'

/** What can be done with a board. Every verb may be called at any time and as often as one likes. */
export interface Board {
  /** Changes any part of the state; what is equal is left alone. A new position is shown at once, without motion. */
  set(partial: Partial<BoardState>): void
  /**
   * Shows moves being played, one after another, from what the board shows now to `position`. A move just made by hand
   * is not played again. Resolves when the position stands, or at once when something newer overtakes it.
   * `pace` 2 = twice as slow.
   */
  play(moves: readonly MoveView[], position: PositionView, options?: { pace?: number }): Promise<void>
  setShapes(shapes: readonly Shape[]): void
  setOrientation(side: SideView): void
  /** Marks the pieces that must take and numbers their routes; null takes that away. A tap does so too. */
  showRefusal(refusal: RefusalView | null): void
  /** What a tap on this square does. */
  tap(square: number): void
  /** Lets go of whatever is in hand, a move the core did not accept included. */
  rewind(): void
  /** Chooses the nth of the routes asked about (0 = A). */
  choose(index: number): void
  /** Puts the keyboard cursor on a square, or back where it was. */
  focus(square?: number): void
  /** Gives the element back as it was. */
  destroy(): void
}

/** A move made by hand, from its last landing until the page plays or sets the position after it. */
interface Made {
  readonly move: MoveView
  readonly path: readonly number[]
  readonly show: Show
  readonly done: Promise<void>
}

/** A pause between two moves that are played after each other. */
const BETWEEN = 240

type Stone = Pick<Shown, 'side' | 'role'>

/** Puts a board into `element`, which gives it its width. */
export function createBoard(element: HTMLElement, options: Partial<BoardState> & Pick<BoardState, 'board'>): Board {
  const state: BoardState = { ...DEFAULTS, ...options }
  let geometry: Geometry = geometryOf(state.board, state.orientation)
  let stones = stonesOf(state.position)
  let hand = hands.EMPTY_HAND
  /** The piece whose move is being shown: where it is and what it has taken. */
  let moving: { home: number; at: number; taken: number[] } | null = null
  let made: Made | null = null
  /** What is being played now; ending it puts its last position on the board. */
  let playing: { show: Show; finish: () => void } | null = null
  let queue: Promise<void> = Promise.resolve()
  /** Counts what overtakes queued moves: a position set, a rewind. */
  let generation = 0
  let refusal: RefusalView | null = null
  let carried: { home: number; start: readonly number[]; over: number | undefined } | null = null
  let pressed: { square: number | undefined; fresh: boolean } = { square: undefined, fresh: false }
  let cursor = geometry.lines[0]?.[0] ?? 1
  /** The way of the last move, where it was made by hand and is not the first of its routes. */
  let trail: readonly number[] | null = null

  const view = new View(element, geometry)

  // ---- What is shown ----

  function mayMove(): boolean {
    const { mode, plays, position } = state
    return mode === 'play' && position !== null && made === null && (plays === 'both' || plays === position.turn)
  }

  /** The legal moves as far as they may be made here. */
  function table(): hands.Table {
    const none = { geometry, legal: [], turn: 'white' as const, sides: new Map<number, SideView>(), playForced: false }
    if (!state.position) return none
    const full = hands.tableOf(geometry, state.position, state.playForced)
    return mayMove() ? full : { ...full, legal: [] }
  }

  function scene(): Scene {
    const at = table()
    const taken = moving?.taken ?? hands.takenSoFar(at, hand.path)
    const home = moving?.home ?? hand.path[0]
    const where = moving?.at ?? hand.path.at(-1)
    const left = hand.path.length > 1 ? hands.remaining(at, hand.path) : 0
    const pieces = new Map<number, Shown>()
    for (const [square, stone] of stones) {
      const own = square === home && where !== undefined
      pieces.set(square, {
        ...stone,
        at: own ? where : square,
        taken: taken.includes(square),
        held: own && moving === null,
        remaining: own && moving === null ? left : 0,
      })
    }
    const shownAt = new Map([...pieces.values()].map((piece) => [piece.at, piece]))
    const landings = hands.landings(at, hand.path)
    const movers = hands.origins(at)
    const selected = moving === null ? (where ?? null) : null
    const label = (square: number): string => {
      const piece = shownAt.get(square)
      const facts = {
        held: selected === square,
        taken: piece?.taken ?? false,
        landing: landings.get(square)?.count ?? null,
        movable: movers.has(square) ? (state.position?.mustTake ? ('take' as const) : ('move' as const)) : null,
      }
      return state.phrases
        ? describeSquare(square, piece, facts, geometry.label, state.phrases)
        : geometry.label(square)
    }
    const busy = moving !== null || playing !== null
    const marks = marksOf({ state, table: at, hand, landings, refusal, busy, trail, over: carried?.over })
    return { pieces, ...marks, label, selected, cursor }
  }

  function render(): void {
    view.layout(geometry, state)
    view.show(scene(), state)
  }

  function reach(): number {
    const { motion } = state
    if (motion === 'none' || motion === 'reduced') return 0
    if (motion === 'auto' && matches('(prefers-reduced-motion: reduce)')) return 0
    // A hidden page shows nothing, and its clock stands still.
    return document.visibilityState === 'hidden' || typeof element.animate !== 'function' ? 0 : 1
  }

  // ---- Moves being shown ----

  /** Shows one move from where its piece stands now; afterwards the stones stand as it left them. */
  async function showMove(
    move: MoveView,
    path: readonly number[],
    byHand: ByHand,
    show: Show,
    pace: number,
  ): Promise<void> {
    const home = move.origin
    const seen = byHand.carried ? path.length - 1 : byHand.landings
    let nth = 0
    const take = (square: number): void => {
      if (!moving || moving.taken.includes(square)) return
      moving.taken = [...moving.taken, square]
      state.sounds?.take(++nth)
      vibrate(15)
      render()
    }
    moving = {
      home,
      at: path[seen] ?? move.target,
      taken: hands.takenAlong(geometry, path.slice(0, byHand.landings + 1), move.captured),
    }
    nth = moving.taken.length
    trail = null
    render()
    if (pace > 0) {
      const stage = {
        slide: (to: number, duration: number) => {
          if (!moving) return
          const from = geometry.centre(moving.at)
          moving.at = to
          render()
          view.slide(home, from, to, duration)
        },
        take,
        lift: (square: number, duration: number) => view.lift(square, duration),
        crown: (duration: number) => {
          const stone = stones.get(home)
          if (stone) stones.set(home, { ...stone, role: 'king' })
          state.sounds?.crown()
          vibrate([12, 60, 12])
          render()
          view.crown(home, duration)
        },
      }
      await perform(timetable(geometry, path, move.captured, move.promotes, byHand), stage, show, pace)
      if (show.over) return
    } else if (move.captured.length > 0) state.sounds?.take(move.captured.length)
    if (move.captured.length === 0) state.sounds?.put()
    apply(move)
    moving = null
  }

  /** The stones after a move: told, not judged. */
  function apply(move: MoveView): void {
    const stone = stones.get(move.origin)
    stones.delete(move.origin)
    for (const square of move.captured) stones.delete(square)
    if (stone) stones.set(move.target, move.promotes ? { ...stone, role: 'king' } : stone)
    view.rekey(move.origin, move.target, move.captured)
  }

  /** Shows a position at once and forgets everything in progress. */
  function settle(position: PositionView | null): void {
    playing?.show.end()
    made?.show.end()
    playing = made = moving = null
    dropCarried()
    changeHand(hands.EMPTY_HAND)
    refusal = null
    state.position = position
    stones = stonesOf(position)
  }

  async function playAll(
    moves: readonly MoveView[],
    position: PositionView,
    pace: number,
    mine: number,
  ): Promise<void> {
    if (generation !== mine) return
    let rest = moves
    const first = moves[0]
    if (made && first && sameMove(first, made.move)) {
      const { path, done } = made
      await done
      if (generation !== mine) return
      rest = moves.slice(1)
      state.lastMove = first
      trail = path
    } else if (made || hand.path.length > 0) {
      made?.show.end()
      moving = null
      stones = stonesOf(state.position)
    }
    made = null
    refusal = null
    dropCarried()
    changeHand(hands.EMPTY_HAND)
    const show = new Show()
    const finish = (): void => {
      const way = trail
      const lastMove = moves.at(-1) ?? state.lastMove
      settle(position)
      trail = lastMove === state.lastMove ? way : null
      state.lastMove = lastMove
      render()
    }
    playing = { show, finish }
    for (const [index, move] of rest.entries()) {
      const speed = pace * reach()
      if (index > 0) await show.wait(BETWEEN * speed)
      if (show.over) return
      await showMove(move, move.routes[0] ?? [move.origin, move.target], { landings: 0, carried: false }, show, speed)
      if (show.over) return
      state.lastMove = move
      render()
    }
    finish()
  }

  // ---- The hand ----

  function changeHand(next: hands.Hand): void {
    const before = hand
    hand = next
    if (before.asked.length > 0 || next.asked.length > 0) state.onAsk(next.asked)
    if (before.path.join() !== next.path.join()) state.onHand([...next.path], hands.takenSoFar(table(), next.path))
  }

  /** Goes on with what a tap or a drop led to. */
  function go([next, outcome]: [hands.Hand, hands.Outcome], wasCarried: boolean): void {
    const before = hand
    if (outcome.kind === 'refuse') {
      if (next !== hand) changeHand(next)
      render()
      refuse(outcome.from, outcome.to)
      return
    }
    refusal = null
    if (outcome.kind === 'play') {
      commit(outcome.move, outcome.path, before, wasCarried)
      return
    }
    const speed = reach()
    const grown = next.path.length > before.path.length && before.path.length > 0
    if (next.path.length > 0 && before.path[0] !== next.path[0]) {
      state.sounds?.lift()
      vibrate(8)
    }
    changeHand(next)
    render()
    if (grown && next.path[0] === before.path[0]) {
      const taken = hands.takenSoFar(table(), next.path)
      if (taken.length > 0) state.sounds?.take(taken.length)
      vibrate(15)
      const [home, from, to] = [next.path[0], before.path.at(-1), next.path.at(-1)]
      if (wasCarried || home === undefined || from === undefined || to === undefined) return
      view.slide(home, geometry.centre(from), to, LEG * speed)
    }
  }

  /** A whole move was made by hand: it is shown at once, and told. */
  function commit(move: MoveView, path: readonly number[], before: hands.Hand, wasCarried: boolean): void {
    const held = before.path[0] === move.origin ? before.path.length - 1 : 0
    const show = new Show()
    hand = hands.EMPTY_HAND
    if (before.asked.length > 0) state.onAsk([])
    const shown = async (): Promise<void> => {
      await showMove(move, path, { landings: held, carried: wasCarried }, show, reach())
      if (!show.over) render()
    }
    const done = shown()
    made = { move, path, show, done }
    vibrate(8)
    state.onMove([...path], move)
  }

  function refuse(from: number, to?: number): void {
    view.shake(from, SHAKE * reach())
    vibrate([10, 40, 10])
    state.onRefused(from, to)
  }

  function tapSquare(square: number): void {
    if (state.mode === 'tap') return state.onTap(square)
    if (state.mode === 'view') return
    playing?.finish()
    if (!mayMove()) return
    go(hands.tap(table(), hand, square), false)
  }

  function rewindHand(): boolean {
    if (carried) {
      dropCarried()
      render()
      return true
    }
    if (hand === hands.EMPTY_HAND || (hand.path.length === 0 && hand.aim === null)) {
      if (!refusal) return false
      refusal = null
      render()
      return true
    }
    changeHand(hands.rewind(hand))
    refusal = null
    render()
    return true
  }

  // ---- The pointer ----

  function dropCarried(): void {
    if (carried) view.release(carried.home)
    carried = null
  }

  function chooseByLine(point: Point): number | undefined {
    // A tap beside the squares of a route still means that route when it lies on its line.
    const near = hand.asked.map((way) => distanceTo(way.path.slice(Math.max(0, hand.path.length - 1)), point, geometry))
    const [best] = near.map((distance, index) => ({ distance, index })).toSorted((a, b) => a.distance - b.distance)
    const others = near.filter((distance, index) => index !== best?.index && distance < 0.5)
    return best && best.distance < 0.35 && others.every((distance) => distance > best.distance + 0.2)
      ? best.index
      : undefined
  }

  const unbindPointer = bindPointer(view.field, () => geometry.columns, {
    press(point) {
      pressed = { square: undefined, fresh: false }
      if (state.mode === 'view') return false
      playing?.finish()
      if (state.mode === 'tap') {
        pressed.square = geometry.hit(point, new Set(geometry.lines.flat()))
        return false
      }
      const at = table()
      const square = geometry.hit(point, hands.wanted(at, hand))
      pressed.square = square
      if (square === undefined || !mayMove() || hand.asked.length > 0) return false
      const own = at.sides.get(square) === at.turn
      const holding = hand.path.at(-1) === square
      const elsewhere = hands.landings(at, hand.path).has(square)
      if (own && !holding && !elsewhere && hand.aim === null && !at.playForced && hands.origins(at).has(square)) {
        go(hands.tap(at, hands.EMPTY_HAND, square), false)
        pressed.fresh = true
      }
      return holding || pressed.fresh || (own && !elsewhere)
    },
    tap(point) {
      const { square, fresh } = pressed
      if (fresh) return
      const chosen = hand.asked.length > 0 ? chooseByLine(point) : undefined
      if (chosen !== undefined) return board.choose(chosen)
      if (square !== undefined) tapSquare(square)
    },
    drag(point, lifted) {
      const { square } = pressed
      if (square === undefined || !mayMove()) return
      const home = hand.path.at(-1) === square ? (hand.path[0] ?? square) : square
      carried ??= { home, start: hand.path, over: undefined }
      const at = table()
      const under = geometry.hit(point, hands.wanted(at, hand))
      const over = under !== undefined && hands.landings(at, hand.path).has(under) ? under : undefined
      if (carried.over !== over) {
        carried.over = over
        render()
      }
      view.carry(carried.home, point, lifted)
    },
    rest(point) {
      if (!carried || hand.path.length === 0) return
      const square = geometry.hit(point, new Set())
      if (square === undefined) return
      const next = hands.rest(table(), hand, square)
      if (next !== hand) go([next, { kind: 'held' }], true)
    },
    drop(point) {
      if (!carried) return
      const at = table()
      const square = geometry.hit(point, hands.wanted(at, hand))
      const { home, start } = carried
      dropCarried()
      if (hand.path[0] !== home) {
        render()
        if (square !== home) refuse(home, square)
        return
      }
      const here = hand.path.at(-1)
      if (square === undefined || (square === here && (square !== home || hand.path.length === 1))) return render()
      // A leg fixed by mistake on the way must not spoil a drop that was right from the start.
      const from = hands.waysTo(at, hand.path, square).length > 0 ? hand : { ...hand, path: start }
      if (hands.waysTo(at, from.path, square).length === 0) {
        render()
        return refuse(home, square)
      }
      if (from !== hand) changeHand(from)
      go(hands.tap(at, from, square), hands.waysTo(at, from.path, square).length === 1)
    },
    cancel() {
      dropCarried()
      render()
    },
  })

  // ---- Keys and assistive tools ----

  const unbindKeys = bindKeyboard(view.grid, () => geometry, {
    cursor: () => cursor,
    focus: (square) => view.focus(square),
    tap: tapSquare,
    rewind: rewindHand,
    choose: (index) => {
      if (!hand.asked[index]) return false
      board.choose(index)
      return true
    },
  })
  const onFocus = (event: FocusEvent): void => {
    const square = view.squareOf(event.target)
    if (square === undefined || square === cursor) return
    cursor = square
    render()
    state.onCursor(square)
  }
  // A screen reader presses a cell without a pointer: such a click counts no presses.
  const onClick = (event: MouseEvent): void => {
    const square = view.squareOf(event.target)
    if (event.detail === 0 && square !== undefined) tapSquare(square)
  }
  view.grid.addEventListener('focusin', onFocus)
  view.grid.addEventListener('click', onClick)

  function vibrate(pattern: number | number[]): void {
    // Browsers refuse it, with a complaint in the console, before the page was touched.
    const touched = navigator.userActivation?.hasBeenActive ?? true
    if (state.haptics && touched && typeof navigator.vibrate === 'function') navigator.vibrate(pattern)
  }

  const board: Board = {
    set(partial) {
      const { position, ...others } = partial
      const turned =
        (others.board && others.board !== state.board) ||
        (others.orientation && others.orientation !== state.orientation)
      if (others.lastMove !== undefined && !sameMove(others.lastMove, state.lastMove)) trail = null
      Object.assign(state, others)
      if (turned) {
        dropCarried()
        geometry = geometryOf(state.board, state.orientation)
      }
      if (position !== undefined && position !== state.position) {
        if (made || playing || !samePosition(position, state.position)) {
          generation++
          settle(position)
        } else state.position = position
      }
      render()
    },
    play(moves, position, { pace = 1 } = {}) {
      const asked = generation
      const run = queue.then(() => playAll(moves, position, pace, asked))
      queue = run.catch(() => {})
      return run
    },
    setShapes: (shapes) => board.set({ shapes }),
    setOrientation: (orientation) => board.set({ orientation }),
    showRefusal(next) {
      refusal = next
      render()
    },
    tap: tapSquare,
    rewind() {
      generation++
      settle(state.position)
      render()
    },
    choose(index) {
      const way = hand.asked[index]
      if (way && mayMove()) go(hands.follow(way), false)
    },
    focus: (square = cursor) => view.focus(square),
    destroy() {
      generation++
      settle(null)
      unbindPointer()
      unbindKeys()
      view.grid.removeEventListener('focusin', onFocus)
      view.grid.removeEventListener('click', onClick)
      view.destroy()
    },
  }
  render()
  return board
}

function stonesOf(position: PositionView | null): Map<number, Stone> {
  return new Map(position?.pieces.map(({ square, side, role }) => [square, { side, role }]))
}

/** A move is its ends and its victims. */
function sameMove(a: MoveView | null, b: MoveView | null): boolean {
  if (a === b) return true
  if (!a || !b || a.origin !== b.origin || a.target !== b.target || a.captured.length !== b.captured.length)
    return false
  return a.captured.every((square) => b.captured.includes(square))
}

function samePosition(a: PositionView | null, b: PositionView | null): boolean {
  return (
    a === b ||
    (a !== null && b !== null && a.fen === b.fen && a.variant === b.variant && a.legal.length === b.legal.length)
  )
}

/** How far a point lies from a line through squares, in squares. */
function distanceTo(path: readonly number[], point: Point, geometry: Geometry): number {
  let least = Number.POSITIVE_INFINITY
  for (const [from, to] of legsOf(path)) {
    const [a, b] = [geometry.centre(from), geometry.centre(to)]
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const share = Math.max(0, Math.min(1, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)))
    least = Math.min(least, Math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy))
  }
  return least
}

function matches(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches
}
