// Meaning of presses, taps and drags: which piece they pick up and where they drop it. Knows pieces but no rules.
import type { PointerUse } from './drag'
import { type Geometry, legsOf, type Point } from '../geometry'
import * as hands from './hand'
import type { View } from '../draw/render'
import type { BoardState, Stroke } from '../state'

/** The parts of the board that gestures need. */
export interface GestureHost {
  readonly state: BoardState
  readonly view: View
  geometry(): Geometry
  hand(): hands.Hand
  table(): hands.HandContext
  mayMove(): boolean
  /** Ends the current animation. */
  hurry(): void
  changeHand(hand: hands.Hand): void
  /** Continues with the result of a tap or drop; `carried` = the piece already lies there. */
  go(step: [hands.Hand, hands.Outcome], carried: boolean): void
  refuse(from: number, to?: number): void
  tap(square: number): void
  choose(index: number): void
  render(): void
}

/** A tap chooses a route within this distance of its line, in squares, if every other route is farther by `CLEARER`. */
const NEAR = 0.35
const CLEARER = 0.2

export class Gestures implements PointerUse {
  /** The dragged piece, the path at the start of the drag, and the landing below it. */
  #carried: { home: number; start: readonly number[]; over: number | undefined } | null = null
  #pressed: { square: number | undefined; fresh: boolean } = { square: undefined, fresh: false }

  constructor(private readonly host: GestureHost) {}

  /** The landing below the dragged piece. */
  get over(): number | undefined {
    return this.#carried?.over
  }

  /** Returns a dragged piece to its place. Returns true if there was one. */
  letGo(): boolean {
    this.#pressed = { square: undefined, fresh: false }
    if (!this.#carried) return false
    this.host.view.release(this.#carried.home)
    this.#carried = null
    return true
  }

  press(point: Point): boolean {
    const { host } = this
    this.#pressed = { square: undefined, fresh: false }
    if (host.state.mode === 'view') return false
    host.hurry()
    if (host.state.mode === 'tap' || host.state.mode === 'edit') {
      const square = this.#nearest(point)
      this.#pressed.square = square
      return host.state.mode === 'edit' && square !== undefined && host.table().sides.has(square)
    }
    const [table, hand] = [host.table(), host.hand()]
    const square = host.geometry().hit(point, hands.wanted(table, hand))
    this.#pressed.square = square
    if (square === undefined || !host.mayMove() || hand.asked.length > 0) return false
    const own = table.sides.get(square) === table.turn
    const holding = hand.path.at(-1) === square
    const landing = hands.landings(table, hand.path).has(square)
    // A press already picks up the piece, so that its landings show before the finger moves.
    if (own && !holding && !landing && hand.aim === null && !table.playForced && hands.origins(table).has(square)) {
      host.go(hands.tap(table, hands.EMPTY_HAND, square), false)
      this.#pressed.fresh = true
    }
    return holding || this.#pressed.fresh || (own && !landing)
  }

  tap(point: Point): void {
    const { square, fresh } = this.#pressed
    if (fresh) return
    const chosen = this.#chosen(point)
    if (chosen !== undefined) this.host.choose(chosen)
    else if (square !== undefined) this.host.tap(square)
  }

  drag(point: Point, lifted: boolean): void {
    const { host } = this
    const { square } = this.#pressed
    if (host.state.mode === 'edit' && square !== undefined) {
      this.#carried ??= { home: square, start: [square], over: undefined }
      host.view.carry(square, point, lifted)
      return
    }
    if (square === undefined || !host.mayMove()) return
    const hand = host.hand()
    const home = hand.path.at(-1) === square ? (hand.path[0] ?? square) : square
    this.#carried ??= { home, start: hand.path, over: undefined }
    const under = this.#under(point)
    const over = under !== undefined && hands.landings(host.table(), hand.path).has(under) ? under : undefined
    if (this.#carried.over !== over) {
      this.#carried.over = over
      host.render()
    }
    host.view.carry(this.#carried.home, point, lifted)
  }

  rest(point: Point): void {
    const hand = this.host.hand()
    if (!this.#carried || hand.path[0] !== this.#carried.home) return
    const square = this.host.geometry().hit(point, new Set())
    if (square === undefined) return
    const next = hands.rest(this.host.table(), hand, square)
    if (next !== hand) this.host.go([next, { kind: 'held' }], true)
  }

  drop(point: Point): void {
    if (!this.#carried) return
    const { host } = this
    const [table, hand, square] = [host.table(), host.hand(), this.#under(point)]
    const { home, start } = this.#carried
    this.letGo()
    if (host.state.mode === 'edit') {
      host.render()
      host.state.onCarry(home, this.#nearest(point))
      return
    }
    if (hand.path[0] !== home) {
      host.render()
      if (square !== home) host.refuse(home, square)
      return
    }
    const back = square === hand.path.at(-1) && (square !== home || hand.path.length === 1)
    if (square === undefined || back) {
      host.render()
      return
    }
    // A leg fixed by mistake must not spoil a drop that was right from the start of the drag.
    const from = hands.waysTo(table, hand.path, square).length > 0 ? hand : { ...hand, path: start }
    const ways = hands.waysTo(table, from.path, square)
    if (ways.length === 0) {
      host.render()
      host.refuse(home, square)
      return
    }
    if (from !== hand) host.changeHand(from)
    host.go(hands.tap(table, from, square), ways.length === 1)
  }

  cancel(): void {
    this.letGo()
    this.host.render()
  }

  get draws(): boolean {
    return this.host.state.onDraw !== null
  }

  draw(from: Point, to: Point, tone: Stroke['tone']): void {
    const [origin, target] = [this.#nearest(from), this.#nearest(to)]
    if (origin !== undefined && target !== undefined) this.host.state.onDraw?.({ origin, target, tone })
  }

  /** The played square a point means, wherever it lies on the board. */
  #nearest(point: Point): number | undefined {
    const geometry = this.host.geometry()
    return geometry.hit(point, new Set(geometry.lines.flat()))
  }

  /** The square below a dragged piece. A light square counts for the nearest landing only. */
  #under(point: Point): number | undefined {
    const hand = this.host.hand()
    const squares = new Set([...hands.landings(this.host.table(), hand.path).keys(), ...hand.path.slice(-1)])
    return this.host.geometry().hit(point, squares)
  }

  /** The route on offer whose line the tap hits, if it is unambiguous. */
  #chosen(point: Point): number | undefined {
    const hand = this.host.hand()
    const [best, next] = hand.asked
      .map((way, index) => {
        const line = way.path.slice(Math.max(0, hand.path.length - 1))
        return { index, distance: distanceTo(line, point, this.host.geometry()) }
      })
      .toSorted((a, b) => a.distance - b.distance)
    if (!best || best.distance > NEAR) return undefined
    return next && next.distance < best.distance + CLEARER ? undefined : best.index
  }
}

/** Distance from a point to a polyline through squares, in squares. */
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
