// Passes values across a reload. They are kept in the history entry, which every browser restores.

interface Told {
  /** The page takes the store even if another page has it. */
  useHere?: boolean
  /** Version that was to be replaced. If it is still the same after the reload, trying again would never end. */
  brought?: string
  /** Number of attempts. */
  tries?: number
}

type State = Told | null

export function reload(told: Told): void {
  history.replaceState({ ...(history.state as State), ...told }, '')
  location.reload()
}

/** Returns a value passed across the reload, once. */
export function recall<K extends keyof Told>(key: K): Told[K] {
  const { [key]: told, ...rest } = (history.state as State) ?? {}
  if (told !== undefined) history.replaceState(rest, '')
  return told
}
