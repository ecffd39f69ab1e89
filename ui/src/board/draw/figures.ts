// The pieces as currently shown, and the animation of moves. Receives complete moves and checks no rules.
import type { MoveView, PositionView } from '../../client/types'
import { type ByHand, perform, type Show, timetable } from './anim'
import { vibrate } from '../vibration'
import type { Geometry } from '../geometry'
import { crowning, takenAlong } from '../input/hand'
import type { Shown, View } from './render'
import type { BoardState } from '../state'

/** The parts of the board that `Figures` needs. */
export interface Ground {
  readonly state: BoardState
  readonly view: View
  geometry(): Geometry
  render(): void
}

/** The pieces on the board and the piece being animated. */
export class Figures {
  /** Pieces, keyed by the square they started from. */
  stones: Map<number, Pick<Shown, 'side' | 'role'>>
  /** The piece being animated: its current square and captures. */
  moving: { home: number; at: number; taken: readonly number[] } | null = null

  /** True if the current move was made by hand. */
  #mine = false

  constructor(private readonly ground: Ground) {
    this.stones = stonesOf(ground.state.position)
  }

  reset(position: PositionView | null): void {
    this.stones = stonesOf(position)
    this.moving = null
  }

  /**
   * Animates a move from the piece's current square; `pace` is a factor of slowness, 0 = at once. The pieces then stand as the move left
   * them.
   */
  async play(move: MoveView, path: readonly number[], byHand: ByHand, show: Show, pace: number): Promise<void> {
    const { state, view } = this.ground
    const geometry = this.ground.geometry()
    const home = move.origin
    this.#mine = byHand.mine ?? false
    const at = path[byHand.carried ? path.length - 1 : byHand.landings] ?? move.target
    this.moving = { home, at, taken: takenAlong(geometry, path.slice(0, byHand.landings + 1), move.captured) }
    // It was crowned while still in hand.
    if ((crowning(path, move.crownedOn) ?? path.length) <= byHand.landings) this.#promote(home)
    this.ground.render()
    if (pace > 0) {
      const stage = {
        slide: (to: number, duration: number) => {
          if (!this.moving) return
          const from = geometry.centre(this.moving.at)
          this.moving = { ...this.moving, at: to }
          this.ground.render()
          view.slide(home, from, to, duration)
        },
        take: (square: number) => this.#take(square),
        lift: (square: number, duration: number) => view.lift(square, duration),
        crown: (duration: number) => this.#crown(home, duration),
      }
      await perform(timetable(geometry, path, { ...move, atOnce: state.board.liftsAtOnce }, byHand), stage, show, pace)
      if (show.over) return
    } else if (move.captured.length > 0) {
      state.sounds?.take(move.captured.length)
    }
    if (move.captured.length === 0) {
      state.sounds?.put()
      if (!this.#mine) vibrate(state, 8, false)
    }
    this.#apply(move)
  }

  #take(square: number): void {
    if (!this.moving || this.moving.taken.includes(square)) return
    const { state } = this.ground
    this.moving = { ...this.moving, taken: [...this.moving.taken, square] }
    state.sounds?.take(this.moving.taken.length)
    vibrate(state, 15, this.#mine)
    this.ground.render()
  }

  #crown(home: number, duration: number): void {
    const { state, view } = this.ground
    this.#promote(home)
    state.sounds?.crown()
    vibrate(state, [12, 60, 12], this.#mine)
    this.ground.render()
    view.crown(home, duration)
  }

  #promote(home: number): void {
    const stone = this.stones.get(home)
    if (stone) this.stones.set(home, { ...stone, role: 'king' })
  }

  #apply(move: MoveView): void {
    const stone = this.stones.get(move.origin)
    this.stones.delete(move.origin)
    for (const square of move.captured) this.stones.delete(square)
    if (stone) this.stones.set(move.target, move.promotes ? { ...stone, role: 'king' } : stone)
    this.ground.view.rekey(move.origin, move.target, move.captured)
    this.moving = null
  }
}

function stonesOf(position: PositionView | null): Map<number, Pick<Shown, 'side' | 'role'>> {
  return new Map(position?.pieces.map(({ square, side, role }) => [square, { side, role }]))
}
