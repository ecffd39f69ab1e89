// What is wrong in a file, in words. Knows the messages.
import { m } from '../i18n/messages'
import type { ImportFault, ImportProblem } from '../client/types'

const SENTENCES: Record<ImportFault, (problem: ImportProblem) => string> = {
  move: ({ what }) => m.import_fault_move({ what }),
  fen: () => m.import_fault_fen(),
  gameType: ({ what }) => m.import_fault_game_type({ what }),
  ambiguous: ({ what }) => m.import_fault_ambiguous({ what }),
  tag: ({ what }) => m.import_fault_tag({ what }),
  openComment: () => m.import_fault_open_comment(),
  longComment: () => m.import_fault_long_comment(),
  longGame: () => m.import_fault_long_game(),
  openVariation: () => m.import_fault_open_variation(),
  close: () => m.import_fault_close(),
  deep: () => m.import_fault_deep(),
  word: ({ what }) => m.import_fault_word({ what }),
  stray: ({ what }) => m.import_fault_stray({ what }),
  results: ({ what }) => m.import_fault_results({ what }),
  more: ({ what }) => m.import_fault_more({ what }),
}

/** One sentence. */
export function faultText(problem: ImportProblem): string {
  return SENTENCES[problem.fault](problem)
}
