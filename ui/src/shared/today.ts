// The day as the places show it: the game on the board, the things due, and the last game.
import type { TodayView } from '../client/types'
import { language } from '../i18n/language.svelte'
import { app } from '../shell/app.svelte'
import { zone, zoneChanges } from './zone'

/** Asks the core for the day of the chosen game. Rejects with a `CallFailed`. */
export function askToday(): Promise<TodayView> {
  return app.client.call('today', { variant: app.chosenVariant, language: language.now, zone: zone(), changes: zoneChanges() })
}
