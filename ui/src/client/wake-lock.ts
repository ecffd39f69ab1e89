// Keeps the screen awake while somebody needs it, such as a running clock. Browsers offer this on secure pages alone.

/** The users that need the screen now. */
const users = new Set<object>()
let lock: WakeLockSentinel | null = null
let settling = false

/** Keeps the screen awake for `user`, until the call with `false`. */
export function keepAwake(user: object, awake: boolean): void {
  if (awake === users.has(user)) return
  if (awake) users.add(user)
  else users.delete(user)
  for (const event of ['visibilitychange', 'pointerdown', 'keydown']) {
    // A hidden page loses the lock. Safari grants it after a touch only.
    if (users.size > 0) document.addEventListener(event, settle)
    else document.removeEventListener(event, settle)
  }
  settle()
}

function settle(): void {
  if (!('wakeLock' in navigator) || settling) return
  settling = true
  void reach().finally(() => (settling = false))
}

/** Takes or releases the lock until it is as wanted: the users may change in the meantime. */
async function reach(): Promise<void> {
  for (;;) {
    const wanted = users.size > 0 && document.visibilityState === 'visible'
    if (wanted === Boolean(lock && !lock.released)) return
    if (wanted) {
      // Refused by a saving battery or for want of a touch: the next event asks again.
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (!lock) return
    } else {
      await lock?.release().catch(() => undefined)
      lock = null
    }
  }
}
