// The sounds of something found and of something won. They have a setting of their own.
import { createSounds } from '../../board/sound'
import { settings } from '../../shell/settings.svelte'

const sounds = createSounds()

export function chime(what: 'found' | 'won'): void {
  if (settings.get('chimes') === 'off') return
  sounds.volume = settings.loudness
  sounds[what]()
}
