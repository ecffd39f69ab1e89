// Errors of a composed lesson, in words.
import type { DraftFaultKind, DraftFaultView } from '../../client/types'
import { m } from '../../i18n/messages'

const words: Record<DraftFaultKind, () => string> = {
  noTitle: m.composer_no_title,
  nothingToDo: m.composer_nothing_to_do,
  noText: m.composer_no_text,
  longText: m.composer_long_text,
  word: m.composer_word,
  position: m.composer_position,
  noMove: m.composer_no_move,
  illegal: m.composer_illegal,
  noReply: m.composer_no_reply,
  game: m.composer_game,
  goal: m.composer_goal_missed,
  other: m.composer_other,
}

export function draftFaultText({ step, kind }: DraftFaultView): string {
  const what = words[kind]()
  return step === null ? what : `${m.step_number({ step: step + 1 })} ${what}`
}
