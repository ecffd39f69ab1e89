// Finding a setting by words: in any order, without regard to case and accents.

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether every word that is wanted occurs somewhere in these texts; nothing wanted finds all. */
export function finds(wanted: string, texts: readonly string[]): boolean {
  const text = plain(texts.join(' '))
  return plain(wanted)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
