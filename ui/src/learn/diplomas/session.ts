// The single exam in progress.
import { language } from '../../i18n/language.svelte'
import { singleton } from '../../shell/singleton.svelte'
import { app } from '../../shell/app.svelte'
import { settings } from '../../shell/settings.svelte'
import { work } from '../../shell/work.svelte'
import { ExamSession } from './exam.svelte'

export const examSession = singleton(() => {
  const shelf = { read: () => settings.text('exam'), write: (text: string) => settings.keep('exam', text) }
  const session = new ExamSession(app.client, () => language.now, shelf)
  work.add(() => session.begun, 'exam')
  return session
})
