// Cuts a line of moves into moments for the slow replay: a leg, a captured piece leaving, the crown. Knows neither times nor words.
import type { MoveView, PieceView, PositionView } from '../../client/types'
import { type Geometry, legsOf } from '../geometry'
import { takenAlong } from '../input/hand'

/** A piece that keeps its id while it moves. */
export interface Actor extends PieceView {
  /** Its square at the start. */
  readonly id: number
  /** Captured but still on the board. */
  readonly ghost: boolean
}

/** The change between the previous moment and this one. */
export type Event =
  | { readonly kind: 'start' }
  | { readonly kind: 'step'; readonly actor: Actor; readonly from: number; readonly to: number }
  /** A leg of a capture. `bars` are captured pieces still on the board that block a line on which the king would go on. */
  | {
      readonly kind: 'leg'
      readonly actor: Actor
      readonly from: number
      readonly to: number
      readonly taken: readonly number[]
      readonly bars: readonly number[]
    }
  | { readonly kind: 'lift'; readonly square: number }
  | { readonly kind: 'crown'; readonly square: number }

/** A moment: the pieces, and the path of the moving piece so far. */
export interface Moment {
  readonly event: Event
  readonly actors: readonly Actor[]
  readonly path: readonly number[]
}

/**
 * The moments of a line. Captured pieces stay as outlines until the last leg and then leave one by one, in capture order. With `atOnce`
 * each leaves when passed.
 */
export function momentsOf(geometry: Geometry, position: Pick<PositionView, 'pieces'>, line: readonly MoveView[], atOnce = false): Moment[] {
  let actors: Actor[] = position.pieces.map((piece) => ({ ...piece, id: piece.square, ghost: false }))
  const moments: Moment[] = [{ event: { kind: 'start' }, actors, path: [] }]
  for (const move of line) {
    const name = actors.find((actor) => actor.square === move.origin)?.id
    const route = move.routes[0] ?? [move.origin, move.target]
    const path = [move.origin]
    const order = takenAlong(geometry, route, move.captured)
    let uncrowned = move.promotes
    const crown = (square: number): void => {
      uncrowned = false
      actors = actors.map((actor) => (actor.id === name ? { ...actor, role: 'king' } : actor))
      moments.push({ event: { kind: 'crown', square }, actors, path: [...path] })
    }
    for (const [from, to] of legsOf(route)) {
      path.push(to)
      const taken = takenAlong(geometry, [from, to], move.captured)
      actors = actors.flatMap((actor) => {
        if (actor.id === name) return { ...actor, square: to }
        if (!taken.includes(actor.square)) return actor
        return atOnce ? [] : { ...actor, ghost: true }
      })
      const actor = actors.find(({ id }) => id === name)
      if (!actor) break
      const bars = path.length === route.length ? outlinesAround(geometry, actor, from, actors) : []
      moments.push({
        event: move.captured.length === 0 ? { kind: 'step', actor, from, to } : { kind: 'leg', actor, from, to, taken, bars },
        actors,
        path: [...path],
      })
      if (uncrowned && path.length < route.length && move.crownedOn.includes(to)) crown(to)
    }
    for (const square of atOnce ? [] : order) {
      actors = actors.filter((actor) => !(actor.ghost && actor.square === square))
      moments.push({ event: { kind: 'lift', square }, actors, path: [...path] })
    }
    if (uncrowned) crown(move.target)
  }
  return moments
}

/** The nearest outline on each line from a landed king. The piece it has just passed lies behind it and blocks nothing. */
function outlinesAround(geometry: Geometry, actor: Actor, from: number, actors: readonly Actor[]): number[] {
  if (actor.role !== 'king') return []
  const behind = geometry.between(from, actor.square)
  return actors
    .filter((other) => other.ghost && !behind.includes(other.square))
    .filter((other) => aligned(geometry, actor.square, other.square))
    .filter((other) => geometry.between(actor.square, other.square).every((square) => actors.every((third) => third.square !== square)))
    .map((other) => other.square)
}

function aligned(geometry: Geometry, a: number, b: number): boolean {
  const [p, q] = [geometry.centre(a), geometry.centre(b)]
  return Math.abs(p.x - q.x) === Math.abs(p.y - q.y)
}
