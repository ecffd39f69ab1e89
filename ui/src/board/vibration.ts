// Short vibrations, where the device has them and the page was touched. Knows nothing of the board.

/** For what a device vibrates: everything, only moves that are shown and not made by hand, nothing. */
export type Haptics = 'all' | 'shown' | 'none'

/** This device can vibrate. */
export const canVibrate = (): boolean => typeof navigator.vibrate === 'function'

/** Vibrates for so many milliseconds, or on and off in turn. `mine` = for something that the hand did. */
export function vibrate({ haptics }: { readonly haptics: Haptics }, pattern: number | number[], mine = true): void {
  if (haptics === 'none' || (mine && haptics === 'shown') || !canVibrate()) return
  // Browsers refuse it, with a complaint in the console, before the page was touched.
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate(pattern)
}
