import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import de from './de.json'
import en from './en.json'
import fr from './fr.json'
import { type Locale, locales } from './paraglide/runtime.js'

const fileOf = (locale: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${locale}.json`), 'utf8')) as Record<string, unknown>
const source = join(import.meta.dirname, '..')

/** Returns every text of a language with its key. */
function texts(messages: Record<string, unknown>): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]) => {
    if (key.startsWith('$')) return []
    const forms =
      typeof value === 'string' ? [value] : (value as { match: Record<string, string> }[]).flatMap(({ match }) => Object.values(match))
    return forms.map((text): [string, string] => [key, text])
  })
}

const inputs = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted()

/** Finds the words that are wrong for draughts or not the federation's. They are data of the lessons. */
function forbidden(locale: Locale): RegExp {
  const file = join(source, `../../core/lessons/data/words/${locale}.json`)
  const { forbidden: words } = JSON.parse(readFileSync(file, 'utf8')) as { forbidden: string[] }
  return new RegExp(String.raw`(?<!\p{L})(?:${words.join('|')})(?!\p{L})`, 'iu')
}

/** Parameters and selectors of a message; nothing for a message with one form. */
const forms = (message: unknown): unknown =>
  typeof message === 'string'
    ? 'one'
    : (message as Record<string, unknown>[]).map(({ declarations, selectors }) => [declarations, selectors])

describe.each(locales)('the messages in %s', (locale) => {
  const messages = fileOf(locale)

  it('have the keys of the English ones in the same order', () => {
    expect(Object.keys(en).filter((key) => !(key in messages))).toEqual([])
    expect(Object.keys(messages)).toEqual(Object.keys(en))
  })

  it('have plural forms where the English ones have', () => {
    const other = Object.entries(messages).filter(
      ([key, message]) => JSON.stringify(forms(message)) !== JSON.stringify(forms((en as Record<string, unknown>)[key])),
    )
    expect(other.map(([key]) => key)).toEqual([])
  })

  it('have as many words and letters as the English ones in lists that are read by position', () => {
    for (const key of ['number_words', 'end_times_words'] as const)
      expect(String(messages[key]).split('|')).toHaveLength(en[key].split('|').length)
    for (const key of ['braille_letters', 'king_letter'] as const) expect(new Set(String(messages[key])).size).toBe(en[key].length)
  })

  it('take the same parameters', () => {
    const theirs = new Map(texts(en).map(([key, text]) => [key, inputs(text)]))
    for (const [key, text] of texts(messages)) expect([key, inputs(text)]).toEqual([key, theirs.get(key)])
  })

  it('leave no sentence in English', () => {
    const english = new Set(locale === 'en' ? [] : texts(en).map(([, text]) => text))
    const sentences = texts(messages).filter(([, text]) => (text.replaceAll(/\{\w+\}/g, '').match(/\p{L}{3,}/gu) ?? []).length > 2)
    expect(sentences.filter(([, text]) => english.has(text))).toEqual([])
  })

  it('use no forbidden word', () => {
    const wrong = forbidden(locale)
    expect(texts(messages).filter(([, text]) => wrong.test(text))).toEqual([])
  })

  it('have no plain apostrophe and no sign the fonts lack', () => {
    expect(texts(messages).filter(([, text]) => /['\u2011\u202f→✓]/u.test(text))).toEqual([])
  })
})

it('German quotes „thus“, and sets its ellipsis apart', () => {
  expect(texts(de).filter(([, text]) => /["”«»]|“(?=\p{L})|„[^“]*$|\p{L}…/u.test(text))).toEqual([])
})

it('Russian has Latin letters in names only', () => {
  const names =
    /^(damier|PDN|FEN|DamExchange|Windows|serve|DOS|Hub|Esc|Escape|Enter|db|TOML|SVG|PNG|JSON|GIF|MIT|Apache|Wi|Fi|VPN|PDF|dxp|localhost|Scan|text|language|langue|taal)$/i
  const words = (text: string): string[] => text.replaceAll(/\{\w+\}/g, '').match(/[a-z]{2,}/gi) ?? []
  // The letters to write with are those of the squares too.
  const said = texts(fileOf('ru')).filter(([key]) => key !== 'switch_letters')
  expect(said.filter(([, text]) => words(text).some((word) => !names.test(word)))).toEqual([])
})

it('French puts a no-break space before : ; ! ? and inside « »', () => {
  expect(texts(fr).filter(([, text]) => /[^\u00a0][:;!?»]|«[^\u00a0]/u.test(text))).toEqual([])
})

const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes('paraglide') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(source, name), 'utf8'))
  .join('\n')

it('no module imports the messages of every language', () => {
  expect(code).not.toMatch(/from '[^']*paraglide\/messages/)
})

it('every message is used', () => {
  const used = new Set([...code.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key))
  const unused = Object.keys(en).filter((key) => !key.startsWith('$') && !used.has(key))
  expect(unused).toEqual([])
})
