// The one game, lesson, puzzle and set-up position in progress: they outlive the pages that show them, so that leaving loses nothing.
import { language } from '../i18n/language.svelte'
import { apart } from './apart.svelte'
import { app } from './app.svelte'
import { Digging } from './digging.svelte'
import { EditorSession } from './editor.svelte'
import { LessonSession } from './lesson.svelte'
import { index } from './indexer'
import { LibrarySession } from './library.svelte'
import { levelTitle } from './names'
import { PlaySession } from './play.svelte'
import { PuzzleSession } from './puzzle.svelte'
import { Transfer } from './transfer.svelte'
import { type Route, router } from './router.svelte'
import { ViewerSession } from './viewer.svelte'

let play: PlaySession | undefined
let lesson: LessonSession | undefined
let puzzle: PuzzleSession | undefined
let digging: Digging | undefined
let editor: EditorSession | undefined
let library: LibrarySession | undefined
let transfer: Transfer | undefined
let viewer: ViewerSession | undefined

/** Pages on which nothing is begun that a new start would cut short. */
const RESTING: ReadonlySet<Route['page']> = new Set(['start', 'learn', 'puzzles', 'library', 'rules', 'words', 'games', 'boards', 'pictures', 'set', 'settings', 'licences'])

/** Made when first asked for: by then the client is known. */
export const sessions = {
  get play(): PlaySession {
    return (play ??= apart(
      () =>
        new PlaySession(app.client, undefined, {
          name: (variant, key) => {
            const level = app.level(variant, key)
            return level ? levelTitle(level) : key
          },
          step: (variant, key, by) => {
            const levels = app.levels(variant)
            const at = levels.findIndex((level) => level.key === key)
            return at < 0 ? undefined : levels[at + by]?.key
          },
        }),
    ))
  },
  get lesson(): LessonSession {
    return (lesson ??= apart(() => new LessonSession(app.client, () => language.now)))
  },
  get puzzle(): PuzzleSession {
    return (puzzle ??= apart(() => new PuzzleSession(app.client)))
  },
  get digging(): Digging {
    return (digging ??= apart(() => new Digging(app.client)))
  },
  get editor(): EditorSession {
    return (editor ??= apart(() => new EditorSession(app.client)))
  },
  get library(): LibrarySession {
    return (library ??= apart(() => new LibrarySession(app.client)))
  },
  get transfer(): Transfer {
    return (transfer ??= apart(
      () =>
        new Transfer(app.client, async () => {
          await sessions.library.open()
          void index(app.client)
        }),
    ))
  },
  get viewer(): ViewerSession {
    return (viewer ??= apart(() => new ViewerSession(app.client)))
  },
  /** A game, lesson, puzzle or anything else is in work, or games are on their way in or out. */
  get areInWork(): boolean {
    const { page } = router.route
    if (transfer?.isBusy || digging?.running) return true
    if (page === 'play') return play?.game !== null && play?.game !== undefined && !play.isOver
    if (page === 'lesson' || page === 'article') return Boolean(lesson?.lesson)
    if (page === 'puzzle' || page === 'training') return Boolean(puzzle?.puzzle)
    return !RESTING.has(page)
  },
}
