// Stamps that the reader has seen: each is pressed on once.
import { settings } from '../../shell/settings.svelte'

/** True the first time that a stamp is shown to this person. */
export function isNew(stamp: string): boolean {
  const seen = (settings.text('stamps') ?? '').split(' ').filter(Boolean)
  if (seen.includes(stamp)) return false
  settings.keep('stamps', [...seen, stamp].join(' '))
  return true
}
