// A draughts board for any page. It shows the position and legal moves it is given and reports the move that was made. Knows no rules.
import './draw/themes.css'
import './draw/board.css'
import './draw/pieces.css'
import './draw/marks.css'
import type { MoveView, PositionView, RefusalView, SideView } from '../client/types'
import { CROWN, LEG, LIFT, SHAKE, Show } from './draw/anim'
import { vibrate } from './vibration'
import { describeSquare } from './describe'
import { bindPointer } from './input/drag'
import { Figures } from './draw/figures'
import { geometryOf } from './geometry'
import { Gestures } from './input/gestures'
import * as hands from './input/hand'
import { bindKeyboard } from './input/keyboard'
import { type Scene, type Shown, View } from './draw/render'
import { marksOf } from './draw/scene'
import { type BoardState, DEFAULTS, type Shape } from './state'

export { DEFAULTS } from './state'
export type { BoardState, OwnMark, PieceSet, Shape, Stroke, Theme, Tone } from './state'
export type { Way } from './input/hand'

/** The public handle of a board. Methods may be called at any time, in any order, and repeatedly. */
export interface Board {
  /** Changes any part of the state; equal values are ignored. A new position is shown at once, without animation. */
  set(partial: Partial<BoardState>): void
  /**
   * Animates moves one after another, from the current position to `position`. A move just made by hand is not animated again. Resolves
   * when `position` is shown, or at once when a newer call overtakes it. `pace` is a factor: 2 = twice as slow.
   */
  play(moves: readonly MoveView[], position: PositionView, options?: { pace?: number }): Promise<void>
  setShapes(shapes: readonly Shape[]): void
  setOrientation(side: SideView): void
  /** Marks the pieces that must take and numbers their routes. `null`, or the next piece in hand, clears the marks. */
  showRefusal(refusal: RefusalView | null): void
  /** Acts as a tap on this square. */
  tap(square: number): void
  /** Makes a whole move as if by hand; nothing happens if no move may be made now. */
  make(move: MoveView): void
  /** True if a tap on this square means something now: with an empty hand a piece that can move, else also a landing. */
  takes(square: number): boolean
  /** Drops the move in progress, including one that the core rejected. */
  rewind(): void
  /** Chooses the nth of the routes on offer (0 = A). */
  choose(index: number): void
  /** Focuses the keyboard cursor on a square, or on its last square. */
  focus(square?: number): void
  /** Restores the element to its original state. */
  destroy(): void
}

/** A move made by hand, kept until the page plays it or sets a position. */
interface Made {
  readonly move: MoveView
  readonly path: readonly number[]
  readonly show: Show
  readonly done: Promise<void>
}

/** Pause between two consecutive moves, in milliseconds. */
const BETWEEN = 240
/** Longest time between a pointer event and the click it causes, in milliseconds. */
const PRESS = 1000
/** How long an early tap stays valid, in milliseconds. */
const EARLY = 2000

