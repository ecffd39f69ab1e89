// State that outlives the page that first asks for it.

/** Creates an object outside the calling effect: a template does not track state that is created while it renders. */
export function inRootEffect<T>(make: () => T): T {
  const made: T[] = []
  $effect.root(() => void made.push(make()))
  return made[0] as T
}

/** Returns a getter of a singleton that is created at its first use, when the client is known. It keeps its state when its page closes. */
export function singleton<T>(make: () => T): () => T {
  let made: { it: T } | undefined
  return () => (made ??= { it: inRootEffect(make) }).it
}
