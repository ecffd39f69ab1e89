// Typography of texts. Knows no message.

/** Replaces straight apostrophes by typographic ones. */
export function typeset(text: string): string {
  return text.replaceAll("'", '’')
}

/** Cuts a text that is much longer than `most` characters and adds "…"; never splits a character. */
export function beginning(text: string, most: number): string {
  if (text.length <= most * 1.25) return text
  return `${Array.from(text.slice(0, most)).slice(0, -1).join('').trimEnd()}…`
}
