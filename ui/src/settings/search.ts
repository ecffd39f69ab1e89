// Search in settings: words in any order, ignoring case and accents.

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** True if every word of `wanted` occurs in these texts; an empty search matches everything. */
export function matches(wanted: string, texts: readonly string[]): boolean {
  const text = plain(texts.join(' '))
  return plain(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
