// The one game, lesson, puzzle and set-up position in progress: they outlive the pages that show them, so that leaving loses nothing.
import { language } from '../i18n/language.svelte'
import { app } from './app.svelte'
import { EditorSession } from './editor.svelte'
import { LessonSession } from './lesson.svelte'
import { levelTitle } from './names'
import { PlaySession } from './play.svelte'
import { PuzzleSession } from './puzzle.svelte'

let play: PlaySession | undefined
let lesson: LessonSession | undefined
let puzzle: PuzzleSession | undefined
let editor: EditorSession | undefined

/** Made when first asked for: by then the client is known. */
export const sessions = {
  get play(): PlaySession {
    return (play ??= new PlaySession(app.client, undefined, (key) => {
      const level = app.level(key)
      return level ? levelTitle(level) : key
    }))
  },
  get lesson(): LessonSession {
    return (lesson ??= new LessonSession(app.client, () => language.now))
  },
  get puzzle(): PuzzleSession {
    return (puzzle ??= new PuzzleSession(app.client))
  },
  get editor(): EditorSession {
    return (editor ??= new EditorSession(app.client))
  },
}
