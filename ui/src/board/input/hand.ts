// The move in progress, built tap by tap from the given legal moves. Knows no rules and no screen.
import type { MoveView, PositionView, SideView } from '../../client/types'
import { type Geometry, legsOf } from '../geometry'

/** A way from the current square to the tapped square. */
export interface Way {
  /** Origin, each landing, and the tapped square. */
  readonly path: readonly number[]
  /** The squares captured along it, in order. */
  readonly taken: readonly number[]
  /** The move it completes; `null` while more landings must follow. */
  readonly move: MoveView | null
}

/** A move in progress. */
export interface Hand {
  /** The origin and the landings made so far; empty when no piece is held. */
  readonly path: readonly number[]
  /** The ways on offer after an ambiguous tap; else empty. */
  readonly asked: readonly Way[]
  /** A square tapped first that several pieces can reach: the next tap chooses the piece. */
  readonly aim: number | null
}

/** Result of a tap beside the new hand. */
export type Outcome =
  | { readonly kind: 'held' }
  | { readonly kind: 'play'; readonly move: MoveView; readonly path: readonly number[] }
  | { readonly kind: 'refuse'; readonly from: number; readonly to?: number }

/** Everything the hand needs to know of the board. */
export interface HandContext {
  readonly geometry: Geometry
  readonly legal: readonly MoveView[]
  readonly turn: SideView
  readonly sides: ReadonlyMap<number, SideView>
  /** With a single legal move, a tap on its piece plays it. */
  readonly playForced: boolean
}

/** A possible landing of the piece in hand. */
export interface Landing {
  /** Number of pieces taken on arrival; 0 for a quiet move. */
  readonly count: number
  /** The move may end here. */
  readonly ends: boolean
}

export const EMPTY_HAND: Hand = { path: [], asked: [], aim: null }
const HELD: Outcome = { kind: 'held' }

/** The table of a board that shows `position`. */
export function contextOf(geometry: Geometry, position: PositionView, playForced: boolean): HandContext {
  const sides = new Map(position.pieces.map((piece) => [piece.square, piece.side]))
  return { geometry, legal: position.legal, turn: position.turn, sides, playForced }
}

/** The squares of `captured` that `path` passes over, in order, each once. */
export function takenAlong(geometry: Geometry, path: readonly number[], captured: readonly number[]): number[] {
  const taken: number[] = []
  for (const [from, to] of legsOf(path)) {
    for (const square of geometry.between(from, to)) {
      if (captured.includes(square) && !taken.includes(square)) taken.push(square)
    }
  }
  return taken
}

/** Index of the landing that crowns the man, counted from 1; `null` if it is not crowned. */
export function crowning(path: readonly number[], crownedOn: readonly number[]): number | null {
  const at = path.findIndex((square, index) => index > 0 && crownedOn.includes(square))
  return at > 0 ? at : null
}

/** Every pair of a legal move and one of its routes that begins with `path`. */
export function fits(table: HandContext, path: readonly number[]): { move: MoveView; route: readonly number[] }[] {
  return table.legal.flatMap((move) =>
    move.routes
      .filter((route) => path.length <= route.length && path.every((square, index) => route[index] === square))
      .map((route) => ({ move, route })),
  )
}

/** The distinct ways from `path` to `square`. Two with the same captures and end count as one. */
export function waysTo(table: HandContext, path: readonly number[], square: number): Way[] {
  const ways = new Map<string, Way>()
  for (const { move, route } of fits(table, path)) {
    for (const [index, landing] of route.entries()) {
      if (index < path.length || landing !== square) continue
      const ends = index === route.length - 1
      const taken = takenAlong(table.geometry, route.slice(0, index + 1), move.captured)
      const key = `${ends} ${taken.toSorted((a, b) => a - b).join()}`
      if (!ways.has(key)) ways.set(key, { path: route.slice(0, index + 1), taken, move: ends ? move : null })
    }
  }
  // A tap on the next landing means that landing, even if another way passes it later.
  const found = [...ways.values()]
  const next = found.find((way) => !way.move && way.path.length === path.length + 1)
  return next ? found.filter((way) => way.move || way === next) : found
}

/** Cache of landings by legal moves and path: every pointer move asks for them, and a king may have thousands of routes. */
const known = new WeakMap<readonly MoveView[], Map<string, ReadonlyMap<number, Landing>>>()

/** Every landing that can follow `path`, next or later. */
export function landings(table: HandContext, path: readonly number[]): ReadonlyMap<number, Landing> {
  const key = path.join()
  const before = known.get(table.legal)
  const found = before?.get(key) ?? findLandings(table, path)
  if (before) before.set(key, found)
  else known.set(table.legal, new Map([[key, found]]))
  return found
}

function findLandings(table: HandContext, path: readonly number[]): Map<number, Landing> {
  const found = new Map<number, Landing>()
  if (path.length === 0) return found
  for (const { move, route } of fits(table, path)) {
    const taken = new Set(takenAlong(table.geometry, path, move.captured))
    for (const [index, square] of route.entries()) {
      if (index < path.length) continue
      const leg = route.slice(index - 1, index + 1)
      for (const passed of takenAlong(table.geometry, leg, move.captured)) taken.add(passed)
      const ends = index === route.length - 1
      const earlier = found.get(square)
      if (!earlier || (ends && !earlier.ends)) found.set(square, { count: taken.size, ends })
    }
  }
  return found
}

