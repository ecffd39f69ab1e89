// What a page tells itself across a reload: it lies with the address in the history, which every browser keeps. Knows nothing else.

interface Told {
  /** The store is asked for, whoever has it. */
  useHere?: boolean
  /** The version that was to be replaced: where it is still the same one, trying again would never end. */
  brought?: string
  /** How often that was tried. */
  tries?: number
}

type State = Told | null

export function reload(told: Told): void {
  history.replaceState({ ...(history.state as State), ...told }, '')
  location.reload()
}

/** What was told before the reload, once. */
export function recall<K extends keyof Told>(key: K): Told[K] {
  const { [key]: told, ...rest } = (history.state as State) ?? {}
  if (told !== undefined) history.replaceState(rest, '')
  return told
}
