// Sentences for failures and missing files.
import type { Missing } from '../../client/client'
import type { WhyNot } from '../../client/fetching'
import type { ErrorKind } from '../../client/types'
import { language } from '../../i18n/language.svelte'
import { m } from '../../i18n/messages'
import { variantName } from '../../i18n/variants'
import { FAULTS } from './faults'

/** Says which file of the app is missing ("puzzles/canadian.bin"). */
export function missingText(resource = ''): string {
  const [folder] = resource.split('/')
  const [of = ''] = (resource.split('/').at(-1) ?? '').split('.')
  switch (folder) {
    case 'endgame':
      return m.missing_tables()
    case 'puzzles':
      return m.missing_puzzles({ game: variantName(of) })
    case 'lessons':
      return resource.endsWith('.json') ? m.missing_lessons() : m.missing_texts({ language: language.name(of) })
    default:
      return m.missing_program()
  }
}

/** Says why a file could not be loaded, with advice. */
export function whyNotText(why: WhyNot | 'full'): string {
  switch (why) {
    case 'offline':
      return m.why_offline()
    case 'server':
      return m.why_server()
    case 'gone':
      return m.why_gone()
    case 'full':
      return m.why_full()
  }
}

/** Returns the sentence for a failure. */
export function failureText(kind: ErrorKind, missing?: Missing): string {
  return missing ? `${missingText(missing.resource)} ${whyNotText(missing.why)}` : FAULTS[kind]('')
}
