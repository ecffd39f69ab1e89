// Moves and refusals as text and as speech. Decides nothing about draughts.
import { language } from '../i18n/language.svelte'
import { m } from '../i18n/messages'
import type { CountView, EndReasonView, MoveView, OutcomeView, PieceView, PositionView, RefusalView, SideView } from '../client/types'
import { inPrint } from './moves/in-text'

const NBSP = '\u00a0'

/** A move as printed in a list: "32-28", "26×37". */
export function printed(move: MoveView): string {
  return inPrint(move.notation)
}

/** A move with its whole route, without line breaks: "38 × 29 × 18". */
export function printedRoute(move: MoveView): string {
  return move.names.join(NBSP + (move.captured.length > 0 ? '×' : '-') + NBSP)
}

/** Names of a move's first and last squares. */
function endsOf({ names }: MoveView): [from: string, to: string] {
  return [names[0] ?? '', names.at(-1) ?? '']
}

/** A move as speech: "32 à 28", "26 prend 37, va en 31". */
export function spoken(move: MoveView): string {
  const [from, to] = endsOf(move)
  const words =
    move.captured.length > 0 ? m.spoken_capture({ from, taken: language.list(move.takenNames), to }) : m.spoken_quiet({ from, to })
  return move.promotes ? m.spoken_crowned({ move: words }) : words
}

/** "Les Blancs : 32 à 28." */
export function spokenBy(side: SideView, move: MoveView): string {
  return m.spoken_side_move({ side, move: spoken(move) })
}

/** The compulsory captures as speech; empty if there are none. */
export function spokenMustTake(position: PositionView): string {
  if (!position.mustTake || position.legal.length === 0) return ''
  return m.spoken_must_take({ moves: oneOf(position.legal, spoken) })
}

/** "deux", "trois"; digits from thirteen on. */
export function inWords(count: number): string {
  return m.number_words().split('|')[count] ?? String(count)
}

/** "a", "a ou b", "a ou 3 autres". */
function oneOf(moves: MoveView[], write: (move: MoveView) => string): string {
  const [first, second] = moves
  if (!first) return ''
  if (!second) return write(first)
  if (moves.length === 2) return m.refusal_or({ first: write(first), second: write(second) })
  return m.refusal_others({ moves: write(first), count: moves.length - 1 })
}

/** Explains why a move is refused, as text or as speech. */
export function refusalText(refusal: RefusalView, pieces: PieceView[], ear = false): string {
  const write = ear ? spoken : printedRoute
  const allowed = oneOf(refusal.allowed, write)
  switch (refusal.rule) {
    case 'mustTake':
    case 'mustTakeMore': {
      if (refusal.must < 2) return m.refusal_must_take({ moves: allowed })
      const taken = [...refusal.allowed, ...(refusal.tried ? [refusal.tried] : [])].flatMap((move) => move.captured)
      const men = taken.every((square) => pieces.find((piece) => piece.square === square)?.role !== 'king')
      const count = inWords(refusal.must)
      const must = men ? m.refusal_must_take_men({ count, moves: allowed }) : m.refusal_must_take_pieces({ count, moves: allowed })
      const tried = ear
        ? (move: MoveView) => {
            const [from, to] = endsOf(move)
            return m.spoken_quiet({ from, to })
          }
        : printedRoute
      return [must, fewer(refusal, men, tried)].filter(Boolean).join(' ')
    }
    case 'qualityRule':
      return kingsTaken(refusal.tried, pieces) < kingsTaken(refusal.allowed[0] ?? null, pieces)
        ? m.refusal_quality({ moves: allowed })
        : m.refusal_king_sooner({ moves: allowed })
    case 'valueRule':
      return m.refusal_value({ moves: allowed })
    case 'kingFirst':
      return m.refusal_king_first({ moves: allowed })
    case 'kingMoveLimit':
      return m.refusal_king_limit()
    case 'jumpedTwice':
      return m.refusal_jumped_twice()
    case 'manTakesNoKing':
      return m.refusal_man_takes_no_king()
    case 'landsBehind':
      return m.refusal_lands_behind()
    case 'notStraight':
      return m.refusal_not_straight()
    case 'empty':
      return m.refusal_empty()
    case 'notYours':
      return m.refusal_not_yours()
    case 'backward':
      return m.refusal_backward()
    case 'notDiagonal':
      return m.refusal_not_diagonal()
    case 'neverBackward':
      return m.refusal_never_backward()
    case 'capturesForward':
      return m.refusal_captures_forward()
    case 'tooFar':
      return pieces.find((piece) => piece.square === refusal.origin)?.role === 'king' ? m.refusal_king_too_far() : m.refusal_too_far()
    case 'occupied':
      return m.refusal_occupied()
    case 'inTheWay':
      return m.refusal_in_the_way()
    case 'nothingTaken':
      return m.refusal_nothing_taken()
    case 'cannotMove':
      return m.refusal_cannot_move()
    case 'gameOver':
      return m.refusal_game_over()
  }
}