/** Creates a board in `element`. The element sets the width. */
export function createBoard(element: HTMLElement, options: Partial<BoardState> & Pick<BoardState, 'board'>): Board {
  const state: BoardState = { ...DEFAULTS, ...options }
  let geometry = geometryOf(state.board, state.orientation)
  let hand = hands.EMPTY_HAND
  let made: Made | null = null
  /** The running animation; `finish` shows its final position. */
  let playing: { show: Show; finish: () => void } | null = null
  let queue: Promise<void> = Promise.resolve()
  /** Increases with every event that cancels queued moves (a position set, a rewind). */
  let generation = 0
  let refusal: RefusalView | null = null
  let cursor = geometry.lines[0]?.[0] ?? 1
  /** Route of the last move if made by hand; it is not always the first of its routes. */
  let trail: readonly number[] | null = null
  /** Taps made before the page has played the previous move. */
  let early: { square: number; at: number }[] = []

  const view = new View(element, geometry)
  const figures = new Figures({ state, view, geometry: () => geometry, render })

  // ---- Display ----

  function mayMove(): boolean {
    const { mode, plays, position } = state
    return mode === 'play' && position !== null && made === null && (plays === 'both' || plays === position.turn)
  }

  /** The legal moves that the user may make here. */
  function table(): hands.HandContext {
    if (!state.position) return { geometry, legal: [], turn: 'white', sides: new Map(), playForced: false }
    const full = hands.contextOf(geometry, state.position, state.playForced)
    return mayMove() ? full : { ...full, legal: [] }
  }

  function scene(): Scene {
    const now = table()
    const { moving } = figures
    const home = moving?.home ?? hand.path[0]
    const at = moving?.at ?? hand.path.at(-1)
    const taken = moving?.taken ?? hands.takenSoFar(now, hand.path)
    const crowned = hands.isCrowned(now, hand.path)
    const pieces = new Map<number, Shown>()
    const standing = new Map<number, Shown>()
    for (const [square, stone] of figures.stones) {
      const held = square === home && moving === null
      const passed = taken.includes(square)
      const shown: Shown = {
        ...(held && crowned ? { ...stone, role: 'king' } : stone),
        at: square === home ? (at ?? square) : square,
        taken: passed && !state.board.liftsAtOnce,
        gone: passed && state.board.liftsAtOnce,
        held,
      }
      pieces.set(square, shown)
      if (!shown.gone) standing.set(shown.at, shown)
    }
    const landings = hands.landings(now, hand.path)
    const movers = hands.origins(now)
    const selected = moving === null ? (at ?? null) : null
    // A label must not reveal an obligation that the notches hide: in some lessons the learner has to find it.
    const duty = !state.position?.mustTake ? ('move' as const) : state.showMust ? ('take' as const) : null
    const label = (square: number): string => {
      if (!state.phrases) return geometry.label(square)
      const piece = standing.get(square)
      const facts = {
        held: selected === square,
        taken: piece?.taken ?? false,
        landing: landings.get(square)?.count ?? null,
        movable: movers.has(square) ? duty : null,
        kingMoves: state.position?.kingMoves?.find((one) => one.square === square)?.count ?? 0,
      }
      return describeSquare(square, piece, facts, geometry.label, state.phrases)
    }
    const busy = moving !== null || playing !== null
    const marks = marksOf({ state, table: now, hand, landings, refusal, busy, trail, over: gestures.over })
    return { pieces, ...marks, label, selected, cursor }
  }

  function render(): void {
    view.layout(geometry, state)
    view.show(scene(), state)
  }

  /** Motion factor: 1 when animation is wanted and visible, else 0. */
  function motion(): number {
    if (state.motion === 'none' || state.motion === 'reduced' || typeof element.animate !== 'function') return 0
    if (state.motion === 'auto' && matchMedia('(prefers-reduced-motion: reduce)').matches) return 0
    // Animations on a hidden page never advance.
    return document.visibilityState === 'hidden' ? 0 : 1
  }

  // ---- Animation ----

  /** Shows a position at once and drops everything in progress. */
  function settle(position: PositionView | null): void {
    playing?.show.end()
    made?.show.end()
    playing = made = refusal = null
    gestures.letGo()
    figures.reset(position)
    changeHand(hands.EMPTY_HAND)
    state.position = position
  }

  async function playAll(moves: readonly MoveView[], position: PositionView, pace: number, mine: number): Promise<void> {
    if (generation !== mine) return
    let rest = moves
    const [first] = moves
    if (made && first && sameMove(first, made.move)) {
      const { path, done } = made
      await done
      if (generation !== mine) return
      rest = moves.slice(1)
      state.lastMove = first
      trail = path
    } else if (made || hand.path.length > 0) {
      made?.show.end()
      figures.reset(state.position)
    }
    made = refusal = null
    gestures.letGo()
    changeHand(hands.EMPTY_HAND)
    const show = new Show()
    const finish = (): void => {
      settle(position)
      const last = moves.at(-1)
      if (last && last !== state.lastMove) trail = null
      state.lastMove = last ?? state.lastMove
      render()
      tapEarly()
    }
    playing = { show, finish }
    for (const [index, move] of rest.entries()) {
      const speed = pace * motion()
      if (index > 0) await show.wait(BETWEEN * speed)
      if (show.over) return
      trail = null
      const path = move.routes[0] ?? [move.origin, move.target]
      await figures.play(move, path, { landings: 0, carried: false }, show, speed)
      if (show.over) return
      state.lastMove = move
      render()
    }
    finish()
  }

  // ---- The move in hand ----

  function changeHand(next: hands.Hand): void {
    const before = hand
    hand = next
    if (before.asked.length > 0 || next.asked.length > 0) state.onAsk(next.asked)
    if (before.path.join() !== next.path.join()) state.onHand([...next.path], hands.takenSoFar(table(), next.path))
  }

  function go([next, outcome]: [hands.Hand, hands.Outcome], carried: boolean): void {
    const before = hand
    if (outcome.kind === 'refuse') {
      if (next !== hand) changeHand(next)
      render()
      refuse(outcome.from, outcome.to)
      return
    }
    // The tap after a refused piece is its target and picks up no piece, so the reason stays visible.
    if (outcome.kind === 'play' || next.path.length > 0 || next.aim !== null) refusal = null
    if (outcome.kind === 'play') {
      commit(outcome.move, outcome.path, before, carried)
      return
    }
    changeHand(next)
    render()
    const [home, to, from] = [next.path[0], next.path.at(-1), before.path.at(-1)]
    if (home !== undefined && before.path[0] !== home) {
      state.sounds?.lift()
      vibrate(state, 8)
    } else if (home !== undefined && to !== undefined && from !== undefined && next.path.length > before.path.length) {
      const taken = hands.takenSoFar(table(), next.path)
      if (taken.length > 0) state.sounds?.take(taken.length)
      vibrate(state, 15)
      if (state.board.liftsAtOnce) for (const square of taken.slice(before.path.length - 1)) view.lift(square, LIFT * motion())
      if (hands.isCrowned(table(), next.path) && !hands.isCrowned(table(), before.path)) {
        state.sounds?.crown()
        view.crown(home, CROWN * motion())
      }
      if (!carried) view.slide(home, geometry.centre(from), to, LEG * motion())
    }
  }

  /** Shows and reports a complete move made by hand. */
  function commit(move: MoveView, path: readonly number[], before: hands.Hand, carried: boolean): void {
    const landings = before.path[0] === move.origin ? before.path.length - 1 : 0
    const show = new Show()
    hand = hands.EMPTY_HAND
    trail = null
    if (before.asked.length > 0) state.onAsk([])
    const shown = async (): Promise<void> => {
      await figures.play(move, path, { landings, carried, mine: true }, show, motion())
      if (!show.over) render()
    }
    made = { move, path, show, done: shown() }
    vibrate(state, 8)
    state.onMove([...path], move)
  }

  function refuse(from: number, to?: number): void {
    view.shake(from, SHAKE * motion())
    state.sounds?.refuse()
    vibrate(state, [10, 40, 10])
    state.onRefused(from, to)
  }

  function tap(square: number): void {
    if (state.mode === 'tap' || state.mode === 'edit') state.onTap(square)
    if (state.mode !== 'play') return
    playing?.finish()
    if (made) early.push({ square, at: performance.now() })
    if (mayMove()) go(hands.tap(table(), hand, square), false)
  }

  /** Replays the taps that came too early, if the board accepts taps after any move. */
  function tapEarly(): void {
    const taps = early
    early = []
    if (state.plays !== 'both' && state.mode !== 'edit') return
    for (const { square, at } of taps) if (performance.now() - at < EARLY) tap(square)
  }

  function choose(index: number): boolean {
    const way = hand.asked[index]
    if (!way || !mayMove()) return false
    go(hands.follow(way), false)
    return true
  }

  /** Escape: goes one step back. Returns false when no piece was in hand. */
  function stepBack(): boolean {
    const carried = gestures.letGo()
    const held = hand.path.length > 0 || hand.aim !== null
    const said = refusal !== null
    refusal = null
    if (!carried && held) changeHand(hands.rewind(hand))
    if (carried || held || said) render()
    return carried || held || said
  }

  // ---- Pointer, keyboard, assistive technology ----

  const gestures = new Gestures({
    state,
    view,
    geometry: () => geometry,
    hand: () => hand,
    table,
    mayMove,
    hurry: () => playing?.finish(),
    changeHand,
    go,
    refuse,
    tap,
    choose,
    render,
  })
  const unbindPointer = bindPointer(view.field, () => geometry.columns, gestures)
  const unbindKeys = bindKeyboard(view.grid, () => geometry, {
    cursor: () => cursor,
    focus: (square) => view.focus(square),
    tap,
    rewind: stepBack,
    choose,
  })
  const onFocus = (event: FocusEvent): void => {
    const square = view.squareOf(event.target)
    if (square === undefined || square === cursor) return
    cursor = square
    render()
    state.onCursor(square)
  }
  // A screen reader clicks a cell without a pointer event. Such a click has a press count of 0, or no recent pointer event before it.
  let touched = Number.NEGATIVE_INFINITY
  const onTouch = (event: Event): void => {
    touched = event.timeStamp
  }
  const onClick = (event: MouseEvent): void => {
    const square = view.squareOf(event.target)
    const alone = event.detail === 0 || event.timeStamp - touched > PRESS
    if (alone && square !== undefined) tap(square)
  }
  view.field.addEventListener('pointerup', onTouch)
  view.field.addEventListener('pointerdown', onTouch)
  view.grid.addEventListener('focusin', onFocus)
  view.grid.addEventListener('click', onClick)

  const board: Board = {
    set({ position, ...others }) {
      const { board: before, orientation } = state
      if (others.lastMove !== undefined && !sameMove(others.lastMove, state.lastMove)) trail = null
      Object.assign(state, others)
      if (state.board !== before || state.orientation !== orientation) {
        gestures.letGo()
        geometry = geometryOf(state.board, state.orientation)
      }
      if (state.board.squares.length !== before.squares.length) {
        // A position of another board layout is meaningless here.
        generation++
        settle(null)
        state.lastMove = others.lastMove ?? null
        cursor = geometry.lines[0]?.[0] ?? 1
      }
      if (position !== undefined && position !== state.position) {
        if (made || playing || !samePosition(position, state.position)) {
          generation++
          settle(position)
        } else {
          state.position = position
        }
      }
      if (!mayMove() && hand !== hands.EMPTY_HAND) {
        gestures.letGo()
        changeHand(hands.EMPTY_HAND)
      }
      render()
      if (!made && early.length > 0) tapEarly()
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
    tap,
    make(move) {
      if (mayMove()) commit(move, move.routes[0] ?? [move.origin, move.target], hands.EMPTY_HAND, false)
    },
    takes(square) {
      if (state.mode !== 'play') return state.mode !== 'view'
      const now = table()
      if (hand.asked.length > 0) return hand.asked.some(({ path }) => path.includes(square))
      return hands.origins(now).has(square) || hands.landings(now, hand.path).has(square)
    },
    rewind() {
      generation++
      early = []
      settle(state.position)
      render()
    },
    choose,
    focus: (square = cursor) => view.focus(square),
    destroy() {
      generation++
      settle(null)
      unbindPointer()
      unbindKeys()
      view.field.removeEventListener('pointerup', onTouch)
      view.field.removeEventListener('pointerdown', onTouch)
      view.grid.removeEventListener('focusin', onFocus)
      view.grid.removeEventListener('click', onClick)
      view.destroy()
    },
  }
  render()
  return board
}

/** Two moves are the same if their ends and captures are. */
function sameMove(a: MoveView | null, b: MoveView | null): boolean {
  if (a === b) return true
  if (!a || !b || a.origin !== b.origin || a.target !== b.target || a.captured.length !== b.captured.length) return false
  return a.captured.every((square) => b.captured.includes(square))
}

function samePosition(a: PositionView | null, b: PositionView | null): boolean {
  if (!a || !b) return a === b
  return a.fen === b.fen && a.variant === b.variant && a.legal.length === b.legal.length
}
