// Texts as they are printed, whatever they say. Knows no message.

/** A text of the core's as it is printed: with the apostrophe of a book. */
export function typeset(text: string): string {
  return text.replaceAll("'", '’')
}

/** A text as it is, or its beginning with "…" where it is much longer than so many letters; never half a letter. */
export function beginning(text: string, most: number): string {
  if (text.length <= most * 1.25) return text
  return `${Array.from(text.slice(0, most)).slice(0, -1).join('').trimEnd()}…`
}
