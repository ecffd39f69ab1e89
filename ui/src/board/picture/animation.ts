// The frames of an animated line of moves, with their durations. Pure; draws nothing.
import type { MoveView, PieceView, PositionView } from '../../client/types'
import type { Geometry } from '../geometry'
import { type Moment, momentsOf } from './replay'

export interface Frame {
  readonly pieces: PieceView[]
  /** Squares of captured pieces that are still on the board. */
  readonly ghosts: readonly number[]
  /** Route of the piece that moves, or has just moved. */
  readonly path: readonly number[]
  /** Duration in milliseconds. */
  readonly delay: number
}

/** Duration of a leg of a capture, in milliseconds. */
const LEG = 260
/** The last position stands this many times as long. */
const LAST = 3

/**
 * The frames of a line: one a move, shown for `pace` milliseconds. With `legs`, each leg of a capture but the last has a frame too. With
 * `atOnce`, a captured piece leaves when passed.
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
