// What the host refuses, in a sentence. Knows the messages.
import type { Refusal } from '../client/types'
import { m } from '../i18n/messages'

const sentences: Record<Refusal, () => string> = {
  unreadable: m.together_fault,
  tooLong: m.together_fault,
  tooFast: m.together_too_fast,
  wrongKey: m.together_wrong_key,
  unknownToken: m.together_forgotten,
  notEntered: m.together_forgotten,
  noName: m.together_no_name,
  full: m.together_full,
  elsewhere: m.together_elsewhere,
  noSuchTable: m.together_no_table,
  taken: m.together_taken,
  playsAlready: m.together_plays_already,
  notYours: m.together_not_yours,
  stale: m.play_elsewhere,
  illegalMove: m.together_illegal,
  gameOver: m.refusal_game_over,
  goesOn: m.together_goes_on,
  nothingAsked: m.together_nothing_asked,
  askedAlready: m.together_asked_already,
  serious: m.together_serious,
  noMove: m.together_no_move,
  notAway: m.together_not_away,
  badTerms: m.together_bad_terms,
  hostOnly: m.together_host_only,
  nobodyFree: m.together_nobody_free,
  noBoard: m.together_no_board,
  notKept: m.together_not_kept,
  closed: m.together_closed,
}

export const refusedText = (refusal: Refusal): string => sentences[refusal]()
