// The single game in progress.
import { singleton } from '../shell/singleton.svelte'
import { app } from '../shell/app.svelte'
import { work } from '../shell/work.svelte'
import { levelName } from '../shared/computer-name'
import { PlaySession } from './play.svelte'

export const playSession = singleton(() => {
  const session = new PlaySession(app.client, undefined, {
    name: levelName,
    step: (variant, key, by) => {
      const levels = app.levels(variant)
      const at = levels.findIndex((level) => level.key === key)
      return at < 0 ? undefined : levels[at + by]?.key
    },
  })
  work.add(() => session.game !== null && !session.isOver, 'play')
  return session
})