/** The squares captured along `path` so far. */
export function takenSoFar(table: HandContext, path: readonly number[]): number[] {
  const fit = path.length > 1 ? fits(table, path)[0] : undefined
  return fit ? takenAlong(table.geometry, path, fit.move.captured) : []
}

/** True if the man in hand has been crowned along `path`. */
export function isCrowned(table: HandContext, path: readonly number[]): boolean {
  const fit = path.length > 1 ? fits(table, path)[0] : undefined
  return fit !== undefined && crowning(path, fit.move.crownedOn) !== null
}

/** The squares of the pieces that may move. */
export function origins(table: HandContext): Set<number> {
  return new Set(table.legal.map((move) => move.origin))
}

/** Every square on which a tap has an effect; light squares count for the nearest of these. */
export function wanted(table: HandContext, hand: Hand): Set<number> {
  if (hand.asked.length > 0) return new Set(hand.asked.flatMap((way) => way.path.slice(hand.path.length)))
  const squares = origins(table)
  if (hand.path.length > 0) {
    for (const square of landings(table, hand.path).keys()) squares.add(square)
    for (const square of hand.path.slice(-1)) squares.add(square)
  } else {
    for (const move of table.legal) squares.add(move.target)
  }
  return squares
}

/** Handles a tap on `square`: the new hand and the outcome. */
export function tap(table: HandContext, hand: Hand, square: number): [Hand, Outcome] {
  if (hand.asked.length > 0) {
    // A user who taps every landing may have meant one leg by the ambiguous tap; continue from there.
    const onward = (way: Way): boolean =>
      !way.move && way.path.length === hand.path.length + 1 && waysTo(table, way.path, square).length > 0
    const meant = hand.asked.filter((way) => way.path.slice(hand.path.length).includes(square) || onward(way))
    const [only, another] = meant
    if (only && another) return [{ ...hand, asked: meant }, HELD]
    if (only) return onward(only) ? tap(table, follow(only)[0], square) : follow(only)
    // A tap elsewhere withdraws the choice; on another own piece it also starts a new move.
    const open = { ...hand, asked: [] }
    return table.sides.get(square) === table.turn ? tap(table, open, square) : [open, HELD]
  }
  const origin = hand.path[0]
  return origin === undefined ? tapEmptyHanded(table, hand, square) : tapHolding(table, hand, origin, square)
}

export function follow(way: Way): [Hand, Outcome] {
  const next: Hand = { path: way.path, asked: [], aim: null }
  return [next, way.move ? { kind: 'play', move: way.move, path: way.path } : HELD]
}

/** Escape: withdraws the choice, else the landings, else the piece. */
export function rewind(hand: Hand): Hand {
  if (hand.asked.length > 0) return { ...hand, asked: [] }
  return hand.path.length > 1 ? { ...EMPTY_HAND, path: hand.path.slice(0, 1) } : EMPTY_HAND
}

/** Handles the piece resting on `square`: makes the leg if that is a next landing and ends no move. */
export function rest(table: HandContext, hand: Hand, square: number): Hand {
  const next = fits(table, hand.path).filter(({ route }) => route[hand.path.length] === square)
  const onward = next.length > 0 && next.every(({ route }) => route.length > hand.path.length + 1)
  return onward ? { ...hand, path: [...hand.path, square] } : hand
}

function tapHolding(table: HandContext, hand: Hand, origin: number, square: number): [Hand, Outcome] {
  // Also where a capture could return to this square: its landings lead there.
  if (square === hand.path.at(-1)) return [rewind(hand), HELD]
  const ways = waysTo(table, hand.path, square)
  const [only, another] = ways
  if (only && !another) return follow(only)
  // The square ends a move, and every other way over it leads to the same move.
  const whole = ways.find((way) => way.move)
  const leads = ({ path }: Way): boolean => fits(table, path).every(({ move }) => move === whole?.move)
  if (whole && ways.every(leads)) return follow(whole)
  if (only) return [{ ...hand, asked: ways }, HELD]
  if (square !== origin && table.sides.get(square) === table.turn) return tapEmptyHanded(table, EMPTY_HAND, square)
  return [hand, { kind: 'refuse', from: origin, to: square }]
}

function tapEmptyHanded(table: HandContext, hand: Hand, square: number): [Hand, Outcome] {
  if (origins(table).has(square)) {
    const held: Hand = { path: [square], asked: [], aim: null }
    if (hand.aim !== null && waysTo(table, [square], hand.aim).length > 0) return tapHolding(table, held, square, hand.aim)
    const [only, another] = table.legal
    const path = only?.routes[0]
    if (table.playForced && only && path && !another) return [held, { kind: 'play', move: only, path }]
    return [held, HELD]
  }
  if (table.sides.has(square)) return [EMPTY_HAND, { kind: 'refuse', from: square }]
  const movers = [...new Set(table.legal.filter((move) => move.target === square).map((move) => move.origin))]
  const [mover, second] = movers
  if (mover !== undefined && second === undefined) {
    return tapHolding(table, { ...EMPTY_HAND, path: [mover] }, mover, square)
  }
  return [second !== undefined && hand.aim !== square ? { ...EMPTY_HAND, aim: square } : EMPTY_HAND, HELD]
}

/** The first landing of each way that no other way has, else its end. */
export function forks(ways: readonly Way[]): number[] {
  return ways.map((way) => {
    const others = ways.filter((other) => other !== way)
    const own = way.path.find((square) => others.every((other) => !other.path.includes(square)))
    return own ?? way.path.at(-1) ?? 0
  })
}
