// The glossary, loaded once per language, and the terms found in a text.
import { CallFailed, type Client } from '../../client/client'
import type { TermView } from '../../client/types'
import type { Locale } from '../../i18n/paraglide/runtime.js'

/** A piece of a text; with a term if it names one. */
export interface Piece {
  readonly text: string
  readonly term?: TermView
}

class Glossary {
  private tables: Record<string, readonly TermView[]> = $state.raw({})
  /** Why loading failed. */
  failure: CallFailed | null = $state.raw(null)
  private asked = new Set<string>()

  /** The terms in a language; empty until loaded. */
  terms(client: Client, language: string): readonly TermView[] {
    if (!this.asked.has(language)) {
      this.asked.add(language)
      client.call('glossary', { language }).then(
        (terms) => (this.tables = { ...this.tables, [language]: terms }),
        // On failure texts have no links.
        (thrown: unknown) => (this.failure = CallFailed.from(thrown)),
      )
    }
    return this.tables[language] ?? []
  }
}

export const glossary = new Glossary()

/** Splits a text at its terms: each term once, at its first mention. */
export function piecesOf(text: string, terms: readonly TermView[], language: string): Piece[] {
  const byLength = terms.toSorted((a, b) => b.name.length - a.name.length)
  let pieces: Piece[] = [{ text }]
  for (const term of byLength) {
    const named = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${inflected(term.name, language)})(?![\\p{L}\\p{N}-])`, 'iu')
    const at = pieces.findIndex((piece) => !piece.term && named.test(piece.text))
    const piece = pieces[at]
    const found = piece && named.exec(piece.text)
    if (!piece || !found) continue
    const [before, after] = [piece.text.slice(0, found.index), piece.text.slice(found.index + found[0].length)]
    pieces = pieces.toSpliced(at, 1, { text: before }, { text: found[0], term }, { text: after })
  }
  return pieces.filter((piece) => piece.text !== '')
}

/** Pattern of a German word with its endings: "Schlag", "Schläge"; "türkischer", "türkischen". */
function declined(word: string): string {
  if (/^\p{Ll}.*e[rs]?$/u.test(word)) return word.replace(/e[rs]?$/, 'e[mnrs]?')
  const umlaut: Record<string, string> = { a: '[aä]', o: '[oö]', u: '[uü]' }
  return `${word.replace(/[aou](?=[^aeiouäöü]*$)/, (vowel) => umlaut[vowel] ?? vowel)}(?:e[nrs]?|ern|n|s)?`
}

/** Pattern of a name whose words take one of the `endings` in place of their own: "дамка", "дамкой". */
const ending =
  (own: RegExp, endings: string) =>
  (name: string): string =>
    name
      .split(' ')
      .map((word) => `${word.replace(own, '')}(?:${endings})`)
      .join(' ')

/** Patterns of an escaped name with its plurals: "pion|pions", "schijf|schijven", "man|men". */
const INFLECTED: Record<Locale, (word: string) => string> = {
  fr: (word) =>
    word
      .split(' ')
      .map((one) => `${one}[sx]?`)
      .join(' '),
  en: (word) => (word.endsWith('man') ? `${word}|${word.slice(0, -3)}men` : `${word}s?`),
  nl: (word) => (word.endsWith('f') ? `${word}|${word.slice(0, -1)}ven` : `${word}(?:${word.slice(-1)}?en|s|n)?`),
  de: (word) => word.split(' ').map(declined).join(' '),
  es: ending(/(?:ón|[aeo])$/u, 'ón|ones|[aeo]s?|s|'),
  it: ending(/(?:io|[aeioà])$/u, 'io|h[ei]|[aeioà]'),
  pt: ending(/(?:ão|[aoel])$/u, '[aoe]s?|[aei]?is|ão|ões|ns|l|'),
  ru: ending(
    /[аеийоуыьюя]{1,2}$/u,
    'а|я|е|и|ы|у|ю|ь|й|ой|ей|ом|ем|ём|ам|ям|ами|ями|ах|ях|ов|ев|ия|ие|ию|ий|ией|ием|ии|иям|иями|иях|ая|ую|ый|ого|ому|ым|им|их|ых|ыми|ими|ое|ые|',
  ),
  tr: ending(
    /[aeıioöuü]$/u,
    '[aeıioöuü]?(?:l[ae]r)?(?:[ıiuü]?m(?:[ıiuü]z)?|[ıiuü]?n[ıiuü]z|s?[ıiuü])?(?:n?[ıiuü]n?|y[ıiuü]|y?[ae]|n[ae]|n?[dt][ae](?:n|ki(?:l[ae]r)?)?|y?l[ae])?(?:[dt][ıiuü]r)?',
  ),
}

/** Pattern of a name with its plurals in a language; English ones for an unknown language. */
function inflected(name: string, language: string): string {
  const word = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return (INFLECTED[language as Locale] ?? INFLECTED.en)(word)
}
