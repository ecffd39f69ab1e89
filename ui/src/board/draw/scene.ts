// Decides which marks lie under and over the pieces. Pure: state in, marks out.
import type { MoveView, RefusalView } from '../../client/types'
import { forks, type Hand, type Landing, origins, type HandContext, takenAlong } from '../input/hand'
import { letter } from '../describe'
import type { Mark, RouteStyle } from './shapes'
import type { BoardState, Shape } from '../state'

export interface Moment {
  readonly state: BoardState
  readonly table: HandContext
  readonly hand: Hand
  readonly landings: ReadonlyMap<number, Landing>
  readonly refusal: RefusalView | null
  /** A move is being animated: only older marks stay. */
  readonly busy: boolean
  /** Route of the last move if known, else its first route is used. */
  readonly trail: readonly number[] | null
  /** Landing under the carried piece. */
  readonly over: number | undefined
}

/** Limit on routes shown at once; more would explain nothing. */
const MOST_ROUTES = 8
/** Offset between routes that share a line, in hundredths of a square. */
const APART = 20
/** Offset between labels of routes that end on one square, in hundredths of a square. */
const BESIDE = 50
const CHOICES: readonly RouteStyle[] = ['choice-1', 'choice-2', 'choice-3', 'choice-4']

/** The marks under and over the pieces. */
export function marksOf(moment: Moment): { under: Mark[]; over: Mark[] } {
  const { state, busy, hand, refusal } = moment
  const under: Mark[] = []
  const over: Mark[] = []
  if (!state.lastMove) under.push(...state.removed.map((square): Mark => ({ kind: 'outline', square })))
  // Routes hide the trail of the last move.
  const routes = refusal !== null || hand.asked.length > 0
  if (!busy && !routes && state.lastMove && state.showTrail) under.push(...trailMarks(moment, state.lastMove))
  over.push(...state.shapes.flatMap(shapeMarks))
  if (busy) return { under, over }
  // A king with a limited number of quiet moves shows a pip for each one made.
  for (const { square, count } of state.position?.kingMoves ?? []) over.push({ kind: 'pips', square, count })
  if (hand.asked.length > 0) {
    over.push(...questionMarks(hand))
  } else {
    over.push(...mustMarks(moment), ...refusalMarks(refusal), ...handMarks(moment))
  }
  return { under, over }
}

function trailMarks({ table, trail }: Moment, move: MoveView): Mark[] {
  const path = trail ?? move.routes[0] ?? [move.origin, move.target]
  return [
    { kind: 'brackets', squares: [move.origin], tone: 'trail' },
    { kind: 'route', path, style: 'trail' },
    ...takenAlong(table.geometry, path, move.captured).map((square): Mark => ({
      kind: 'cross',
      square,
      tone: 'trail',
    })),
  ]
}

function mustMarks({ state, table, hand, refusal }: Moment): Mark[] {
  if (!state.showMust || !state.position?.mustTake || hand.path.length > 1 || refusal) return []
  return [...origins(table)].filter((square) => square !== hand.path[0]).map((square) => ({ kind: 'notches', square }))
}

function handMarks({ state, table, hand, landings, over }: Moment): Mark[] {
  const marks: Mark[] = []
  if (hand.aim !== null) {
    const { aim } = hand
    const movers = table.legal.filter((move) => move.target === aim).map((move) => move.origin)
    marks.push({ kind: 'hover', square: aim }, ...[...new Set(movers)].map((square): Mark => ({ kind: 'aim', square })))
  }
  if (state.showTargets) {
    for (const [square, { count, ends }] of landings) {
      if (square === hand.path.at(-1)) marks.push({ kind: 'loop', square, count })
      else if (count === 0) marks.push({ kind: 'dot', square })
      else marks.push({ kind: 'landing', square, count, ends })
    }
  }
  if (over !== undefined) marks.push({ kind: 'hover', square: over })
  return marks
}

/** The routes on offer, each drawn from where it leaves the others, with its letter at the fork. */
function questionMarks(hand: Hand): Mark[] {
  const at = forks(hand.asked)
  const drawn = hand.asked.map((way, index) => {
    const style = CHOICES[index % CHOICES.length] ?? 'choice-1'
    const shift = APART * ((hand.asked.length - 1) / 2 - index)
    const path = way.path.slice(Math.max(0, hand.path.length - 1))
    const route: Mark = { kind: 'route', path, style, shift }
    const label: Mark = { kind: 'label', square: at[index] ?? 0, text: letter(index), style, shift }
    return { route, label }
  })
  return [...drawn.map(({ route }) => route), ...drawn.map(({ label }) => label)]
}

/** Every required capture, numbered in the order of its captures. Insufficient captures are grey and lie below. */
function refusalMarks(refusal: RefusalView | null): Mark[] {
  if (!refusal) return []
  const allowed = refusal.allowed.filter((move) => move.captured.length > 0).slice(0, MOST_ROUTES)
  const { tried } = refusal
  const others = refusal.lesser.filter((move) => !tried || move.origin !== tried.origin || move.target !== tried.target)
  const faint = [...(tried ? [tried] : []), ...others].slice(0, Math.max(1, MOST_ROUTES - allowed.length))
  const drawn = [...faint.map((move) => ({ move, style: 'faint' as const })), ...allowed.map((move) => ({ move, style: 'look' as const }))]
  const crowd = new Map<number, number>()
  const labels = drawn.toReversed().map(({ move, style }): Mark => {
    const square = move.target
    const before = crowd.get(square) ?? 0
    crowd.set(square, before + 1)
    return { kind: 'label', square, text: String(move.captured.length), style, shift: before * BESIDE }
  })
  return [
    ...[...new Set(allowed.map((move) => move.origin))].map((square): Mark => ({ kind: 'notches', square })),
    ...drawn.map(({ move, style }): Mark => ({ kind: 'route', path: move.routes[0] ?? [move.origin, move.target], style })),
    ...labels.toReversed(),
  ]
}

function shapeMarks(shape: Shape): Mark[] {
  if (shape.kind === 'own') {
    const { origin, target, tone } = shape.mark
    const style: RouteStyle = `choice-${tone}`
    return origin === target ? [{ kind: 'ring', square: origin, tone: style }] : [{ kind: 'route', path: [origin, target], style }]
  }
  const tone = shape.tone ?? 'look'
  switch (shape.kind) {
    case 'ring':
      return shape.squares.map((square) => ({ kind: 'ring', square, tone }))
    case 'cross':
      return shape.squares.map((square) => ({ kind: 'cross', square, tone }))
    case 'bracket':
      return shape.squares.length > 0 ? [{ kind: 'brackets', squares: shape.squares, tone }] : []
    case 'arrow':
      return [{ kind: 'route', path: [shape.origin, shape.target], style: tone }]
    case 'route': {
      const end = shape.path.at(-1)
      if (end === undefined) return []
      const route: Mark = { kind: 'route', path: shape.path, style: tone }
      return shape.label ? [route, { kind: 'label', square: end, text: shape.label, style: tone }] : [route]
    }
  }
}
