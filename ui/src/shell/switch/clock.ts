// The clock of the scanner. A browser test replaces it through `globalThis.damierPace.scan` before the page loads.

export interface ScanClock {
  /** Milliseconds. */
  now(): number
  /** Calls `run` after a time; returns a function that prevents it. */
  after(millis: number, run: () => void): () => void
}

export const realClock: ScanClock = {
  now: () => performance.now(),
  after: (millis, run) => {
    const timer = setTimeout(run, millis)
    return () => clearTimeout(timer)
  },
  ...(globalThis as { damierPace?: { scan?: ScanClock } }).damierPace?.scan,
}
