// Short vibrations, where the device has them and the page was touched. Knows nothing of the board.

/** Vibrates for so many milliseconds, or on and off in turn. */
export function vibrate({ haptics }: { readonly haptics: boolean }, pattern: number | number[]): void {
  if (!haptics || typeof navigator.vibrate !== 'function') return
  // Browsers refuse it, with a complaint in the console, before the page was touched.
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate(pattern)
}
