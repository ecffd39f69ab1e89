// Texts of a review.
import type { CauseKind, CauseView, DecidedView, JudgedView, PhaseView, QualityView, ReviewView, SideView } from '../client/types'
import { language } from '../i18n/language.svelte'
import { m } from '../i18n/messages'
import { moverOf, other } from '../shared/game-facts'

const qualities: Record<QualityView, () => string> = {
  forced: m.quality_forced,
  best: m.quality_best,
  good: m.quality_good,
  inaccuracy: m.quality_inaccuracy,
  mistake: m.quality_mistake,
  blunder: m.quality_blunder,
}

export function qualityName(quality: QualityView): string {
  return qualities[quality]()
}

export const phases: readonly PhaseView[] = ['opening', 'middle', 'ending']
const phaseNames: Record<PhaseView, () => string> = { opening: m.phase_opening, middle: m.phase_middle, ending: m.phase_ending }

export function phaseName(phase: PhaseView): string {
  return phaseNames[phase]()
}

/** True for moves that give something away. */
export const isWeak = ({ quality }: Pick<JudgedView, 'quality'>): boolean =>
  quality === 'inaccuracy' || quality === 'mistake' || quality === 'blunder'

const causes: Record<CauseKind, () => string> = {
  missedShot: m.cause_missed_shot,
  allowedShot: m.cause_allowed_shot,
  missedMen: m.cause_missed_men,
  lostMen: m.cause_lost_men,
  position: m.cause_position,
}

export function causeName(cause: CauseKind): string {
  return causes[cause]()
}

/** The men that a move won or lost, in a sentence; empty unless it is proved. */
export function reasonText({ kind, men: count, proved }: CauseView): string {
  if (!proved) return ''
  switch (kind) {
    case 'missedShot':
      return m.reason_missed_shot({ count })
    case 'allowedShot':
      return m.reason_allowed_shot({ count })
    case 'missedMen':
      return m.reason_missed_men({ count })
    case 'lostMen':
      return m.reason_lost_men({ count })
    case 'position':
      return ''
  }
}

/** An expected score in the reader's language: "64 %". */
export function percent(share: number): string {
  return new Intl.NumberFormat(language.now, { style: 'percent', maximumFractionDigits: 0 }).format(share)
}

/** Points in the reader's language: "0.40". */
export function pointsText(points: number): string {
  return new Intl.NumberFormat(language.now, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(points)
}

/** A reviewed game, with its moves as printed. */
export interface ReviewedGame {
  view: ReviewView
  /** The moves in print with their numbers. */
  moves: readonly string[]
  /** Side of the first move. */
  first: SideView
  winner: SideView | null
}

/** The decisive moment in a sentence; empty if unknown. */
export function decidedText({ view, moves, first, winner }: ReviewedGame): string {
  const { decided } = view
  if (!decided) return ''
  const byMove = ({ ply }: DecidedView): string => {
    const judged = ply === null ? null : view.moves[ply]
    if (ply === null || !judged?.cause) return ''
    const { kind, men, proved } = judged.cause
    const side = moverOf(ply, first)
    const move = moves[ply] ?? ''
    // A drawn game was decided by no move.
    if (winner === null) return m.decided_chance({ side, move, before: percent(judged.before), after: percent(judged.after) })
    // A number of men is told only if it is proved.
    if (!proved) return m.decided_position({ side, move, before: percent(judged.before), after: percent(judged.after) })
    if (kind === 'missedShot') return m.decided_missed_shot({ side, move, men })
    if (kind === 'allowedShot') return m.decided_allowed_shot({ side, move, men })
    if (kind === 'missedMen') return m.decided_missed_men({ side, move, men })
    if (kind === 'lostMen') return m.decided_lost_men({ side, move, men })
    return m.decided_position({ side, move, before: percent(judged.before), after: percent(judged.after) })
  }
  if (decided.by === 'move') return byMove(decided)
  if (decided.by === 'nothing' || winner === null) return m.decided_nothing()
  if (decided.by === 'littleByLittle') return m.decided_little({ side: winner })
  return m.decided_off_board({ side: other(winner), expected: percent(decided.expected ?? 0) })
}

/** Expected score from which a side has a chance to win. */
const CHANCE = 0.6

/** The chances that both sides missed in turn, in a sentence; empty unless each missed one. */
export function missedInTurnText({ view, moves, first }: ReviewedGame): string {
  /** The costliest mistake of a side that stood better. */
  const missed = (side: SideView): string | undefined => {
    const chances = view.moves.flatMap((judged, at) =>
      judged?.confirmed && isWeak(judged) && judged.before >= CHANCE && moverOf(at, first) === side
        ? [{ move: moves[at], lost: judged.before - judged.after }]
        : [],
    )
    return chances.toSorted((one, two) => two.lost - one.lost)[0]?.move
  }
  const [white, black] = [missed('white'), missed('black')]
  return white && black ? m.report_both_missed({ white, black }) : ''
}

/** Comebacks and missed wins, a sentence each. */
export function swingTexts({ view, moves }: ReviewedGame): string[] {
  return view.swings.map(({ side, comeback, ply, expected }) => {
    const texts = { side, expected: percent(expected), move: moves[ply - 1] ?? m.report_start() }
    return comeback ? m.swing_comeback(texts) : m.swing_squandered(texts)
  })
}
