// Sentences for all failures and all faults in files, with advice.
import type { CallFailed } from '../../client/client'
import { m } from '../../i18n/messages'
import type { ErrorKind, ImportFault, ImportProblem, RestoreFault, Wanted } from '../../client/types'

/** Sentence of each kind of failure; `about` is the word it names, if any. */
export const FAULTS: Record<ErrorKind, (about: string) => string> = {
  unknownCall: () => m.error_unknown_call(),
  badParams: () => m.error_bad_params(),
  unknownVariant: () => m.error_unknown_variant(),
  badPosition: () => m.error_bad_position(),
  illegalMove: () => m.error_illegal_move(),
  stale: () => m.error_stale(),
  gameOver: () => m.error_game_over(),
  goingOn: () => m.error_going_on(),
  notFound: () => m.error_not_found(),
  fromNewerApp: () => m.error_newer(),
  damaged: () => m.error_damaged(),
  rescued: () => m.error_rescued(),
  gameDamaged: () => m.error_game_damaged(),
  busy: () => m.error_busy(),
  libraryTaken: () => m.error_library_taken(),
  full: () => m.error_full(),
  readOnly: () => m.error_read_only(),
  denied: () => m.error_denied(),
  gone: () => m.error_gone(),
  storage: () => m.error_storage(),
  missing: () => m.error_missing(),
  searchWanted: () => m.error_search_wanted(),
  fileEmpty: () => m.file_empty(),
  filePicture: (about) => m.file_picture({ about }),
  fileDocument: (about) => m.file_document({ about }),
  fileArchive: (about) => m.file_archive({ about }),
  fileMedia: (about) => m.file_media({ about }),
  fileDatabase: () => m.file_database(),
  filePage: () => m.file_page(),
  fileBackup: () => m.file_backup(),
  fileLesson: () => m.file_lesson(),
  fileGames: () => m.file_games(),
  fileText: () => m.file_text(),
  fileUnknown: () => m.file_unknown(),
  fileTooLarge: (about) => m.file_too_large({ about }),
  fileFromNewerApp: () => m.file_newer(),
  linkDamaged: () => m.link_damaged(),
  linkForeign: () => m.link_foreign(),
  linkNewer: () => m.link_newer(),
  internal: () => m.error_internal(),
}

/** Advice on the right file after a wrong one. */
export const WANTED: Record<Wanted, () => string> = {
  games: () => m.wanted_games(),
  shots: () => m.wanted_games(),
  backup: () => m.wanted_backup(),
  lesson: () => m.wanted_lesson(),
}

/** Kinds whose sentence already gives advice. */
const WAY_ON: readonly ErrorKind[] = ['fileBackup', 'fileLesson', 'fileGames', 'fileTooLarge', 'fileFromNewerApp']

/** True if the failure is about a file that the user chose. */
export function isFileFault({ kind }: Pick<CallFailed, 'kind'>): boolean {
  return kind.startsWith('file')
}

/** Returns the fault of a file and advice on the right one. */
export function fileText({ kind, about }: Pick<CallFailed, 'kind' | 'about'>, wanted: Wanted): string {
  const says = FAULTS[kind](about)
  return kind.startsWith('file') && !WAY_ON.includes(kind) ? `${says} ${WANTED[wanted]()}` : says
}

/** Reasons why a line of a backup was left out. */
export const LINES: Record<RestoreFault, () => string> = {
  unreadable: () => m.restore_fault_unreadable(),
  form: () => m.restore_fault_form(),
  moves: () => m.restore_fault_moves(),
  contradicts: () => m.restore_fault_contradicts(),
  tooLong: () => m.restore_fault_too_long(),
}

const SENTENCES: Record<ImportFault, (problem: ImportProblem) => string> = {
  move: ({ what }) => m.import_fault_move({ what }),
  fen: () => m.import_fault_fen(),
  gameType: ({ what }) => m.import_fault_game_type({ what }),
  otherGame: ({ what }) => m.import_fault_other_game({ what }),
  noBoard: ({ what }) => m.import_fault_no_board({ what }),
  date: ({ what }) => m.import_fault_date({ what }),
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

/** Returns the sentence for a fault in a file of games. */
export function faultText(problem: ImportProblem): string {
  return SENTENCES[problem.fault](problem)
}
