// What outlives the page that asks for it first.

/** Makes something outside of what asks for it: state made in the middle of a template is not followed by that template. */
export function apart<T>(make: () => T): T {
  const made: T[] = []
  $effect.root(() => void made.push(make()))
  return made[0] as T
}

/** The one of its kind: made apart when first asked for, as by then the client is known, and the same ever after. Leaving its page loses nothing. */
export function lasting<T>(make: () => T): () => T {
  let made: { it: T } | undefined
  return () => (made ??= { it: apart(make) }).it
}
