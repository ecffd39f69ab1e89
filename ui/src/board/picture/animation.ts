// A line of moves as the pictures of an animation, and how long each stands. Pure; draws nothing.
import type { MoveView, PieceView, PositionView } from '../../client/types'
import type { Geometry } from '../geometry'
import { type Moment, momentsOf } from './replay'

/** One picture of an animation. */
export interface Frame {
  readonly pieces: PieceView[]
  /** Squares whose piece has been taken and still stands. */
  readonly ghosts: readonly number[]
  /** The way of the piece that moves, or has just moved. */
  readonly path: readonly number[]
  /** Milliseconds that it stands. */
  readonly delay: number
}

/** Milliseconds of a leg of a capture. */
const LEG = 260
/** The last position stands so many times as long as another. */
const LAST = 3

/**
 * The pictures of a line from a position: one a move, which stands `pace` milliseconds, and with `legs` one more for each leg of a
 * capture but the last. With `atOnce` a captured piece leaves as it is passed.
 */
export function framesOf(
  geometry: Geometry,
  start: Pick<PositionView, 'pieces'>,
  moves: readonly MoveView[],
  { pace, legs, atOnce }: { pace: number; legs: boolean; atOnce: boolean },
): Frame[] {
  const frames: Frame[] = [{ pieces: start.pieces, ghosts: [], path: [], delay: pace }]
  let pieces = start.pieces
  for (const move of moves) {
    const moments = momentsOf(geometry, { pieces }, [move], atOnce)
    const last = moments.at(-1)
    if (!last) break
    const between = moments.filter(({ event }) => event.kind === 'leg')
    if (legs && between.length > 1) frames.push(...between.slice(0, -1).map((moment) => frameOf(moment, LEG)))
    const frame = frameOf(last, pace)
    frames.push(frame)
    pieces = frame.pieces
  }
  const end = frames.at(-1)
  return end ? [...frames.slice(0, -1), { ...end, delay: end.delay * LAST }] : frames
}

function frameOf({ actors, path }: Moment, delay: number): Frame {
  return {
    pieces: actors.map(({ square, side, role }) => ({ square, side, role })),
    ghosts: actors.filter(({ ghost }) => ghost).map(({ square }) => square),
    path,
    delay,
  }
}
