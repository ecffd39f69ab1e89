// Names of files that people save: they say what is in the file.

/** Maximum length without the ending. */
const LONGEST = 80

/** "Clerc-R-Sijbrands-T.gif": letters and digits of any script, everything else becomes one hyphen; "damier" if nothing is left. */
export function fileName(title: string, ending: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST)
    .replaceAll(/^-+|-+$/g, '')
  return `${name || 'damier'}.${ending}`
}
