/** Makes something outside of what asks for it: state made in the middle of a template is not followed by that template. */
export function apart<T>(make: () => T): T {
  const made: T[] = []
  $effect.root(() => void made.push(make()))
  return made[0] as T
}
