// Remembers outside the store that this device held a person's games: an empty or missing file is no first visit then.
import type { HomeView } from '../../client/types'

const KEY = 'damier.held'

/** Returns `true` if the store is new although this device held games. Remembers a person who answered the first question. */
export function hasVanished({ profile, storage, current, rescue }: HomeView): boolean {
  try {
    if (profile.experience !== null) localStorage.setItem(KEY, '1')
    // The first person of a new store has the number 1; people who are added later have others.
    const isNew = profile.experience === null && profile.id === 1 && storage === 'kept' && !current && !rescue
    return isNew && localStorage.getItem(KEY) !== null
  } catch {
    // The browser allows no storage: nothing was held.
    return false
  }
}

/** Forgets that there were games. */
export function forgetHeld(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing was remembered.
  }
}
