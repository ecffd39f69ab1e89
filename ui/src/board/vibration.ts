// Short vibrations, on devices that support them. Knows nothing of the board.

/** When to vibrate: always, only for moves not made by hand, never. */
export type Haptics = 'all' | 'shown' | 'none'

/** True if the device can vibrate. */
export const canVibrate = (): boolean => typeof navigator.vibrate === 'function'

/** Vibrates for a number of milliseconds, or in an on/off pattern. `mine` = caused by the user's own action. */
export function vibrate({ haptics }: { readonly haptics: Haptics }, pattern: number | number[], mine = true): void {
  if (haptics === 'none' || (mine && haptics === 'shown') || !canVibrate()) return
  // Browsers refuse it, with a console warning, before the first user action.
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate(pattern)
}