function kingsTaken(move: MoveView | null, pieces: PieceView[]): number {
  return pieces.filter((piece) => piece.role === 'king' && move?.captured.includes(piece.square)).length
}

/** "31 × 22 n'en prend qu'un." */
function fewer(refusal: RefusalView, men: boolean, write: (move: MoveView) => string): string {
  if (!refusal.tried || refusal.has < 1) return ''
  const tried = write(refusal.tried)
  if (refusal.has > 1) return m.refusal_takes_some({ tried, count: inWords(refusal.has) })
  return men ? m.refusal_takes_one_man({ tried }) : m.refusal_takes_one_piece({ tried })
}

/** "La même position, pour la troisième fois (art. 6.1)." */
export function endSentence(outcome: OutcomeView): string {
  const reason = endReason(outcome)
  return outcome.article ? m.end_sentence({ reason, article: outcome.article }) : m.end_sentence_plain({ reason })
}

function endReason(outcome: OutcomeView): string {
  const side = outcome.about ?? 'white'
  switch (outcome.reason) {
    case 'noPieces':
      return m.end_no_pieces({ side })
    case 'blocked':
      return m.end_blocked({ side })
    case 'resignation':
      return m.end_resignation({ side })
    case 'agreement':
      return m.end_agreement()
    case 'repetition':
      return m.end_repetition({ times: m.end_times_words().split('|')[outcome.number ?? 3] ?? '' })
    case 'twentyFiveMoves':
      return m.end_twenty_five()
    case 'sixteenMoves':
      return m.end_sixteen()
    case 'fiveMoves':
      return m.end_five()
    case 'longDiagonal':
      return m.end_long_diagonal()
    case 'firstKing':
      return m.end_first_king()
    case 'kingAgainstMan':
      return m.end_king_against_man()
    case 'time':
      return m.end_time({ side })
    case 'refusedRules':
      return m.end_refused_rules()
    case 'refusesToPlay':
      return m.end_refuses_to_play()
    case 'upsetBoard':
      return m.end_upset_board()
    case 'deliberateFault':
      return m.end_deliberate_fault()
    case 'boardTurned':
      return m.end_board_turned()
    case 'quietKings':
      return m.end_quiet_kings({ number: outcome.number ?? 0 })
    case 'noProgress':
      return m.end_no_progress({ number: outcome.number ?? 0 })
    case 'oneKingEach':
      return m.end_one_king_each()
    case 'onePieceEach':
      return m.end_one_piece_each()
    case 'sevenMoves':
      return m.end_seven()
    case 'fifteenMoves':
      return m.end_fifteen()
    case 'thirtyMoves':
      return m.end_thirty()
    case 'sixtyMoves':
      return m.end_sixty()
    case 'twelveMoves':
      return m.end_twelve()
    case 'thirteenMoves':
      return m.end_thirteen()
    case 'nothingInSight':
      return m.end_nothing_in_sight()
  }
}

/** A draw rule with its count: "16 coups : 9 sur 16 (art. 6.3)". */
export function countText({ reason, moves, of, article }: CountView): string {
  const rule = ruleName(reason, of)
  return article ? m.count_label({ rule, moves, of, article }) : m.count_label_plain({ rule, moves, of })
}

/** Short name of a draw rule with a count. */
function ruleName(reason: EndReasonView, of: number): string {
  switch (reason) {
    case 'repetition':
      return m.rule_repetition()
    case 'sixteenMoves':
      return m.rule_sixteen()
    case 'fiveMoves':
      return m.rule_five()
    case 'longDiagonal':
      return m.rule_long_diagonal()
    case 'twentyFiveMoves':
      return m.rule_twenty_five()
    default:
      return m.rule_moves({ of })
  }
}

/** Day of a moment (milliseconds since 1970): "3 December". */
export function dayText(moment: number): string {
  return new Intl.DateTimeFormat(language.now, { day: 'numeric', month: 'long' }).format(moment)
}

/** "le 3 décembre" in a sentence, or "demain". */
export function onDay(moment: number): string {
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  if (new Date(moment).toDateString() !== tomorrow.toDateString()) return m.on_day({ date: dayText(moment) })
  return new Intl.RelativeTimeFormat(language.now, { numeric: 'auto' }).format(1, 'day')
}
