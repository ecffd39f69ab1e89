// Name of the computer as an opponent, by its level.
import { m } from '../i18n/messages'
import { app } from '../shell/app.svelte'
import { engineOf } from './engines/key'
import { levelTitle } from './names'

/** A level's number and name; its key while levels are not loaded. */
export function levelName(variant: string, key: string): string {
  const level = app.level(variant, key)
  return level ? levelTitle(level) : (engineOf(key) ?? key)
}

/** "Computer, 12 · Attentive" */
export function computerName(variant: string, key: string): string {
  return engineOf(key) ?? m.computer_at({ level: levelName(variant, key) })
}
