// Name of the computer as an opponent, by its level.
import { m } from '../i18n/messages'
import { app } from '../shell/app.svelte'
import { engineOf } from './engines/key'
import { levelTitle, opponentTitle } from './names'

/** A level's number and name; its key while levels are not loaded. */
export function levelName(variant: string, key: string): string {
  const level = app.level(variant, key)
  return level ? levelTitle(level) : (engineOf(key) ?? key)
}

/** "Attentive, 12"; the key of its level while levels are not loaded. */
export function computerName(variant: string, key: string): string {
  const level = app.level(variant, key)
  return level ? opponentTitle(level) : (engineOf(key) ?? m.computer_at({ level: key }))
}
