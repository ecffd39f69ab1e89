// The single lesson in progress.
import { language } from '../../i18n/language.svelte'
import { singleton } from '../../shell/singleton.svelte'
import { app } from '../../shell/app.svelte'
import { work } from '../../shell/work.svelte'
import { LessonSession } from './lesson.svelte'

export const lessonSession = singleton(() => {
  const session = new LessonSession(app.client, () => language.now)
  work.add(() => Boolean(session.lesson), 'lesson', 'article')
  return session
})
